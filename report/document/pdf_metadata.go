package document

import (
	"bytes"
	"html"
	"strings"
	"time"

	"github.com/go-pdf/fpdf"
)

// program is the name of this program in the metadata of its PDFs.
const program = "gpca report"

// describe writes who made the document, and of what, into the PDF's dictionary of
// information and again as an XMP packet (ISO 16684-1), which catalogues read.
func describe(doc *fpdf.Fpdf, d *Document, created time.Time) {
	title, subject, authors := oneLine(d.Title), oneLine(d.Subject), oneLine(strings.Join(d.Authors, ", "))
	doc.SetTitle(title, true)
	doc.SetCreator(program, true)
	if subject != "" { // fpdf writes a text that is empty but for its byte order mark
		doc.SetSubject(subject, true)
	}
	if authors != "" {
		doc.SetAuthor(authors, true)
	}
	doc.SetLang(d.Language)

	const anyLanguage = ` xml:lang="x-default"`
	date := created.UTC().Format(time.RFC3339)
	var b bytes.Buffer
	b.WriteString("<?xpacket begin=\"\ufeff\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n" +
		`<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">` +
		`<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" ` +
		`xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">` + "\n")
	for _, p := range []struct{ name, list, attribute, text string }{
		{"dc:title", "Alt", anyLanguage, title},
		{"dc:description", "Alt", anyLanguage, subject},
		{"dc:creator", "Seq", "", authors},
		{"dc:language", "Bag", "", d.Language},
		{"dc:format", "", "", "application/pdf"},
		{"pdf:Producer", "", "", program},
		{"xmp:CreatorTool", "", "", program},
		{"xmp:CreateDate", "", "", date},
		{"xmp:ModifyDate", "", "", date},
	} {
		if p.text == "" {
			continue
		}
		value := html.EscapeString(p.text)
		if p.list != "" {
			value = "<rdf:" + p.list + "><rdf:li" + p.attribute + ">" + value + "</rdf:li></rdf:" + p.list + ">"
		}
		b.WriteString("<" + p.name + ">" + value + "</" + p.name + ">\n")
	}
	b.WriteString("</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end=\"r\"?>")
	doc.SetXmpMetadata(b.Bytes())
}
