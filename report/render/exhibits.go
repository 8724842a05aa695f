package render

import (
	"fmt"
	"slices"

	"gpca/figures"
	"gpca/report/document"
	"gpca/report/exhibit"
	"gpca/report/study"
	"gpca/report/table"
	"gpca/report/words"
)

// The name of an exhibit is one of these and its number.
const (
	aTable  = "table "
	aFigure = "figure "
)

// A shown table or figure is an exhibit or its chart, as the report shows it.
type shown struct {
	exhibit string       // "table 2.1" or "figure 2.4", empty for what shows several
	table   *table.Table // nil for a figure
	figure  document.FigureBlock
}

// exhibits are the tables and figures of a report, in the order of the study, and by their numbers.
type exhibits struct {
	all       []shown
	functions []ownFunction // the study's own
	// faulty are the reasons why figures cannot be made of the results. Each stands in the place of its figure. Before
	// there is any result, such a reason is an error: it is told before hours are spent.
	faulty  Undrawn
	results bool
	look    figures.Venue // of the report
	document.Numbered
}

// build makes the selected tables and figures, those of the comparison with print, and those of own functions.
func build(e evidence) (exhibits, error) {
	x := exhibits{
		results: e.cells.Missing < e.cells.Total(), look: e.plan.Study.Figured().Report,
		Numbered: document.Numbered{Tables: map[string]*table.Table{}, Figures: map[string]document.FigureBlock{}},
	}
	for _, part := range e.plan.Study.Parts() {
		if err := x.addPart(e, part); err != nil {
			return x, err
		}
	}
	for _, t := range x.Tables {
		t.Bare = e.plan.Study.HalfWidths != ""
	}
	var further []document.FigureBlock // that are of no exhibit
	for _, c := range e.comparisons {
		if c.Part.Reduced() {
			continue
		}
		for _, t := range c.Facts().Tables() {
			x.all, x.Tables[t.Number] = append(x.all, shown{table: t}), t
		}
		further = append(further, c.Figures()...)
	}
	if accounted(e.plan) {
		var err error
		if x.functions, err = ownFunctions(e.plan.Study); err != nil {
			return x, err
		}
	}
	for _, s := range x.functions {
		further = append(further, s.Figures...)
	}
	return x, words.Try(further, func(f document.FigureBlock) error { return x.draw("", f) })
}

// addPart adds the selected tables, with their charts, and figures of a part of the study.
func (x *exhibits) addPart(e evidence, part *study.Study) error {
	src := e.source(part)
	for _, t := range part.Tables {
		head := t.Head()
		if !slices.Contains(e.plan.Tables, head.Number) {
			continue
		}
		built := t.Build(src)
		x.all, x.Tables[built.Number] = append(x.all, shown{exhibit: aTable + head.Number, table: built}), built
		c, ok := t.(exhibit.Charted)
		if !ok {
			continue
		}
		if chart, ok := c.Chart(src); ok {
			caption, number := "Table "+head.Number+" as a chart: "+head.Caption, head.Number
			head.Number = "C" + number
			if err := x.add(aTable+number, "figures/chart-"+number, caption, head, chart, nil); err != nil {
				return fmt.Errorf("study %s: %w", part.Name, err)
			}
		}
	}
	for _, f := range part.Figures {
		if head := f.Head(); slices.Contains(e.plan.Figures, head.Number) {
			built, err := f.Build(src)
			err = x.add(aFigure+head.Number, "figures/fig-"+head.Number, head.Caption, head, built, err)
			if err != nil {
				return fmt.Errorf("study %s: %w", part.Name, err)
			}
		}
	}
	return nil
}

// add adds a figure as its head wants it, or a placeholder with the reason why there is none.
func (x *exhibits) add(exhibit, file, caption string, head exhibit.Head, f figures.Figure, err error) error {
	if err == nil {
		f, err = head.Within(f)
	}
	switch {
	case err != nil && !x.results:
		return fmt.Errorf("figure %s: %w", head.Number, err)
	case err != nil:
		x.faulty = append(x.faulty, fmt.Errorf("figure %s is not drawn: %w", head.Number, err))
		f = figures.Placeholder{Text: "This is not drawn: " + err.Error()}
	}
	return x.draw(exhibit, document.FigureBlock{Number: head.Number, File: file, Caption: caption, Figure: f})
}

// draw adds a figure. Two figures with one number are an error.
func (x *exhibits) draw(exhibit string, f document.FigureBlock) error {
	if other, twice := x.Figures[f.Number]; twice {
		return fmt.Errorf("figure %s: %s has that number already: give one of them another", f.Number, other.File)
	}
	f = f.Once(x.look)
	x.Figures[f.Number] = f
	x.all = append(x.all, shown{exhibit: exhibit, figure: f})
	return nil
}

// blocks are the table or figure of an exhibit, and its chart.
func (x exhibits) blocks(name string) []document.Block {
	of := slices.DeleteFunc(slices.Clone(x.all), func(s shown) bool { return s.exhibit != name })
	return words.Each(of, func(s shown) document.Block {
		if s.table != nil {
			return document.TableBlock{Table: s.table}
		}
		return s.figure
	})
}
