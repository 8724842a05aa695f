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
	Definition
	Examined int `json:"examined"`
	Found    int `json:"found"`
}

// Run audits tables. It is an error if two have the same name; anything wrong
// with their contents is a finding.
func Run(tables []printed.Table, o Options) (*Report, error) {
	b, err := newBook(tables, o.Links)
	if err != nil {
		return nil, err
	}
	e := newEngine(b, o.Claims)
	first := state{book: b}
	tallies := map[Check]Tally{}
	for i, u := range e.units {
		found, examined := e.findings(i, b)
		first.found = append(first.found, found)
		t := tallies[u.check]
		tallies[u.check] = Tally{Examined: t.Examined + examined, Found: t.Found + len(found)}
	}
	causes, corrected := e.causes(first)
	linkCauses(causes, corrected)

	r := &Report{book: b, Causes: causes, Findings: first.all()}
	slices.SortStableFunc(r.Findings, func(x, y Finding) int {
		return cmp.Or(slices.Compare(b.rank(x), b.rank(y)), cmp.Compare(x.id, y.id))
	})
	for k := range r.Findings {
		f := &r.Findings[k]
		f.Cause = slices.IndexFunc(causes, func(c Cause) bool { return slices.Contains(c.mended, f.id) })
		if f.Cause < 0 {
			f.Suggestions = e.suggestions(corrected, *f, causes)
		}
	}
	r.noteTrends(e)
	for _, d := range Checks() {
		t := tallies[d.Check]
		t.Definition = d
		r.Tallies = append(r.Tallies, t)
	}
	for _, c := range o.Claims {
		r.Claims = append(r.Claims, b.assess(c))
	}
	return r, nil
}

// linkCauses finds the causes that only make sense together: one breaks what
// another mends. What a cause breaks is kept where nothing mends it.
func linkCauses(causes []Cause, corrected state) {
	remaining := corrected.all()
	for n := range causes {
		c := &causes[n]
		c.broken = slices.DeleteFunc(c.broken, func(f Finding) bool {
			if slices.ContainsFunc(remaining, f.is) {
				return false
			}
			for m := n + 1; m < len(causes); m++ {
				if slices.Contains(causes[m].mended, f.id) {
					c.Together = append(c.Together, m)
					causes[m].Together = append(causes[m].Together, n)
					break
				}
			}
			return true
		})
	}
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
		if m, ok := r.book.mean(r.book.table(f.Table), f.Column); ok && !m.wrong() {
			f.Message += "; the printed average was formed with it, so it is not a slip in printing"
		}
		for i := range k {
			first := r.Findings[i]
			if first.Check == Trend && first.Printed == f.Printed && slices.Contains(e.places[f.Place], first.Place) {
				f.Message += "; it is the number of " + r.book.describe(first.Place)
			}
		}
	}
}

// rank orders findings by table, check, row and column, as they are printed.
// Findings about several tables come last.
func (b *book) rank(f Finding) []int {
	table, ok := b.index[f.Table]
	if !ok {
		table = len(b.tables)
	}
	t := b.table(f.Table)
	check := slices.IndexFunc(Checks(), func(d Definition) bool { return d.Check == f.Check })
	return []int{table, check, slices.Index(t.Rows, f.Row), slices.Index(t.Columns, f.Column)}
}
