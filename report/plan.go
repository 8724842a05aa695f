package report

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"gpca/report/dataset"
	"gpca/report/grid"
	"gpca/report/store"
	"gpca/report/study"
	"gpca/report/suggest"
)

// Selection narrows a study down. Each list holds names or globs; an empty list
// selects all.
type Selection struct {
	Tables   []string `json:"tables,omitempty"`
	Figures  []string `json:"figures,omitempty"`
	Datasets []string `json:"datasets,omitempty"`
	Methods  []string `json:"methods,omitempty"`
}

// A Plan is what a selection of a study has to show and the cells that answer
// it.
type Plan struct {
	Study *study.Study
	// Cells are the cells of the plan, each once, in the order of the study.
	Cells []grid.Cell
	// Tables and Figures are the numbers selected.
	Tables, Figures []string
	// Selection and Repetitions are what the plan was made with.
	Selection   Selection
	Repetitions int

	byNeed  map[study.Need]grid.Cell
	sources map[string]grid.Source
}

// NewPlan resolves the selection of a study on the given data. Repetitions
// overrides the study's number unless it is 0.
//
// With a store whose results should be shown as they are, a data set that is
// not there counts as real when the store has results on the real one, so that
// results computed elsewhere can be drawn here; without (nil), what is not there
// is generated.
func NewPlan(ctx context.Context, s *study.Study, data *Data, results *store.Store, selection Selection, repetitions int) (*Plan, error) {
	return newPlan(ctx, s, data, results, nil, selection, repetitions)
}

// PlanOf returns the plan that a manifest's report was drawn with, given its study:
// on the same data, be it here or not.
func PlanOf(ctx context.Context, s *study.Study, m Manifest) (*Plan, error) {
	return newPlan(ctx, s, NewData(nil), nil, m.Data, m.Selection, m.Repetitions)
}

// newPlan is NewPlan with the origins of data sets, where they are given.
func newPlan(ctx context.Context, s *study.Study, data *Data, results *store.Store, origins map[string]dataset.Origin, selection Selection, repetitions int) (*Plan, error) {
	p := &Plan{Study: s, Selection: selection, Repetitions: repetitions, byNeed: map[study.Need]grid.Cell{}, sources: map[string]grid.Source{}}
	if err := p.choose(selection); err != nil {
		return nil, err
	}
	needs := s.Needs(study.Selection{
		Tables:  func(n string) bool { return slices.Contains(p.Tables, n) },
		Figures: func(n string) bool { return slices.Contains(p.Figures, n) },
	})
	var datasets, methods []string
	for _, n := range needs {
		datasets = appendNew(datasets, n.Data)
		methods = appendNew(methods, n.Method)
	}
	datasets, err := matching("data set", selection.Datasets, datasets)
	if err != nil {
		return nil, err
	}
	if methods, err = matching("method", selection.Methods, methods); err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for _, n := range needs {
		if !slices.Contains(datasets, n.Data) || !slices.Contains(methods, n.Method) {
			continue
		}
		source, err := p.source(ctx, n.Data, data, results, origins)
		if err != nil {
			return nil, err
		}
		if n.Experiment.RealOnly && source.Origin != dataset.Real {
			continue
		}
		c, err := grid.Resolve(s, n, source, repetitions)
		if err != nil {
			return nil, fmt.Errorf("study %s: %w", s.Name, err)
		}
		p.byNeed[n] = c
		if key := c.Key(); !seen[key] {
			seen[key] = true
			p.Cells = append(p.Cells, c)
		}
	}
	return p, nil
}

// choose picks tables and figures. Naming only tables leaves the figures out,
// and the other way round.
func (p *Plan) choose(selection Selection) error {
	var tables, figures []string
	for _, t := range p.Study.Tables {
		tables = append(tables, t.Number)
	}
	for _, f := range p.Study.Figures {
		figures = append(figures, f.Number)
	}
	var err error
	all := len(selection.Tables)+len(selection.Figures) == 0
	if all || len(selection.Tables) > 0 {
		if p.Tables, err = matching("table", selection.Tables, tables); err != nil {
			return err
		}
	}
	if all || len(selection.Figures) > 0 {
		p.Figures, err = matching("figure", selection.Figures, figures)
	}
	return err
}

// source says on which data a set's cells are computed or were.
func (p *Plan) source(ctx context.Context, name string, data *Data, results *store.Store, origins map[string]dataset.Origin) (grid.Source, error) {
	if s, ok := p.sources[name]; ok {
		return s, nil
	}
	e, err := dataset.Find(name)
	if err != nil {
		return grid.Source{}, err
	}
	s := grid.Source{Origin: dataset.StandIn}
	_, found := data.Found(name)
	if found || origins[name] == dataset.Real || results != nil && results.Has(name, dataset.Real) {
		s = grid.Source{Origin: dataset.Real, Digest: e.Digest()}
	} else {
		generated, err := data.Open(ctx, name)
		if err != nil {
			return grid.Source{}, err
		}
		s.Digest = generated.Digest
	}
	p.sources[name] = s
	return s, nil
}

// Cell returns the cell that answers a need, false when the selection leaves it
// out.
func (p *Plan) Cell(n study.Need) (grid.Cell, bool) {
	c, ok := p.byNeed[n]
	return c, ok
}

// Origin says on which data a set's cells are computed; a stand-in when the plan
// does not need the set.
func (p *Plan) Origin(data string) dataset.Origin {
	if s, ok := p.sources[data]; ok {
		return s.Origin
	}
	return dataset.StandIn
}

// Origins says for each data set of the plan on which one its cells are computed.
func (p *Plan) Origins() map[string]dataset.Origin {
	origins := map[string]dataset.Origin{}
	for name, s := range p.sources {
		origins[name] = s.Origin
	}
	return origins
}

// Datasets lists the data sets of the plan's cells in order.
func (p *Plan) Datasets() []string {
	var names []string
	for _, c := range p.Cells {
		names = appendNew(names, c.Data)
	}
	return names
}

// matching returns the valid names that the patterns select, in their order,
// all for no pattern. A pattern that selects nothing is an error that names the
// nearest valid ones.
func matching(what string, patterns, valid []string) ([]string, error) {
	if len(patterns) == 0 {
		return valid, nil
	}
	selected := make([]bool, len(valid))
	for _, p := range patterns {
		found := false
		for i, v := range valid {
			match, err := matches(p, v)
			if err != nil {
				return nil, fmt.Errorf("%s %q is not a valid pattern: %w", what, p, err)
			}
			if match {
				selected[i], found = true, true
			}
		}
		switch {
		case len(valid) == 0:
			return nil, fmt.Errorf("unknown %s %q: nothing that is selected has one", what, p)
		case !found:
			return nil, fmt.Errorf("unknown %s %q: %s", what, p, suggest.DidYouMean(p, valid))
		}
	}
	var names []string
	for i, v := range valid {
		if selected[i] {
			names = append(names, v)
		}
	}
	return names, nil
}

// matches reports whether a pattern is the name or a glob of it. A name is no
// path: a slash in it, as in "f'=u/(1+u)", is a letter like any other.
func matches(pattern, name string) (bool, error) {
	if pattern == name {
		return true, nil
	}
	letter := func(s string) string { return strings.ReplaceAll(s, "/", "\x00") }
	return path.Match(letter(pattern), letter(name))
}

func appendNew(names []string, name string) []string {
	if slices.Contains(names, name) {
		return names
	}
	return append(names, name)
}
