package document

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxLevel is the deepest heading that the writers tell from body text.
const maxLevel = 4

// Validate reports the first fault of the document: a heading that skips a
// level, a number given twice, a figure without a picture, a link to a place
// that does not exist. Every writer calls it.
func (d *Document) Validate() error {
	if strings.TrimSpace(d.Title) == "" {
		return fmt.Errorf("document: no title")
	}
	for _, text := range append([]string{d.Title, d.Subtitle, d.Subject, d.DataLabel, d.Language}, append(d.Authors, d.Front...)...) {
		if !utf8.ValidString(text) {
			return fmt.Errorf("document: %q is not valid UTF-8", text)
		}
	}
	v := validator{anchors: make(map[string]bool), level: 0}
	for _, anchor := range d.Anchors() {
		if anchor == "" {
			continue
		}
		if v.anchors[anchor] {
			return fmt.Errorf("document: two blocks have the anchor %q; give one of them another number", anchor)
		}
		v.anchors[anchor] = true
	}
	for i, block := range d.Blocks {
		if err := v.block(block, true); err != nil {
			return fmt.Errorf("document: block %d: %w", i+1, err)
		}
	}
	return nil
}

type validator struct {
	anchors map[string]bool
	level   int // of the last heading
}

func (v *validator) block(block Block, top bool) error {
	switch b := block.(type) {
	case Heading, TableBlock, FigureBlock, PageBreak:
		if !top {
			return fmt.Errorf("a %T cannot stand inside a list or a quote", b)
		}
	}
	switch b := block.(type) {
	case Heading:
		return v.heading(b)
	case Paragraph:
		return v.spans(b.Spans)
	case List:
		if len(b.Items) == 0 {
			return fmt.Errorf("a list without items")
		}
		for _, item := range b.Items {
			for _, inner := range item {
				if err := v.block(inner, false); err != nil {
					return err
				}
			}
		}
	case Quote:
		for _, inner := range b.Blocks {
			if err := v.block(inner, false); err != nil {
				return err
			}
		}
	case Code:
		if !utf8.ValidString(b.Text) {
			return fmt.Errorf("code is not valid UTF-8")
		}
	case TableBlock:
		if b.Table == nil {
			return fmt.Errorf("a table block without a table")
		}
		return b.Table.Validate()
	case FigureBlock:
		return b.validate()
	case PageBreak:
	default:
		return fmt.Errorf("unknown block %T", b)
	}
	return nil
}

func (v *validator) heading(h Heading) error {
	switch {
	case h.Level < 1 || h.Level > maxLevel:
		return fmt.Errorf("heading %q has level %d; want 1 to %d", h.Text, h.Level, maxLevel)
	case h.Level > v.level+1:
		return fmt.Errorf("heading %q of level %d follows one of level %d", h.Text, h.Level, v.level)
	case strings.TrimSpace(h.Text) == "":
		return fmt.Errorf("a heading without text")
	case !utf8.ValidString(h.Text) || !utf8.ValidString(h.Number):
		return fmt.Errorf("heading %q is not valid UTF-8", h.Text)
	}
	v.level = h.Level
	return nil
}

func (v *validator) spans(spans []Span) error {
	for _, span := range spans {
		if !utf8.ValidString(span.Text) || !utf8.ValidString(span.Link) {
			return fmt.Errorf("text %q is not valid UTF-8", span.Text)
		}
		if anchor, internal := strings.CutPrefix(span.Link, "#"); internal && !v.anchors[anchor] {
			return fmt.Errorf("%q links to %q, which no heading, table or figure has", span.Text, span.Link)
		}
	}
	return nil
}

func (f FigureBlock) validate() error {
	switch {
	case f.Number == "":
		return fmt.Errorf("a figure without number")
	case f.Figure == nil:
		return fmt.Errorf("figure %s: no picture", f.Number)
	case f.Caption == "":
		return fmt.Errorf("figure %s: no caption", f.Number)
	case f.File == "":
		return fmt.Errorf("figure %s: no file name", f.Number)
	case !utf8.ValidString(f.Number + f.Caption + f.Note + f.File):
		return fmt.Errorf("figure %s: caption, note or file is not valid UTF-8", f.Number)
	}
	if width, height := f.Figure.Size(); !(width > 0 && height > 0) {
		return fmt.Errorf("figure %s: %v by %v in size", f.Number, width, height)
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
			if b.Table != nil {
				anchors[i] = "table-" + b.Table.Number
			}
		case FigureBlock:
			anchors[i] = "figure-" + b.Number
		}
	}
	return anchors
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
