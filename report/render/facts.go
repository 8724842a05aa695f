package render

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/study"
	"gpca/report/table"
	"gpca/report/words"
	"gpca/solver/typo"
)

// facts are what the text of a report can say of its data and its cells.
type facts struct {
	Source                string
	Label                 string // data label of the document
	StandIns              string // a sentence on them, empty without any
	Generated, Incomplete bool
	DataSentence          string // whether the data of the part is real
	Cells                 int
	Count
	Protocol []string
	Datasets []datasetFacts
	Answers  []string // whether robust PCA helps under the outliers that the part plants

	front    []string // what the first page says of the data and the cells
	evidence evidence
	exhibits exhibits
}

type datasetFacts struct {
	Title, Origin, Shape, Citation string
	Notes                          string // what was left out or changed
}

// factsOf are the facts for the text of a part. They cover the data of the part and its appendices.
func factsOf(ctx context.Context, e evidence, x exhibits, part *study.Study) (facts, error) {
	f := facts{
		Source: part.Source, Cells: e.cells.Total(), Count: e.cells, Incomplete: e.cells.Failed+e.cells.Missing > 0,
		Protocol: words.Each(part.Experiments, func(of *experiment.Named) string {
			return fmt.Sprintf("**%s**: %s", of.Name, of.Protocol(e.plan.Title))
		}),
		evidence: e, exhibits: x,
	}
	planted, err := e.spoiltOf(ctx, part)
	if err != nil {
		return f, err
	}
	f.Answers = answerOutliers(planted).sentences()
	if err := f.addData(ctx, part); err != nil {
		return f, err
	}
	cells := fmt.Sprintf("Cells: %d of %d computed", f.Done, f.Cells)
	if f.Failed > 0 {
		cells += fmt.Sprintf(", %d failed", f.Failed)
	}
	f.front = append(f.front, cells)
	return f, nil
}

// addData adds the facts on the data of a part and its appendices.
func (f *facts) addData(ctx context.Context, part *study.Study) error {
	e, used := f.evidence, map[string]bool{}
	for _, p := range e.plan.Study.Parts() {
		for _, q := range e.shown {
			if p.Belongs(part) && slices.Contains(p.Experiments, q.Experiment) {
				used[q.Point[experiment.Data]] = true
			}
		}
	}
	titles := map[dataset.Origin][]string{}
	elsewhere := false // is generated data, in other parts of the report
	for _, name := range e.plan.Datasets() {
		d, err := e.plan.Library.Describe(ctx, name)
		if err != nil {
			return err
		}
		if !used[name] {
			elsewhere = elsewhere || d.Origin != dataset.Real
			continue
		}
		titles[d.Origin] = append(titles[d.Origin], d.Title)
		shape := fmt.Sprintf("%d samples of %d features", d.Samples, d.Features)
		if len(d.Classes) > 0 {
			shape += fmt.Sprintf(", %d classes", len(d.Classes))
		}
		f.Datasets = append(f.Datasets, datasetFacts{d.Title, string(d.Origin), shape, d.Citation,
			table.EscapeMarkdown(strings.Join(d.Notes, " "))})
	}
	f.sayOrigins(titles, elsewhere)
	return nil
}

// sayOrigins says which data is real. Elsewhere: other parts of the report have generated data.
func (f *facts) sayOrigins(titles map[dataset.Origin][]string, elsewhere bool) {
	var labels []string
	for _, of := range []struct {
		origin       dataset.Origin
		label, title string
	}{
		{dataset.Real, "real", "Real data"},
		{dataset.StandIn, "stand-in (generated)", "Stand-ins, generated"},
		{dataset.Generated, "generated", "Generated data"},
	} {
		if sets := titles[of.origin]; sets != nil {
			labels, f.front = append(labels, of.label), append(f.front, of.title+": "+words.Enumerate(sets))
			f.Generated = f.Generated || of.origin != dataset.Real
		}
	}
	real := cmp.Or(words.Enumerate(titles[dataset.Real]), "none") + "."
	switch {
	case f.Generated:
		f.DataSentence = "**Not all data is real.** " + strings.Join(f.front, ". ") + "."
	case elsewhere:
		f.DataSentence = "All data of this text is real: " + real +
			" The first page lists the generated data of others."
	default:
		f.DataSentence = "All data is real: " + real
	}
	if others := titles[dataset.StandIn]; others != nil {
		f.StandIns = "This is a run on generated data, which stands in for real data sets that were not there."
		if titles[dataset.Real] != nil {
			others = words.Abridge(others, 3, "%d more")
			f.StandIns = "In this run generated data stands in for " + words.Enumerate(others) + "."
		}
		f.StandIns += " No number in it is a finding about the real data."
	}
	if f.Label = words.Enumerate(labels); labels == nil {
		f.Label, f.front = "none", []string{"Data: none"}
	}
}

// Outcome is the result of an experiment in the form of its kind; nil if it failed or is not computed.
func (f facts) Outcome(name string) (any, error) {
	for _, t := range f.evidence.tellers() {
		if t.name == name {
			outcome, err := t.Outcome(t.result)
			if err != nil {
				err = fmt.Errorf("the stored cell %s: %w", t.result.Cell, err)
			}
			return outcome, err
		}
	}
	return nil, nil
}

// A teller is an experiment that has a text on its result.
type teller struct {
	experiment.Teller
	name   string
	result experiment.Result
}

func (e evidence) tellers() (all []teller) {
	for _, q := range e.shown {
		if t, ok := q.Experiment.Experiment.(experiment.Teller); ok && q.isDone() {
			all = append(all, teller{t, q.Experiment.Name, q.result})
		}
	}
	return all
}

// Held says how many numbers in print a part of the report matches, and how many claims hold.
func (f facts) Held(part string) (string, error) {
	for _, c := range f.evidence.comparisons {
		if c.Part.Name == part {
			held := c.Facts().Line()
			if real, ok := f.evidence.real(c.Part); ok {
				held += "; in another run, on the real data, " + real.Tally
			}
			return held, nil
		}
	}
	return "", fmt.Errorf("no part %q of the report repeats a publication", part)
}

// RowsWith counts the rows of a table with a given text in a column.
func (f facts) RowsWith(number, column, text string) (int, error) {
	t := f.exhibits.Tables[number]
	if t == nil {
		return 0, fmt.Errorf("the report has no table %s", number)
	}
	at := slices.Index(t.Columns, column)
	if at < 0 {
		return 0, fmt.Errorf("table %s has no column %q: %s", number, column, typo.DidYouMean(column, t.Columns))
	}
	count := 0
	for _, row := range t.Rows {
		if row.Cells[at].Text == text {
			count++
		}
	}
	return count, nil
}

// RowsOf is the number of rows of a table, 0 for a table that is not there.
func (f facts) RowsOf(number string) int {
	if t := f.exhibits.Tables[number]; t != nil {
		return len(t.Rows)
	}
	return 0
}
