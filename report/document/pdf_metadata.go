package document

import (
	_ "embed"
	"strings"
	"time"

	"github.com/go-pdf/fpdf"

	"gpca/report/words"
)

// program is the name of this program in the metadata of its PDFs.
const program = "gpca report"

//go:embed metadata.xmp.tmpl
var metadataSource string

var metadata = words.Texts(metadataSource, nil)

// describe writes who made the document, and of what, into the PDF's dictionary of
// information and again as an XMP packet (ISO 16684-1), which catalogues read.
func describe(doc *fpdf.Fpdf, d *Document, created time.Time) {
	said := struct{ Title, Subject, Authors, Language, Program, Date string }{
		words.OneLine(d.Title), words.OneLine(d.Subject), words.OneLine(strings.Join(d.Authors, ", ")), d.Language,
		program, created.UTC().Format(time.RFC3339),
	}
	doc.SetTitle(said.Title, true)
	doc.SetCreator(program, true)
	if said.Subject != "" { // fpdf writes a text that is empty but for its byte order mark
		doc.SetSubject(said.Subject, true)
	}
	if said.Authors != "" {
		doc.SetAuthor(said.Authors, true)
	}
	doc.SetLang(d.Language)
	doc.SetXmpMetadata([]byte(metadata("", said)))
}
