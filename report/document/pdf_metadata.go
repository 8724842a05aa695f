package document

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/go-pdf/fpdf"

	"gpca/figures/vgfpdf"
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
	// fpdf has no way to have viewers show the title in place of the file's name, and writes
	// the packet without a reference to it. It writes "/Lang (" + language + ")" as it stands,
	// so both entries go in behind the language; fpdf's bracket is in a comment then.
	doc.SetLang(d.Language + ") /ViewerPreferences <</DisplayDocTitle true>> " + metadataEntry(0) + " %")

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

// metadataEntry is the entry of the catalog for the packet, of one length for any object.
func metadataEntry(object int) string { return fmt.Sprintf("/Metadata %010d 0 R", object) }

// finish returns the file of a document. The number of the packet's object is known then: fpdf
// writes the packet, the dictionary of information and the catalog, the root, last.
func finish(doc *fpdf.Fpdf) ([]byte, error) {
	var b bytes.Buffer
	if err := vgfpdf.Output(&b, doc); err != nil {
		return nil, fmt.Errorf("write PDF: %w", err)
	}
	file := b.Bytes()
	entry := bytes.LastIndex(file, []byte(metadataEntry(0)))
	root := bytes.LastIndex(file, []byte("\n/Root "))
	if entry < 0 || root < 0 {
		return nil, errors.New("write PDF: no catalog")
	}
	var catalog int
	if _, err := fmt.Fscanf(bytes.NewReader(file[root:]), "\n/Root %d 0 R", &catalog); err != nil {
		return nil, fmt.Errorf("write PDF: find the catalog: %w", err)
	}
	copy(file[entry:], metadataEntry(catalog-2))
	return file, nil
}
