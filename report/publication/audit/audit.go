package audit

import (
	"cmp"
	"slices"

	"gpca/report/publication/printed"
	"gpca/report/words"
)

// A Report is the result of an audit.
type Report struct {
	// Findings are ordered by table, check, row and column; so is what rounding excuses.
	Findings []Finding
	Excused  []Finding
	// Causes are misprints that explain several findings together, the most telling first.
	Causes []Cause
	// Tallies say for each check how much it examined and found.
	Tallies []Tally
	// Claims are all statements that were examined.
	Claims []Assessment

	book *book
}

// Line says where a finding stands in the file of its table; 0 for no line.
func (r *Report) Line(f Finding) (file string, line int) { return r.book.table(f.Table).Line(f.Place) }

// A Tally says how much a check examined and found, and what rounding excuses besides.
type Tally struct {
	Check Check `json:"check"`
	// Text is the text whose tables these are; empty for the publication itself, and for
	// a check that holds several tables against each other.
	Text     string `json:"text,omitempty"`
	Examined int    `json:"examined"`
	Found    int    `json:"found"`
	Excused  int    `json:"excused"`
}

// Name is the check with the text: "average" or "average, paper".
func (t Tally) Name() string {
	if t.Text == "" {
		return string(t.Check)
	}
	return string(t.Check) + ", " + t.Text
}

// Excess is what is wrong by the printed digits, whether rounding excuses it or not.
func (t Tally) Excess() int { return t.Found + t.Excused }

// Run audits tables. It is an error if two have the same name; anything wrong
// with their contents is a finding.
func Run(tables []printed.Table, o Options) (*Report, error) {
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
	r := &Report{book: b, Causes: causes, Tallies: e.tallies(first, examined)}
	all := first.all()
	slices.SortStableFunc(all, func(x, y Finding) int {
		return cmp.Or(slices.Compare(b.rank(x), b.rank(y)), cmp.Compare(x.id, y.id))
	})
	for _, f := range all {
		if f.Severity == Excused {
			r.Excused = append(r.Excused, f)
		} else {
			r.Findings = append(r.Findings, f)
		}
	}
	for k := range r.Findings {
		f := &r.Findings[k]
		f.Cause = slices.IndexFunc(causes, func(c Cause) bool { return slices.Contains(c.mended, f.id) })
		if f.Cause < 0 {
			f.Suggestions = e.suggestions(corrected, *f, causes)
		}
	}
	r.noteTrends(e)
	for _, c := range o.Claims {
		r.Claims = append(r.Claims, b.assess(c))
	}
	return r, nil
}

// tallies count what the units examined and found, by check and text.
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
			if text == "" || t.Examined > 0 {
				all = append(all, t)
			}
		}
	}
	return all
}

// text is the text whose table a unit reads; empty where it holds several against each other.
func (u unit) text(b *book) string {
	if len(u.tables) != 1 {
		return ""
	}
	return b.table(u.tables[0]).Source
}

// A Mistake is a correction that the audit proposes, of one or more findings.
type Mistake struct {
	Correction
	Confidence Confidence `json:"confidence"`
	// Findings are the indices of the findings that it explains.
	Findings []int `json:"findings"`
	// Together are the indices of mistakes without which this one would break something.
	Together []int `json:"together,omitempty"`
	// Alternatives would explain as much by changing something else.
	Alternatives []Correction `json:"alternatives,omitempty"`
}

// A Confidence says how much speaks for a correction. How often each was right in
// simulated tables is in the package documentation.
type Confidence string

// The confidences.
const (
	High   Confidence = "high"   // it explains several findings, and nothing else does
	Medium Confidence = "medium" // it explains several, or is the only one to explain one
	Low    Confidence = "low"    // it is the most plausible of several for one finding
)

// Mistakes lists the causes, in their order, and then the most plausible correction of
// each finding without a cause.
func (r *Report) Mistakes() []Mistake {
	all := make([]Mistake, 0, len(r.Causes))
	for _, c := range r.Causes {
		m := Mistake{Correction: c.Correction, Confidence: High, Together: c.Together, Alternatives: c.Alternatives}
		if len(c.Alternatives) > 0 {
			m.Confidence = Medium
		}
		all = append(all, m)
	}
	for n, f := range r.Findings {
		if f.Cause >= 0 {
			all[f.Cause].Findings = append(all[f.Cause].Findings, n)
			continue
		}
		if len(f.Suggestions) == 0 {
			continue
		}
		m := Mistake{Correction: f.Suggestions[0], Confidence: Low, Findings: []int{n}}
		if m.Alternatives = f.Suggestions[1:]; len(m.Alternatives) == 0 {
			m.Confidence, m.Alternatives = Medium, nil
		}
		all = append(all, m)
	}
	return all
}

// linkCauses finds the causes of which one breaks what another mends. What a cause breaks is
// kept where nothing mends it.
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

// noteTrends adds to values out of trend that no misprint explains whether the printed average
// was formed with them, and where they are out of trend in an earlier table.
func (r *Report) noteTrends(e *engine) {
	for k := range r.Findings {
		f := &r.Findings[k]
		if f.Check != Trend || f.Column == "" || f.Cause >= 0 {
			continue
		}
		if m, ok := r.book.mean(r.book.table(f.Table), f.Column); ok && !m.wrong() {
			f.Meant = true
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
	return []int{table, slices.Index(Checks, f.Check), slices.Index(t.Rows, f.Row), slices.Index(t.Columns, f.Column)}
}
