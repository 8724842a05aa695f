// Package plan turns a selection of a study into cells. It builds the selected tables and figures
// on a source without results, records the queries that they make, and resolves these to cells.
package plan

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gpca/report/dataset"
	"gpca/report/dataset/library"
	"gpca/report/exhibit"
	"gpca/report/experiment"
	"gpca/report/method"
	"gpca/report/study"
	"gpca/report/words"
)

// Selection narrows a study down. Lists hold names or globs; an empty list selects all.
type Selection struct {
	Tables   []string `json:"tables,omitempty"`
	Figures  []string `json:"figures,omitempty"`
	Datasets []string `json:"datasets,omitempty"`
	Methods  []string `json:"methods,omitempty"`
}

// IsZero reports whether the selection leaves nothing out.
func (s Selection) IsZero() bool { return s.Equal(Selection{}) }

// Equal reports whether two selections have the same lists.
func (s Selection) Equal(o Selection) bool {
	return slices.Equal(s.Tables, o.Tables) && slices.Equal(s.Figures, o.Figures) &&
		slices.Equal(s.Datasets, o.Datasets) && slices.Equal(s.Methods, o.Methods)
}

// A Plan is what a selection of a study shows, with the cells for it.
type Plan struct {
	Study *study.Study
	// Cells has each cell once, in the order of the study.
	Cells []experiment.Cell
	// Shown has the measures that the exhibits show, in the order of the study.
	Shown []Shown
	// Tables and Figures are the selected numbers.
	Tables, Figures []string
	// Selection and Repetitions are the arguments of New.
	Selection   Selection
	Repetitions int
	// Library describes and opens the data.
	Library *library.Library

	asked   []exhibit.Query           // each measure of a point once
	known   map[measured]bool         // asked
	drawn   map[place]bool            // where artifacts are drawn
	keys    map[place]string          // of selected cells
	at      map[string]int            // of a cell in Cells, by its key
	origins map[string]dataset.Origin // by data set
}

// Shown is a measure of a cell that some exhibit shows.
type Shown struct {
	Cell    experiment.Cell
	Key     string
	Measure experiment.Measure
	Method  method.Method // the first one that shows it
}

// New resolves a selection of a study. Repetitions other than 0 override the study's.
func New(
	ctx context.Context, s *study.Study, data *library.Library, selection Selection, repetitions int,
) (*Plan, error) {
	if repetitions < 0 || repetitions > experiment.MostRepetitions {
		return nil, fmt.Errorf("%d repetitions: at least 1 and at most %d are allowed", repetitions,
			experiment.MostRepetitions)
	}
	p := &Plan{
		Study: s, Selection: selection, Repetitions: repetitions, Library: data,
		known: map[measured]bool{}, drawn: map[place]bool{}, keys: map[place]string{},
		at: map[string]int{}, origins: map[string]dataset.Origin{},
	}
	if err := p.choose(selection); err != nil {
		return nil, err
	}
	r := &recorder{source: source{plan: p}, ctx: ctx}
	for _, number := range p.Tables {
		t := s.Table(number)
		t.Build(r)
		if c, ok := t.(exhibit.Charted); ok {
			c.Chart(r)
		}
	}
	for _, number := range p.Figures {
		if _, err := s.Figure(number).Build(r); err != nil {
			return nil, fmt.Errorf("study %s: figure %s: %w", s.Name, number, err)
		}
	}
	if r.fault != nil {
		return nil, r.fault
	}
	return p, p.resolve(ctx)
}

func (p *Plan) choose(selection Selection) (err error) {
	all := len(selection.Tables)+len(selection.Figures) == 0
	if all || len(selection.Tables) > 0 {
		tables := words.Each(p.Study.AllTables(), func(t exhibit.Table) string { return t.Head().Number })
		if p.Tables, err = study.Select("table", selection.Tables, tables); err != nil {
			return err
		}
	}
	if all || len(selection.Figures) > 0 {
		figures := words.Each(p.Study.AllFigures(), func(f exhibit.Figure) string { return f.Head().Number })
		p.Figures, err = study.Select("figure", selection.Figures, figures)
	}
	return err
}

// Whole reports whether all tables and figures of the study are selected.
func (p *Plan) Whole() bool {
	return len(p.Tables) == len(p.Study.AllTables()) && len(p.Figures) == len(p.Study.AllFigures())
}

// A place is a point of an experiment in canonical form.
type place struct {
	experiment *experiment.Named
	point      string
}

type measured struct {
	place
	measure string
}

func placeOf(q exhibit.Query) place { return place{q.Experiment, q.Point.String()} }

