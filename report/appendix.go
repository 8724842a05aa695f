package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gpca/report/document"
	"gpca/report/study"
	"gpca/templates"
)

// chapters are the texts of the studies that a report consists of, one after the
// other. Chapters of appended studies are appendices, lettered on from those that
// the text of the first has; on their own they have no number.
func (r *renderer) chapters(parts []*study.Study, about *facts, numbered document.Numbered) ([]document.Block, error) {
	var all []document.Block
	for i, part := range parts {
		blocks := r.untold(part, numbered)
		if part.Text != "" {
			told := *about
			told.Source, told.Protocol = part.Source, protocol(part)
			text, err := templates.Text(part.Text, told)
			if err != nil {
				return nil, err
			}
			if blocks, err = document.Parse(part.Text+".md", text, numbered); err != nil {
				return nil, err
			}
		}
		if i > 0 {
			letter(blocks, all)
		}
		all = slices.Concat(all, blocks)
	}
	return all, nil
}

// untold is what stands in place of the text of a study that has none: its tables,
// each with its chart, then its figures.
func (r *renderer) untold(part *study.Study, numbered document.Numbered) []document.Block {
	blocks := []document.Block{document.Heading{Level: 1, Text: cmp.Or(part.Title, part.Name)}}
	for _, t := range part.Tables {
		blocks = append(blocks, document.TableBlock{Table: numbered.Tables[t.Number]})
		if chart, ok := numbered.Figures["C"+t.Number]; ok && t.Chart {
			blocks = append(blocks, chart)
		}
	}
	for _, f := range part.Figures {
		blocks = append(blocks, numbered.Figures[f.Number])
	}
	return blocks
}

const appendix = "Appendix "

// letter gives the chapters among blocks that have no number the letters after
// those of the appendices before them.
func letter(blocks, before []document.Block) {
	next := 'A'
	for _, b := range before {
		if h, ok := b.(document.Heading); ok && h.Level == 1 && strings.HasPrefix(h.Number, appendix) {
			next++
		}
	}
	for i, b := range blocks {
		if h, ok := b.(document.Heading); ok && h.Level == 1 && h.Number == "" {
			h.Number = fmt.Sprintf("%s%c", appendix, next)
			blocks[i] = h
			next++
		}
	}
}
