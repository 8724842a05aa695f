package audit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gpca/report/claim"
	"gpca/report/publication/printed"
	"gpca/report/words"
)

// checkLabels compares the row labels of an experiment's tables. The share printed beside a label and the steps
// between the labels above it are evidence for a label; without evidence the first table is right.
func (b *book) checkLabels(e Reprints) (findings []Finding, examined int) {
	tables := e.present(b)
	for n, t := range tables {
		if n > 0 && len(t.Rows) == len(tables[0].Rows) {
			examined += len(t.Body())
		}
		for i, row := range t.Rows {
			if !relabelled(tables[0], t, i) {
				continue
			}
			wrong, right := t, tables[0]
			here, there := b.links.evidence(t, i, row), b.links.evidence(t, i, tables[0].Rows[i])
			if here.weight > there.weight {
				wrong, right = right, wrong
			}
			ill, well := b.labelled(wrong), b.labelled(right)
			f := Finding{
				Check: Label, Severity: Error, id: fmt.Sprint(t.Name(), i),
				Printed: wrong.Rows[i], Expected: right.Rows[i],
				Message: fmt.Sprintf("row %d is labelled %s in %s, and %s in %s%s%s", i+1,
					wrong.Rows[i], strings.Join(words.Each(ill, claim.TitleOf), ", "),
					right.Rows[i], strings.Join(words.Each(well, claim.TitleOf), ", "), here.text, there.text),
			}
			at := func(row string) func(string) printed.Place {
				return func(table string) printed.Place { return printed.Place{Table: table, Row: row} }
			}
			places := slices.Concat(words.Each(ill, at(f.Printed)), words.Each(well, at(f.Expected)))
			f.Place, f.others = places[0], places[1:]
			findings = append(findings, f)
		}
	}
	return findings, examined
}

func (b *book) labelled(like printed.Table) []string {
	names := []string{like.Name()}
	for _, t := range b.tables {
		if t.Axis == like.Axis && slices.Equal(t.Rows, like.Rows) && t.Name() != like.Name() {
			names = append(names, t.Name())
		}
	}
	return names
}

func (b *book) mendLabel(f Finding) []Correction {
	c := Correction{Slip: LabelWrong, mended: []string{f.id}, gain: 1}
	for _, p := range append([]printed.Place{f.Place}, f.others...) {
		if p.Row == f.Printed {
			c.Edits = append(c.Edits, Edit{p, f.Printed, f.Expected})
		}
	}
	return []Correction{c}
}

// evidence is a number of arguments for a label, less those against it.
type evidence struct {
	weight int
	text   string
}

func (e *evidence) add(speaksFor bool, format string, arguments ...any) {
	if speaksFor {
		e.weight++
	} else {
		e.weight--
	}
	e.text += "; " + fmt.Sprintf(format, arguments...)
}

func (l Links) evidence(t printed.Table, i int, label string) (e evidence) {
	number, err := strconv.Atoi(label)
	for _, s := range l.Shares {
		percent, printed := s.Percent[label]
		if err != nil || !printed || !slices.Contains(s.Tables, t.Name()) {
			continue
		}
		exact := 100 * float64(number) / float64(s.Of)
		if cut, rounded := 100*number/s.Of, (200*number+s.Of)/(2*s.Of); percent != cut && percent != rounded {
			e.add(false, "%s of %d are %.1f%%, not the printed %d%%", label, s.Of, exact, percent)
		} else {
			e.add(true, "%s of %d are %.1f%%, printed as %d%%", label, s.Of, exact, percent)
		}
		break
	}
	levels, ok := levelsOf(append(slices.Clone(t.Rows[:i]), label))
	if !ok || len(levels) < 4 {
		return e
	}
	step, last := levels[1]-levels[0], len(levels)-1
	for k := 2; k < last; k++ {
		if levels[k]-levels[k-1] != step {
			return e
		}
	}
	if levels[last]-levels[last-1] == step {
		e.add(true, "%s continues the steps of %g", label, step)
	} else {
		e.add(false, "%s breaks the steps of %g", label, step)
	}
	return e
}

// levelsOf reads row labels as numbers; ok is false if one is none.
func levelsOf(rows []string) (levels []float64, ok bool) {
	for _, row := range rows {
		x, ok := printed.Level(row)
		if !ok {
			return nil, false
		}
		levels = append(levels, x)
	}
	return levels, true
}
