package audit

import (
	"fmt"
	"slices"
)

// A judged correction is one whose effect is known.
type judged struct {
	Correction
	// mended are the identities of the findings that disappear; broken are those
	// that appear.
	mended []string
	broken []Finding
	// gain is the number of proven findings mended, less those broken.
	gain int
	// company tells that the row has another misprint already.
	company bool
}

// judge makes a correction and looks at what changes.
func (e *engine) judge(s state, c Correction, claims bool) (judged, state) {
	next := e.after(s, c, claims)
	j := judged{Correction: c}
	if c.Slip.selfEvident() {
		return j, next
	}
	for i := range s.found {
		if len(s.found[i]) == 0 && len(next.found[i]) == 0 {
			continue
		}
		for _, f := range s.found[i] {
			again := slices.IndexFunc(next.found[i], func(g Finding) bool { return g.id == f.id })
			// A finding is mended as well when what remains of it is a note.
			if again < 0 || proven(f) && !proven(next.found[i][again]) {
				j.mended = append(j.mended, f.id)
				if proven(f) {
					j.gain++
				}
			}
		}
		for _, f := range next.found[i] {
			before := slices.IndexFunc(s.found[i], func(g Finding) bool { return g.id == f.id })
			if before < 0 || proven(f) && !proven(s.found[i][before]) {
				j.broken = append(j.broken, f)
				if proven(f) {
					j.gain--
				}
			}
		}
	}
	return j, next
}

// A judgementCache keeps what was judged while the tables that it rests on stay as they
// are.
type judgementCache struct {
	judged map[string]judged
	rests  map[string][]string
}

// footprint lists the tables that judging a correction reads.
func (e *engine) footprint(c Correction) []string {
	touched := c.tables()
	var names []string
	for _, u := range e.units {
		if u.check == Claim || !u.reads(c, touched) {
			continue
		}
		for _, name := range u.tables {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// atStake bounds the number of findings that a correction can mend.
func (e *engine) atStake(s state, c Correction) int {
	touched := c.tables()
	n := 0
	for i, u := range e.units {
		if len(s.found[i]) == 0 || !u.reads(c, touched) {
			continue
		}
		for _, f := range s.found[i] {
			if proven(f) {
				n++
			}
		}
	}
	return n
}

func (c judgementCache) forget(tables []string) {
	for key, names := range c.rests {
		if overlap(names, tables) {
			delete(c.judged, key)
			delete(c.rests, key)
		}
	}
}

// proposals lists the corrections that the findings of a state suggest, each
// once.
func (e *engine) proposals(s state) []Correction {
	var all []Correction
	seen := map[string]bool{}
	for i, u := range e.units {
		if u.mend == nil {
			continue
		}
		for _, f := range s.found[i] {
			if !proven(f) {
				continue
			}
			for _, c := range u.mend(s.book, f) {
				c = e.everywhere(s.book, c)
				if key := c.key(); !seen[key] && len(c.Edits) > 0 {
					seen[key] = true
					all = append(all, c)
				}
			}
		}
	}
	return all
}

// causes finds the misprints that explain several findings each. The most
// telling is taken first and corrected, and the rest are looked for in the tables
// so corrected: two misprints may hide each other, as when their errors cancel in
// an average. It returns the state with all of them corrected.
func (e *engine) causes(s state) (taken []judged, alternatives [][]judged, corrected state) {
	cache := judgementCache{map[string]judged{}, map[string][]string{}}
	for {
		var rivals []judged
		for _, c := range e.proposals(s) {
			key := c.key()
			j, known := cache.judged[key]
			if !known && e.atStake(s, c) < 2 {
				continue
			}
			if !known {
				j, _ = e.judge(s, c, false)
				cache.judged[key], cache.rests[key] = j, e.footprint(c)
			}
			if j.gain >= 2 {
				j.company = inCompany(c, taken)
				rivals = append(rivals, j)
			}
		}
		if len(rivals) == 0 {
			return taken, alternatives, s
		}
		best := slices.MinFunc(rivals, byPlausibility)
		rivals = slices.DeleteFunc(rivals, func(j judged) bool {
			return j.gain < best.gain || slices.Equal(j.Edits, best.Edits) || !overlap(j.mended, best.mended)
		})
		slices.SortStableFunc(rivals, byPlausibility)
		company := best.company
		best, s = e.judge(s, best.Correction, true)
		best.company = company
		taken = append(taken, best)
		alternatives = append(alternatives, rivals)
		cache.forget(best.tables())
	}
}

func (c Correction) key() string { return fmt.Sprint(c.Slip, c.Edits) }

// inCompany reports whether a row that the correction concerns has another
// misprint: who copies one number from the wrong row may well copy the next.
func inCompany(c Correction, taken []judged) bool {
	return slices.ContainsFunc(taken, func(t judged) bool {
		return t.Slip != RowLeftOut && slices.ContainsFunc(t.Edits, func(x Edit) bool {
			return x.Table == c.Edits[0].Table && x.Row == c.Edits[0].Row
		})
	})
}

// suggestions lists, most plausible first, the corrections that would mend a
// finding that no cause explains, at no net cost.
func (e *engine) suggestions(s state, i int, f Finding, taken []judged) []judged {
	if e.units[i].mend == nil {
		return nil
	}
	var all []judged
	seen := map[string]bool{}
	for _, c := range e.units[i].mend(s.book, f) {
		c = e.everywhere(s.book, c)
		key := c.key()
		if seen[key] || len(c.Edits) == 0 {
			continue
		}
		seen[key] = true
		j, _ := e.judge(s, c, false)
		if c.Slip.selfEvident() {
			j.gain, j.mended = 1, []string{f.id}
		}
		if !slices.Contains(j.mended, f.id) || j.gain < 0 {
			continue
		}
		j.company = inCompany(c, taken)
		all = append(all, j)
	}
	slices.SortStableFunc(all, byPlausibility)
	return all
}
