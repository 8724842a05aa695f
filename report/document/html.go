package document

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"image/color"
	"io"
	"reflect"
	"strings"

	"gpca/figures"
	"gpca/report/formula"
	"gpca/report/table"
	"gpca/report/words"
)

//go:embed document.html.tmpl
var htmlTemplate string

//go:embed document.js
var htmlScript string

// WriteHTML writes the document as one page that loads nothing: its style and its script
// are within it, and so are the figures, as SVG. It follows the reader's choice of
// light or dark, and prints. With JavaScript, tables sort, filter and show what is in
// print, and figures tell what is at a point; without it, all is there to be read.
func WriteHTML(w io.Writer, d *Document) error {
	if err := d.Validate(); err != nil {
		return err
	}
	entries := d.entries()
	hash := sha256.Sum256([]byte(htmlScript))
	page := struct {
		view
		Entries []*entry
		Policy  string
		Script  template.HTML
	}{
		viewOf(d, entries), entries,
		// Browsers then load nothing and run nothing but the script of the page, whatever a
		// study has written into it.
		"default-src 'none'; img-src data:; style-src 'unsafe-inline'; " +
			"script-src 'sha256-" + base64.StdEncoding.EncodeToString(hash[:]) + "'",
		template.HTML("<script>" + htmlScript + "</script>"),
	}
	drawn := 0
	return d.write(w, page, template.Must(template.New("document").Funcs(template.FuncMap{
		"oneLine": oneLine,
		"join":    strings.Join,
		"facts":   facts,
		"inks":    inks,
		"tight":   List.tight,
		"svg":     func(f FigureBlock) (template.HTML, error) { drawn++; return inlineSVG(f, d.venue(), drawn) },
		"room": func(s table.Sheet) []int { // for the marks of each column
			return words.Each(s.WidestMarks(), func(marks string) int { return len(strings.Fields(marks)) })
		},
		"blocks": htmlBlocks,
		"text":   Text,
		"math":   func(f *formula.Formula, display bool) template.HTML { return template.HTML(f.MathML(display)) },
	}).Parse(htmlTemplate)))
}

// An htmlBlock is a block with the name of its type, and its anchor if it has one.
type htmlBlock struct {
	Kind   string
	Block  Block
	Anchor string
}

func htmlBlocks(blocks []Block, entries []*entry) []htmlBlock {
	var all []htmlBlock
	for i, b := range blocks {
		b = bare(b)
		made := htmlBlock{Kind: reflect.TypeOf(b).Name(), Block: b}
		if entries != nil && entries[i] != nil {
			made.Anchor = entries[i].Anchor
		}
		all = append(all, made)
	}
	return all
}

// inks declares the colours of figures that change on a dark ground, as those of one side. They are variables, as a
// marker that is drawn again by reference inherits these, but has no ancestors for a selector.
func inks(dark bool) template.CSS {
	var b strings.Builder
	for i, swap := range figures.OnDark() {
		c := map[bool]color.NRGBA{false: swap.Light, true: swap.Dark}[dark]
		fmt.Fprintf(&b, "--%c: %s; ", 'a'+i, hex(c))
	}
	return template.CSS(b.String())
}

func hex(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// inlineSVG draws a figure as an element of the page: without the XML declaration of a file of
// its own, with its caption for those who do not see it, and with names that are its own.
func inlineSVG(f FigureBlock, v figures.Venue, drawn int) (template.HTML, error) {
	svg, err := f.Once(v).SVG()
	if err != nil {
		return "", fmt.Errorf("figure %s: %w", cmp.Or(f.Number, f.File), err)
	}
	_, drawing, _ := strings.Cut(string(svg), "<svg")
	// No quotation mark of a text is one here: they are written as &#34;.
	own := fmt.Sprint("d", drawn)
	replaced := []string{` id="`, ` id="` + own, ` xlink:href="#`, ` href="#` + own, "&#xA;", "\n", "/>\n", "/>"}
	for i, swap := range figures.OnDark() {
		replaced = append(replaced, `"`+hex(swap.Light)+`"`, fmt.Sprintf(`"var(--%c)"`, 'a'+i))
	}
	drawing = strings.NewReplacer(replaced...).Replace(drawing)
	label := template.HTMLEscapeString(f.inWords())
	return template.HTML(`<svg role="img" aria-label="` + label + `"` + drawing), nil
}
