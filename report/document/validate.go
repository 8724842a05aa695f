package document

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// maxLevel is the deepest heading that the writers tell from body text.
const maxLevel = 4

// Validate reports the first fault of the document: a heading that skips a level, a
// number given twice, or a link to a place that does not exist. Every writer calls it.
func (d *Document) Validate() error {
	anchors := make(map[string]bool)
	for _, anchor := range d.Anchors() {
		if anchor == "" {
			continue
		}
		if anchors[anchor] {
			return fmt.Errorf("document: two blocks have the anchor %q; give one of them another number", anchor)
		}
		anchors[anchor] = true
	}
	level := 0
	for i, block := range d.Blocks {
		if h, ok := block.(Heading); ok {
			if h.Level > level+1 {
				return fmt.Errorf("document: block %d: heading %q of level %d follows one of level %d", i+1, h.Text, h.Level, level)
			}
			level = h.Level
		}
		if err := checkLinks(block, anchors); err != nil {
			return fmt.Errorf("document: block %d: %w", i+1, err)
		}
	}
	return nil
}

// checkLinks reports the first link of a block that leads to none of the anchors.
func checkLinks(block Block, anchors map[string]bool) error {
	var inner []Block
	switch b := block.(type) {
	case Written:
		inner = []Block{b.Block}
	case Paragraph:
		for _, span := range b.Spans {
			if anchor, internal := strings.CutPrefix(span.Link, "#"); internal && !anchors[anchor] {
				return fmt.Errorf("%q links to %q, which no heading, table or figure has", span.Text, span.Link)
			}
		}
	case List:
		inner = slices.Concat(b.Items...)
	case Quote:
		inner = b.Blocks
	case Algorithm:
		inner = b.Blocks
	case TextTable:
		for _, cell := range slices.Concat(b.Header, slices.Concat(b.Rows...)) {
			inner = append(inner, cell)
		}
	}
	for _, block := range inner {
		if err := checkLinks(block, anchors); err != nil {
			return err
		}
	}
	return nil
}

// Anchors returns the anchor of each block of d.Blocks, "" for those that have
// none: "table-2.1" and "figure-2.4" for tables and figures, and for a heading
// what GitHub makes of it, so that links work in the Markdown there too:
// "2.1 Optimality check" is "21-optimality-check".
func (d *Document) Anchors() []string {
	anchors := make([]string, len(d.Blocks))
	// The title and the contents are headings in the Markdown.
	used := map[string]int{headingSlug(d.Title): 1, headingSlug(contentsTitle): 1}
	for i, block := range d.Blocks {
		switch b := block.(type) {
		case Heading:
			slug := headingSlug(b.Title())
			anchors[i] = slug
			if n := used[slug]; n > 0 {
				anchors[i] += "-" + strconv.Itoa(n)
			}
			used[slug]++
		case TableBlock:
			anchors[i] = "table-" + b.Table.Number
		case FigureBlock:
			anchors[i] = "figure-" + b.Number
		case Algorithm:
			anchors[i] = "algorithm-" + b.Number
		}
	}
	return anchors
}

// An entry is a line of the contents.
type entry struct {
	Level                int // of the heading; 1 for tables and figures
	Number, Text, Anchor string
	page                 int // of the PDF, known once its pages are made
}

// entries are the headings, the tables and the figures of the document.
func (d *Document) entries() (headings, tables, figures []*entry) {
	anchors := d.Anchors()
	for i, block := range d.Blocks {
		switch b := block.(type) {
		case Heading:
			headings = append(headings, &entry{b.Level, b.Number, oneLine(b.Text), anchors[i], 0})
		case TableBlock:
			tables = append(tables, &entry{1, b.Table.Number, oneLine(b.Table.Caption), anchors[i], 0})
		case FigureBlock:
			figures = append(figures, &entry{1, b.Number, oneLine(b.Caption), anchors[i], 0})
		}
	}
	return headings, tables, figures
}

// headingSlug is GitHub's rule: lower case, blanks to hyphens, nothing but
// letters, digits, hyphens and underscores.
func headingSlug(title string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r), r == '-', r == '_':
			return unicode.ToLower(r)
		}
		return -1
	}, title)
}
