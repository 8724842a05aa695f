package report

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"gpca/report/dataset"
	"gpca/report/document"
	"gpca/report/noise"
	"gpca/report/study"
	"gpca/report/table"
)

// document assembles the report: the study's text when the plan covers the
// whole study, else just the exhibits in order.
func (r *renderer) document(ctx context.Context) (*document.Document, error) {
	s := r.plan.Study
	facts, err := r.facts(ctx)
	if err != nil {
		return nil, err
	}
	d := &document.Document{
		Title: cmp.Or(s.Title, s.Name), Language: "en-GB",
		Subtitle:  "The experiments, repeated",
		Subject:   "Tables and figures of " + cmp.Or(s.Source, s.Title, s.Name),
		DataLabel: "Data: " + facts.Label,
		Front:     facts.front(s),
	}
	whole := len(r.plan.Tables) == len(s.Tables) && len(r.plan.Figures) == len(s.Figures)
	d.Front = append(d.Front, r.findings(whole)...)
	if s.Author != "" {
		d.Subtitle = "The experiments of " + s.Author + ", repeated"
	}
	numbered := document.Numbered{Tables: map[string]*table.Table{}, Figures: map[string]document.FigureBlock{}}
	for _, t := range r.tables {
		numbered.Tables[t.Number] = t
	}
	for _, f := range r.figures {
		numbered.Figures[f.number] = f.block()
	}
	if !whole || s.Text == "" && len(s.Parts()) == 1 {
		d.Blocks = r.withComparison(r.plainBlocks(), numbered.Figures, false)
		return d, nil
	}
	blocks, err := r.chapters(s.Parts(), facts, numbered)
	if err != nil {
		return nil, err
	}
	d.Blocks = r.withComparison(blocks, numbered.Figures, true)
	return d, nil
}

func (f drawing) block() document.FigureBlock {
	return document.FigureBlock{Number: f.number, Caption: f.caption, Figure: f.figure, File: f.file}
}

// plainBlocks is a report without a text: every table, with its chart, then
// every figure.
func (r *renderer) plainBlocks() []document.Block {
	var blocks []document.Block
	charts := map[string]drawing{}
	var figures []document.Block
	for _, f := range r.figures {
		if number, isChart := strings.CutPrefix(f.number, "C"); isChart {
			charts[number] = f
		} else if r.comparison == nil || !strings.HasPrefix(f.number, differencePrefix) {
			figures = append(figures, f.block())
		}
	}
	if len(r.tables) > 0 {
		blocks = append(blocks, document.Heading{Level: 1, Text: "Tables"})
	}
	for _, t := range r.tables {
		blocks = append(blocks, document.TableBlock{Table: t})
		if c, ok := charts[t.Number]; ok {
			blocks = append(blocks, c.block())
		}
	}
	if len(figures) > 0 {
		blocks = append(blocks, document.Heading{Level: 1, Text: "Figures"})
	}
	return append(blocks, figures...)
}

// facts are what the text of a report may say about its data and its cells.
type facts struct {
	Source                       string
	Label                        string // data label of the document
	Generated, Incomplete        bool
	GeneratedSentence            string
	RealSentence                 string
	Cells, Done, Failed, Missing int
	Protocol                     []string
	Datasets                     []datasetFacts
}

type datasetFacts struct {
	Title, Origin, Shape, Citation string
}