func (p *Plan) resolve(ctx context.Context) error {
	var datasets, methods []string
	for _, q := range p.asked {
		datasets = words.AppendNew(datasets, q.Point[experiment.Data])
		methods = words.AppendNew(methods, q.Point[experiment.Method])
	}
	datasets, err := study.Select("data set", p.Selection.Datasets, datasets)
	if err != nil {
		return err
	}
	selected := slices.Concat(words.Each(p.Selection.Methods, p.Study.Members)...)
	if methods, err = study.Select("method", selected, methods); err != nil {
		return err
	}
	shown := map[string]bool{}
	for _, q := range p.asked {
		if !slices.Contains(datasets, q.Point[experiment.Data]) ||
			!slices.Contains(methods, q.Point[experiment.Method]) {
			continue
		}
		c, err := p.cell(ctx, q)
		if err != nil {
			return err
		}
		p.origins[c.Data] = c.Origin
		key := c.Key()
		p.keys[placeOf(q)] = key
		at, known := p.at[key]
		if !known {
			at = len(p.Cells)
			p.at[key] = at
			if p.Cells = append(p.Cells, c); at == experiment.MostCells {
				return fmt.Errorf("study %s: its tables and figures ask for more than %d cells: divide it, or give "+
					"its axes fewer values", p.Study.Name, at)
			}
		}
		p.Cells[at].Refits = max(p.Cells[at].Refits, c.Refits)
		m, err := experiment.MeasureOf(q.Experiment, q.Measure)
		if err != nil {
			return fmt.Errorf("study %s, experiment %s: %w", p.Study.Name, q.Experiment.Name, err)
		}
		if name := fmt.Sprintf("%s %s %g", key, m.Name, m.Scale); !shown[name] {
			shown[name] = true
			p.Shown = append(p.Shown, Shown{p.Cells[at], key, m, q.Method})
		}
	}
	return nil
}

func (p *Plan) cell(ctx context.Context, q exhibit.Query) (experiment.Cell, error) {
	name := q.Point[experiment.Data]
	d, err := p.Library.Describe(ctx, name)
	if err != nil {
		return experiment.Cell{}, err
	}
	e := q.Experiment
	on := experiment.Subject{Data: d, Seed: e.Seed, Repetitions: e.Repetitions.On(d.Origin),
		Refits: e.RefitsOn(d.Origin)}
	if p.Repetitions > 0 {
		on.Repetitions = p.Repetitions
	}
	c, err := e.Cell(q.Point, q.Method, on)
	if err != nil {
		return c, fmt.Errorf("%w (experiment %s)", err, e.Name)
	}
	return c, nil
}

// Asked lists the points that exhibits ask for, each once, also those that the selection omits.
func (p *Plan) Asked() []exhibit.Query { return p.asked }

// Warnings are hints to the author of the study on what the plan computes, with file and line.
func (p *Plan) Warnings() []error {
	run := map[string]bool{}
	for _, q := range p.asked {
		if _, ok := p.Key(q); ok {
			run[q.Method.Name] = true
			if q.Method.Choose != nil {
				family, _, _ := strings.Cut(q.Method.Choose.Family, " ") // without the parameters that are fixed
				run[family] = true
			}
		}
	}
	return p.Study.Warnings(run)
}

// Drawn reports whether a figure draws artifacts of the cell at a point.
func (p *Plan) Drawn(q exhibit.Query) bool { return p.drawn[placeOf(q)] }

// Key is the key of the cell at a point, false when the selection omits it.
func (p *Plan) Key(q exhibit.Query) (string, bool) {
	key, ok := p.keys[placeOf(q)]
	return key, ok
}

// Origin is the origin of the data of a set's cells; StandIn for a set without cells.
func (p *Plan) Origin(data string) dataset.Origin {
	return cmp.Or(p.origins[data], dataset.StandIn)
}

func (p *Plan) Origins() map[string]dataset.Origin { return maps.Clone(p.origins) }

// Datasets lists the data sets of the plan's cells in order.
func (p *Plan) Datasets() []string {
	return words.AppendNew(nil, words.Each(p.Cells, func(c experiment.Cell) string { return c.Data })...)
}

func (p *Plan) Title(data string) string {
	if d, err := p.Library.Describe(context.Background(), data); err == nil {
		return d.Title
	}
	return data
}

type recorder struct {
	source
	ctx   context.Context
	fault error
}

func (r *recorder) Result(q exhibit.Query) (experiment.Result, bool) {
	at := measured{placeOf(q), q.Measure}
	if q.Drawn {
		r.plan.drawn[at.place] = true
	}
	if !r.plan.known[at] && !q.Optional {
		r.plan.known[at] = true
		r.plan.asked = append(r.plan.asked, q)
	}
	return experiment.Result{}, false
}

// Origin describes the data set, since what is shown may depend on it.
func (r *recorder) Origin(data string) dataset.Origin {
	d, err := r.plan.Library.Describe(r.ctx, data)
	if err != nil {
		r.fault = cmp.Or(r.fault, err)
		return dataset.StandIn
	}
	r.plan.origins[data] = d.Origin
	return d.Origin
}

// Results find stored results by the keys of their cells.
type Results interface {
	Get(key string) (experiment.Result, bool)
}

// Source answers the exhibits of a part of the study.
func (p *Plan) Source(results Results, part *study.Study) exhibit.Source {
	s := source{p, results, exhibit.Printed{}}
	if found := part.Publication(); found != nil {
		s.printed = found.Printed()
		if part.Repeats == "" { // its tables have other numbers
			s.printed.Value = nil
		}
	}
	return s
}

type source struct {
	plan    *Plan
	results Results
	printed exhibit.Printed
}

// Result also finds the cell of a point that nobody asks for, where another experiment has the same cell.
func (s source) Result(q exhibit.Query) (experiment.Result, bool) {
	key, ok := s.plan.Key(q)
	if !ok {
		c, err := s.plan.cell(context.Background(), q)
		if err != nil {
			return experiment.Result{}, false
		}
		key = c.Key()
		if _, ok := s.plan.at[key]; !ok {
			return experiment.Result{}, false
		}
	}
	return s.results.Get(key)
}

func (s source) Origin(data string) dataset.Origin { return s.plan.Origin(data) }
func (s source) Title(data string) string          { return s.plan.Title(data) }
func (s source) Printed() exhibit.Printed          { return s.printed }
