package audit

import (
	"cmp"
	"slices"

	"gpca/report/publication/printed"
)

// A Report is the result of an audit.
type Report struct {
	// Findings are ordered by table, check, row and column.
	Findings []Finding
	// Causes are misprints that explain several findings together, the most
	// telling first.
	Causes []Cause
	// Tallies say for each check how much it examined and found.
	Tallies []Tally
	// Claims are all statements that were examined.
	Claims []Assessment

	book *book
}

// A Tally says how much a check examined and found.
type Tally struct {
	Check    Check `json:"check"`
	Examined int   `json:"examined"`
	Found    int   `json:"found"`
}

// Run audits tables. It is an error if two have the same name; anything wrong
// with their contents is a finding.
func Run(tables []printed.Table, o Options) (*Report, error) {
	b, err := newBook(tables)
	if err != nil {
		return nil, err
	}
	e := newEngine(b, o)
	s := e.first(b)
	taken, alternatives, corrected := e.causes(s)

	r := &Report{book: b}
	type origin struct {
		Finding
		unit int
	}
	var found []origin
	for i := range s.found {
		for _, f := range s.found[i] {
			found = append(found, origin{f, i})
		}
	}
	order := newOrder(b)
	slices.SortStableFunc(found, func(x, y origin) int { return order.compare(x.Finding, y.Finding) })
	index := map[string]int{}
	for k, f := range found {
		index[f.id] = k
	}

	for n, j := range taken {
		c := Cause{Correction: r.resolve(j, index)}
		for _, k := range c.Mends {
			if found[k].Cause < 0 {
				found[k].Cause = n
				c.Findings = append(c.Findings, k)
			}
		}
		for _, other := range alternatives[n] {
			c.Alternatives = append(c.Alternatives, r.resolve(other, index))
		}
		r.Causes = append(r.Causes, c)
	}
	r.linkCauses(taken, corrected)
	for k := range found {
		f := &found[k]
		if f.Cause >= 0 {
			f.Suggestions = []Correction{r.Causes[f.Cause].Correction}
			continue
		}
		for _, j := range e.suggestions(corrected, f.unit, f.Finding, taken) {
			f.Suggestions = append(f.Suggestions, r.resolve(j, index))
		}
	}
	for _, f := range found {
		r.Findings = append(r.Findings, f.Finding)
	}
	r.noteTrends(e)
	for _, d := range Checks() {
		t := Tally{Check: d.Check}
		for i, u := range e.units {
			if u.check == d.Check {
				t.Examined += u.examined(b)
				t.Found += len(s.found[i])
			}
		}
		r.Tallies = append(r.Tallies, t)
	}
	for _, c := range o.Claims {
		r.Claims = append(r.Claims, b.assess(c, o.Links.Counts))
	}
	return r, nil
}

// resolve turns identities of findings into their indices.
func (r *Report) resolve(j judged, index map[string]int) Correction {
	c := j.Correction
	for _, id := range j.mended {
		if k, ok := index[id]; ok {
			c.Mends = append(c.Mends, k)
		}
	}
	slices.Sort(c.Mends)
	for _, f := range j.broken {
		c.Breaks = append(c.Breaks, r.describeBroken(f))
	}
	return c
}

// linkCauses finds the causes that only make sense together: one breaks what
// another mends.
func (r *Report) linkCauses(taken []judged, corrected state) {
	remaining := map[string]bool{}
	for _, f := range corrected.all() {
		remaining[f.id] = true
	}
	for n, j := range taken {
		r.Causes[n].Breaks = nil
		for _, f := range j.broken {
			if remaining[f.id] {
				r.Causes[n].Breaks = append(r.Causes[n].Breaks, r.describeBroken(f))
				continue
			}
			for m := n + 1; m < len(taken); m++ {
				if slices.Contains(taken[m].mended, f.id) {
					r.Causes[n].Together = append(r.Causes[n].Together, m)
					r.Causes[m].Together = append(r.Causes[m].Together, n)
					break
				}
			}
		}
	}
}

func (r *Report) describeBroken(f Finding) string {
	if f.Check == Bold {
		f.Column = ""
	}
	return string(f.Check) + ": " + r.book.describe(f.Place)
}

// noteTrends adds to values out of trend, where no misprint explains them,
// whether the printed average was formed with them. If it was, the value is no
// slip of the typesetter. A number that is printed twice is out of trend twice;
// the second time says so.
func (r *Report) noteTrends(e *engine) {
	for k := range r.Findings {
		f := &r.Findings[k]
		if f.Check != Trend || f.Column == "" || f.Cause >= 0 {
			continue
		}
		t, ok := r.book.table(f.Table)
		if !ok {
			continue
		}
		if m, ok := r.book.mean(t, f.Column); ok && !m.wrong() {
			f.Message += "; the printed average was formed with it, so it is not a slip in printing"
		}
		for i := range k {
			first := &r.Findings[i]
			if first.Check == Trend && first.Printed == f.Printed && slices.Contains(e.places[f.Place], first.Place) {
				f.Others = append(f.Others, first.Place)
				first.Others = append(first.Others, f.Place)
				f.Message += "; it is the number of " + r.book.describe(first.Place)
			}
		}
	}
}

// An order sorts findings as the tables are printed.
type order struct {
	tables  map[string]int
	checks  map[Check]int
	rows    map[printed.Place]int
	columns map[printed.Place]int
}

func newOrder(b *book) order {
	o := order{map[string]int{}, map[Check]int{}, map[printed.Place]int{}, map[printed.Place]int{}}
	for i, t := range b.tables {
		o.tables[t.Name()] = i
		for k, row := range t.Rows {
			o.rows[printed.Place{Table: t.Name(), Row: row}] = k
		}
		for k, column := range t.Columns {
			o.columns[printed.Place{Table: t.Name(), Column: column}] = k
		}
	}
	for i, d := range Checks() {
		o.checks[d.Check] = i
	}
	return o
}

func (o order) compare(a, b Finding) int {
	return cmp.Or(
		cmp.Compare(o.table(a), o.table(b)),
		cmp.Compare(o.checks[a.Check], o.checks[b.Check]),
		cmp.Compare(o.rows[printed.Place{Table: a.Table, Row: a.Row}], o.rows[printed.Place{Table: b.Table, Row: b.Row}]),
		cmp.Compare(o.columns[printed.Place{Table: a.Table, Column: a.Column}], o.columns[printed.Place{Table: b.Table, Column: b.Column}]),
		cmp.Compare(a.id, b.id),
	)
}

// table ranks a finding's table; findings about several tables come last.
func (o order) table(f Finding) int {
	if i, ok := o.tables[f.Table]; ok {
		return i
	}
	return len(o.tables)
}