func (r *renderer) facts(ctx context.Context) (*facts, error) {
	count := Count(r.plan, r.results)
	f := &facts{
		Cells: len(r.plan.Cells),
		Done:  count.Done, Failed: count.Failed, Missing: count.Missing,
		Incomplete: count.Failed+count.Missing > 0,
	}
	var real, generated []string
	for _, name := range r.plan.Datasets() {
		e, err := dataset.Find(name)
		if err != nil {
			return nil, err
		}
		samples, features, classes := e.Samples, e.Features, len(e.ClassNames)
		origin := r.plan.Origin(name)
		if origin == dataset.StandIn {
			set, err := r.options.Data.Open(ctx, name)
			if err != nil {
				return nil, err
			}
			samples, features = set.Samples.Dims()
			classes = len(set.Classes)
			generated = append(generated, e.Title)
		} else {
			real = append(real, e.Title)
		}
		shape := fmt.Sprintf("%d samples of %d features", samples, features)
		if classes > 0 {
			shape += fmt.Sprintf(", %d classes", classes)
		}
		f.Datasets = append(f.Datasets, datasetFacts{e.Title, string(origin), shape, e.Citation})
	}
	f.Generated = len(generated) > 0
	switch {
	case len(real)+len(generated) == 0:
		f.Label = "none"
		f.RealSentence = "none."
	case len(real) == 0:
		f.Label = "stand-in (generated)"
		f.GeneratedSentence = "All data sets are generated stand-ins."
	case len(generated) == 0:
		f.Label = "real"
		f.RealSentence = enumerate(real) + "."
	default:
		f.Label = "partly stand-in (generated)"
		f.GeneratedSentence = fmt.Sprintf("Real: %s. Generated stand-ins: %s.", enumerate(real), enumerate(generated))
	}
	return f, nil
}

// front is the facts of the title page.
func (f *facts) front(s *study.Study) []string {
	data := "Data: all real, " + f.RealSentence
	if f.Generated {
		data = "Data: " + f.GeneratedSentence
	}
	cells := fmt.Sprintf("Cells: %d of %d computed", f.Done, f.Cells)
	if f.Failed > 0 {
		cells += fmt.Sprintf(", %d failed", f.Failed)
	}
	front := []string{data, cells, fmt.Sprintf("Seed: %d", s.Seed)}
	if s.Source != "" {
		front = slices.Insert(front, 0, "After: "+s.Source)
	}
	return front
}

// protocol says how the cells of the study are computed, from the study itself.
func protocol(s *study.Study) []string {
	var lines []string
	for i := range s.Experiments {
		e := &s.Experiments[i]
		line := fmt.Sprintf("**%s**: %s on %s, %s for each class", e.Name, e.Protocol, strings.Join(titles(e.Data), ", "), components(e.Components))
		if e.Protocol == study.Contamination {
			line = fmt.Sprintf("**%s**: images of random black and white pixels join %s, %s of all together", e.Name, strings.Join(titles(e.Data), ", "), components(e.Components))
		}
		if e.Protocol == study.CrossValidation {
			line += fmt.Sprintf(", %d random folds", e.Folds)
		}
		line += kernelOf(e) + "."
		if n, err := noise.Find(e.Noise); err == nil && e.Protocol == study.Split {
			line += " " + n.Definition()
		}
		line += variationsOf(e)
		lines = append(lines, line)
	}
	return lines
}

// variationsOf says under how many other settings of its optimiser an experiment is
// repeated, empty for none.
func variationsOf(e *study.Experiment) string {
	var settings []string
	for _, s := range e.Varied() {
		settings = append(settings, fmt.Sprintf("%d %s", len(s.Variations)+1, s.Names))
	}
	if len(settings) == 0 {
		return ""
	}
	return " Under " + enumerate(settings) + ", one changed at a time."
}

// kernelOf words the kernel of an experiment, with its width on each data set
// where they differ.
func kernelOf(e *study.Experiment) string {
	if e.Kernel == nil {
		return ""
	}
	var kernels []string
	for _, d := range e.Data {
		// An error is that of a kernel with which the study has been refused.
		if k, err := e.Kernel.FunctionFor(d); err == nil {
			kernels = append(kernels, k.String())
		}
	}
	if len(slices.Compact(slices.Clone(kernels))) == 1 {
		return ", kernel " + kernels[0]
	}
	return ", kernels " + strings.Join(kernels, ", ") + " in the order of the sets"
}

func components(n int) string {
	if n == 1 {
		return "1 component"
	}
	return fmt.Sprintf("%d components", n)
}

func titles(data []string) []string {
	var t []string
	for _, d := range data {
		t = append(t, Title(d))
	}
	return t
}

func enumerate(names []string) string {
	switch len(names) {
	case 0:
		return ""
	case 1:
		return names[0]
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}
