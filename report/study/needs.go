package study

import (
	"slices"
	"strconv"
)

// A Need is one number that a study has to compute: a method on a data set at a
// level of an experiment. Level is 0 where the experiment has none. Variation says
// under which other settings of the optimiser, the zero one under its own.
type Need struct {
	Experiment *Experiment
	Data       string
	Level      float64
	Method     string
	Variation  Variation
}

// A Selection picks tables and figures by their numbers. The zero Selection
// picks everything.
type Selection struct {
	Tables, Figures func(number string) bool
}

// Needs lists what the selected tables and figures show, each number once, in
// the order of the study.
func (s *Study) Needs(selection Selection) []Need {
	n := &needs{study: s, seen: map[Need]bool{}, listed: map[*Table]bool{}}
	for i := range s.Tables {
		if selection.Tables == nil || selection.Tables(s.Tables[i].Number) {
			n.table(&s.Tables[i])
		}
	}
	for i := range s.Figures {
		f := &s.Figures[i]
		if selection.Figures != nil && !selection.Figures(f.Number) {
			continue
		}
		switch f.Kind {
		case Sweep:
			n.figure(f)
		case Sensitivity:
			n.table(s.Table(f.Table))
		case Gains:
			for _, of := range f.Of {
				n.table(s.Table(of))
			}
		}
	}
	return n.list
}

type needs struct {
	study  *Study
	seen   map[Need]bool
	listed map[*Table]bool
	list   []Need
}

func (n *needs) add(e *Experiment, data []string, levels []float64, methods []string) {
	n.addVaried(e, data, levels, methods, Variation{})
}

func (n *needs) addVaried(e *Experiment, data []string, levels []float64, methods []string, v Variation) {
	if len(levels) == 0 {
		levels = []float64{0}
	}
	for _, d := range data {
		for _, l := range levels {
			for _, m := range methods {
				need := Need{e, d, l, m, v}
				if !n.seen[need] {
					n.seen[need] = true
					n.list = append(n.list, need)
				}
			}
		}
	}
}

func (n *needs) table(t *Table) {
	if n.listed[t] {
		return // another table asked for it
	}
	n.listed[t] = true
	if t.Kind == Sensitivity {
		n.sensitivityTable(t)
		return
	}
	if t.Kind == WinningCount {
		of := n.study.Table(t.Of[0])
		e := n.study.Experiment(of.Experiment)
		n.add(e, of.DataOf(e), of.LevelsOf(e), slices.Concat(t.Rows, t.methods()))
		return
	}
	switch t.Kind {
	case Variants:
		n.variants(t)
		return
	case ChosenParameter:
		for _, name := range t.Experiments {
			e := n.study.Experiment(name)
			n.add(e, e.Data, e.Levels, slices.Concat(t.methods(), []string{t.Chosen}, t.Hindsight))
		}
		return
	}
	e := n.study.Experiment(t.Experiment)
	data, levels := t.DataOf(e), t.LevelsOf(e)
	n.add(e, data, levels, slices.Concat(t.Rows, t.methods()))
	for _, column := range t.Columns {
		if column.BestOf == "" {
			continue
		}
		// Which method is best is known only once all of the other table is; the
		// winner is then wanted at the levels of this one.
		of := n.study.Table(column.BestOf)
		n.table(of)
		n.add(e, data, levels, n.study.Candidates(column))
	}
}

func (n *needs) figure(f *Figure) {
	e := n.study.Experiment(f.Experiment)
	methods := slices.Clone(f.References)
	for i := range f.Values {
		methods = append(methods, f.SweepMethod(i))
	}
	n.add(e, []string{f.Data}, e.Levels, methods)
}

// Candidates are the methods from which a best-of column is chosen.
func (s *Study) Candidates(column Column) []string {
	if len(column.Among) > 0 {
		return column.Among
	}
	return s.Table(column.BestOf).methods()
}

// DataOf is the data sets that the table shows, in order.
func (t *Table) DataOf(e *Experiment) []string {
	if len(t.Data) > 0 {
		return t.Data
	}
	return e.Data
}

// LevelsOf is the levels that the table shows, in order; none for an experiment
// without levels.
func (t *Table) LevelsOf(e *Experiment) []float64 {
	if len(t.Levels) > 0 {
		return t.Levels
	}
	return e.Levels
}

// methods are the methods that the columns name outright.
func (t *Table) methods() []string {
	var names []string
	for _, column := range t.Columns {
		if column.Method != "" {
			names = append(names, column.Method)
		}
	}
	return names
}

// SweepMethod is the method at value i of a sweep.
func (f *Figure) SweepMethod(i int) string {
	return f.Family + "=" + strconv.FormatFloat(f.Values[i], 'g', -1, 64)
}
