package audit

import (
	"cmp"
	"slices"

	"gpca/report/publication/printed"
	"gpca/report/words"
)

// A Report is the result of an audit.
type Report struct {
	// Findings and Excused are ordered by table, check, row and column.
	Findings []Finding
	Excused  []Finding
	// Causes are misprints that explain several findings each, the one that explains most first.
	Causes []Cause
	// Tallies count by check and text.
	Tallies []Tally
	// Claims are all claims that were examined.
	Claims []Assessment

	book *book
}

// Line returns the file and the line of a finding; 0 for no line.
func (r *Report) Line(f Finding) (file string, line int) { return r.book.table(f.Table).Line(f.Place) }

// A Tally counts what a check examined, found, and excused by rounding.
type Tally struct {
	Check Check `json:"check"`
	// Text is the source of the tables; empty for the publication, and for checks of several tables.
	Text     string `json:"text,omitempty"`
	Examined int    `json:"examined"`
	Found    int    `json:"found"`
	Excused  int    `json:"excused"`
}

// Name returns the check with the text: "average" or "average, paper".
func (t Tally) Name() string {
	if t.Text == "" {
		return string(t.Check)
	}
	return string(t.Check) + ", " + t.Text
}

// Excess is the number of contradictions in the printed digits, excused or not.
func (t Tally) Excess() int { return t.Found + t.Excused }

// Run audits tables. Two tables of one name are an error; anything wrong with their contents is a finding.
func Run(tables []printed.Table, o Options) (r *Report, err error) {
	defer words.Caught(&err)
	b, err := newBook(tables, o.Links)
	if err != nil {
		return nil, err
	}
	e := newEngine(b, o.Claims)
	first := state{book: b}
	examined := make([]int, len(e.units))
	for i := range e.units {
		var found []Finding
		found, examined[i] = e.findings(i, b)
		first.found = append(first.found, found)
	}
	causes, corrected := e.causes(first)
	r = &Report{book: b, Causes: causes, Tallies: e.tallies(first, examined), Claims: e.claims}
	all := first.all()
	slices.SortStableFunc(all, func(x, y Finding) int {
		return cmp.Or(slices.Compare(b.rank(x), b.rank(y)), cmp.Compare(x.id, y.id))
	})
	r.Excused = words.Those(all, func(f Finding) bool { return f.Severity == Excused })
	r.Findings = words.Those(all, func(f Finding) bool { return f.Severity > Excused })
	for k := range r.Findings {
		f := &r.Findings[k]
		f.Cause = slices.IndexFunc(causes, func(c Cause) bool { return slices.Contains(c.mended, f.id) })
		if f.Cause < 0 {
			f.Suggestions = e.suggestions(corrected, *f, causes)
		}
	}
	r.noteTrends(e)
	return r, nil
}

func (e *engine) tallies(s state, examined []int) (all []Tally) {
	texts := []string{""}
	for _, t := range s.book.tables {
		texts = words.AppendNew(texts, t.Source)
	}
	for _, check := range Checks {
		for _, text := range texts {
			t := Tally{Check: check, Text: text}
			for i, u := range e.units {
				if u.check != check || u.text(s.book) != text {
					continue
				}
				t.Examined += examined[i]
				for _, f := range s.found[i] {
					if f.Severity == Excused {
						t.Excused++
					} else {
						t.Found++
					}
				}
			}
			if text == "" && check != Arithmetic || t.Examined > 0 {
				all = append(all, t)
			}
		}
	}
	return all
}

// text is the source of the table that a unit reads; empty for several tables.
func (u unit) text(b *book) string {
	if len(u.tables) != 1 {
		return ""
	}
	return b.table(u.tables[0]).Source
}

// A Mistake is a proposed correction of one or more findings.
type Mistake struct {
	Cause
	Confidence Confidence `json:"confidence"`
	// Findings are the indices of the findings that it explains.
	Findings []int `json:"findings"`
}

// A Confidence says how certain a correction is. The package comment has the share of right ones in simulated
// tables.
type Confidence string

const (
	High   Confidence = "high"   // it explains several findings, and nothing else does
	Medium Confidence = "medium" // it explains several, or is the only one to explain one
	Low    Confidence = "low"    // it is the most plausible of several for one finding
)

// Mistakes lists the causes, then the most plausible correction of each finding without a cause.
func (r *Report) Mistakes() []Mistake {
	all := []Mistake{} // in JSON a list without any, not null
	for _, c := range r.Causes {
		all = append(all, Mistake{Cause: c, Confidence: High})
	}
	for n, f := range r.Findings {
		at := f.Cause
		if at < 0 && len(f.Suggestions) > 0 {
			at = len(all)
			alone := Cause{Correction: f.Suggestions[0], Alternatives: f.Suggestions[1:]}
			all = append(all, Mistake{Cause: alone, Confidence: Medium})
		}
		if at >= 0 {
			all[at].Findings = append(all[at].Findings, n)
		}
	}
	for i := range all { // less certain where something else explains as much
		if len(all[i].Alternatives) > 0 {
			all[i].Confidence = map[Confidence]Confidence{High: Medium, Medium: Low}[all[i].Confidence]
		}
	}
	return all
}

// linkCauses joins causes of which one mends what the other breaks. What no cause mends stays broken.
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

// noteTrends adds to values out of trend without a cause whether the printed average was formed with them, and
// where an earlier table prints the same.
func (r *Report) noteTrends(e *engine) {
	for k := range r.Findings {
		f := &r.Findings[k]
		if f.Check != Trend || f.Column == "" || f.Cause >= 0 {
			continue
		}
		if m, ok := r.book.mean(r.book.table(f.Table), f.Column); ok && !m.wrong() {
			f.Meant = true
			f.Message += "; the printed average was computed with it, so it is no misprint"
		}
		for i := range k {
			first := r.Findings[i]
			if first.Check == Trend && first.Printed == f.Printed && slices.Contains(e.places[f.Place], first.Place) {
				f.Message += "; it is the number of " + r.book.describe(first.Place)
			}
		}
	}
}

// rank orders findings by table, check, row and column, those about several tables last.
func (b *book) rank(f Finding) []int {
	table, ok := b.index[f.Table]
	if !ok {
		table = len(b.tables)
	}
	t := b.table(f.Table)
	return []int{table, slices.Index(Checks, f.Check), slices.Index(t.Rows, f.Row), slices.Index(t.Columns, f.Column)}
}
