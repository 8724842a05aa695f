package document

import (
	"bytes"
	"encoding/xml"
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
	// fpdf has no way to have viewers show the title in place of the file's name. It writes
	// "/Lang (" + language + ")" as it stands, so the entry goes in behind the language;
	// the bracket of fpdf's is in a comment then.
	doc.SetLang(d.Language + ") /ViewerPreferences <</DisplayDocTitle true>> %")

	var b bytes.Buffer
	escaped := func(text string) string {
		var e bytes.Buffer
		_ = xml.EscapeText(&e, []byte(text)) // a bytes.Buffer takes all
		return e.String()
	}
	b.WriteString("<?xpacket begin=\"\ufeff\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n" +
		`<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">` +
		`<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">` + "\n")
	property := func(name, list, attribute, text string) {
		if text == "" {
			return
		}
		text = escaped(text)
		if list != "" {
			text = "<rdf:" + list + "><rdf:li" + attribute + ">" + text + "</rdf:li></rdf:" + list + ">"
		}
		b.WriteString("<" + name + ">" + text + "</" + name + ">\n")
	}
	const anyLanguage = ` xml:lang="x-default"`
	property("dc:title", "Alt", anyLanguage, title)
	property("dc:description", "Alt", anyLanguage, subject)
	property("dc:creator", "Seq", "", authors)
	property("dc:language", "Bag", "", d.Language)
	property("dc:format", "", "", "application/pdf")
	property("pdf:Producer", "", "", program)
	property("xmp:CreatorTool", "", "", program)
	property("xmp:CreateDate", "", "", created.UTC().Format(time.RFC3339))
	property("xmp:ModifyDate", "", "", created.UTC().Format(time.RFC3339))
	b.WriteString("</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end=\"r\"?>")
	doc.SetXmpMetadata(b.Bytes())
}
