package audit

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// hopeless reports that a correction will not be taken, whatever else is checked, so that the rest need not be. Of the
// findings that may yet be mended, left are proven.
type hopeless func(c Correction, left int) bool

// judge tries a correction, with the checks of claims if asked. A mark that followed the wrong digits moves, and
// counts as broken.
func (e *engine) judge(s state, c Correction, claims bool, out hopeless) (Correction, state) {
	if c.Slip.selfEvident() {
		return c, s
	}
	c.Marks = nil
	judged, next := e.judgeAsItIs(s, c, claims, out)
	if out != nil && out(judged, 0) {
		return judged, next
	}
	for _, f := range judged.broken {
		if f.Check == Bold && !slices.ContainsFunc(s.found[f.unit], f.is) {
			c.Marks = append(c.Marks, marks(next.book.table(f.Table), f.Row)...)
		}
	}
	if c.Marks == nil {
		return judged, next
	}
	remarked, next := e.judgeAsItIs(s, c, claims, nil)
	remarked.gain = judged.gain
	return remarked, next
}

// judgeAsItIs runs the units that a correction affects, first those that found something, which alone it can mend.
func (e *engine) judgeAsItIs(s state, c Correction, claims bool, out hopeless) (Correction, state) {
	next := state{found: slices.Clone(s.found)}
	c.mended, c.broken, c.gain, c.rests = nil, nil, 0, nil
	var first, second []int
	touched, left := c.tables(), 0
	for i, u := range e.units {
		if u.check == Claim && !claims || !u.reads(c, touched) {
			continue
		}
		if u.check != Claim {
			c.rests = append(c.rests, u.tables...)
		}
		if n := provenOf(s.found[i]); n > 0 {
			first, left = append(first, i), left+n
		} else {
			second = append(second, i)
		}
	}
	for _, i := range append(first, second...) {
		if out != nil && out(c, left) {
			return c, next
		}
		if next.book == nil {
			next.book = s.book.with(c)
		}
		left -= provenOf(s.found[i])
		next.found[i], _ = e.findings(i, next.book)
		for _, f := range lost(s.found[i], next.found[i]) {
			c.mended = append(c.mended, f.id)
			if proven(f) {
				c.gain++
			}
		}
		for _, f := range lost(next.found[i], s.found[i]) {
			if proven(f) {
				c.broken = append(c.broken, f)
				c.gain--
			}
		}
		c.broken = append(c.broken, altered(next.found[i], s.found[i])...)
	}
	slices.SortStableFunc(c.broken, func(x, y Finding) int { return x.unit - y.unit })
	return c, next
}

func provenOf(findings []Finding) (n int) {
	for _, f := range findings {
		if proven(f) {
			n++
		}
	}
	return n
}

// altered lists findings that a correction changes but does not mend. A trend rests on every number of its table,
// so trends are left out.
func altered(findings, before []Finding) []Finding {
	return slices.DeleteFunc(slices.Clone(findings), func(f Finding) bool {
		i := slices.IndexFunc(before, f.is)
		return !proven(f) || f.Check == Trend || i < 0 || before[i].Message == f.Message
	})
}

// lost lists the findings that are not among others, or only as unproven ones.
func lost(findings, others []Finding) []Finding {
	var gone []Finding
	for _, f := range findings {
		again := slices.IndexFunc(others, f.is)
		if again < 0 || proven(f) && !proven(others[again]) {
			gone = append(gone, f)
		}
	}
	return gone
}

// corrections lists those for a finding that were not seen before.
func (e *engine) corrections(b *book, f Finding, seen map[string]bool) []Correction {
	mend, ok := mends[f.Check]
	if !ok {
		return nil
	}
	var all []Correction
	for _, c := range mend(b, f) {
		c = e.everywhere(b, c)
		if key := c.key(); !seen[key] && len(c.Edits) > 0 {
			seen[key] = true
			all = append(all, c)
		}
	}
	return all
}

// causes finds the misprints that explain several findings each and together contradict nothing. It returns also
// the state with all of them corrected.
func (e *engine) causes(s state) (taken []Cause, corrected state) {
	refused, judged := map[string]bool{}, map[string]Correction{}
	for {
		taken, corrected = e.explain(s, refused, judged)
		linkCauses(taken, corrected)
		contradicts := slices.IndexFunc(taken, func(c Cause) bool { return len(c.broken) > 0 })
		if contradicts < 0 {
			return taken, corrected
		}
		refused[taken[contradicts].key()] = true
	}
}

// explain takes the misprint that explains most, corrects it, and looks for more in the corrected tables, since
// the errors of two misprints may cancel in an average. It skips refused ones. In first it keeps the judgements
// of the uncorrected tables.
func (e *engine) explain(
	s state, refused map[string]bool, first map[string]Correction,
) (taken []Cause, corrected state) {
	// A judgement stays valid until one of its tables changes.
	known := maps.Clone(first)
	for {
		var all, rivals []Correction
		seen := maps.Clone(refused)
		for _, f := range s.all() {
			if proven(f) {
				all = append(all, e.corrections(s.book, f, seen)...)
			}
		}
		unknown := slices.DeleteFunc(slices.Clone(all), func(c Correction) bool {
			_, ok := known[c.key()]
			return ok
		})
		for _, c := range unknown {
			key := c.key()
			judged, _ := e.judge(s, c, false, func(c Correction, left int) bool { return c.gain+left < 2 })
			known[key] = judged
			if len(taken) == 0 {
				first[key] = judged
			}
		}
		for _, c := range all {
			if c = known[c.key()]; c.gain >= 2 {
				c.company = inCompany(c, taken)
				rivals = append(rivals, c)
			}
		}
		if len(rivals) == 0 {
			return taken, s
		}
		best := slices.MinFunc(rivals, byPlausibility)
		rivals = slices.DeleteFunc(rivals, func(c Correction) bool {
			return c.gain < best.gain || len(c.broken) > 0 || slices.Equal(c.Edits, best.Edits) ||
				!overlap(c.mended, best.mended)
		})
		slices.SortStableFunc(rivals, byPlausibility)
		best, s = e.judge(s, best, true, nil)
		taken = append(taken, Cause{Correction: best, Alternatives: rivals})
		maps.DeleteFunc(known, func(_ string, c Correction) bool { return overlap(c.rests, best.tables()) })
	}
}

func (c Correction) key() string {
	parts := []string{string(c.Slip)}
	for _, e := range c.Edits {
		parts = append(parts, e.Table, e.Row, e.Column, e.From, e.To)
	}
	return strings.Join(parts, "\x00")
}

// inCompany reports whether the row of a correction has another misprint: copying errors come in runs.
func inCompany(c Correction, taken []Cause) bool {
	return slices.ContainsFunc(taken, func(t Cause) bool {
		return t.Slip != RowLeftOut && slices.ContainsFunc(t.Edits, func(x Edit) bool {
			return x.Table == c.Edits[0].Table && x.Row == c.Edits[0].Row
		})
	})
}

// suggestions lists, most plausible first, the corrections of a finding without a cause that contradict nothing.
func (e *engine) suggestions(s state, f Finding, taken []Cause) []Correction {
	var all []Correction
	for _, c := range e.corrections(s.book, f, map[string]bool{}) {
		c, _ = e.judge(s, c, false, func(c Correction, left int) bool {
			return c.gain+left < 1 || slices.ContainsFunc(c.broken, func(f Finding) bool { return f.Check != Bold })
		})
		if slices.Contains(c.mended, f.id) && c.gain > 0 && len(c.broken) == 0 {
			c.company = inCompany(c, taken)
			all = append(all, c)
		}
	}
	slices.SortStableFunc(all, byPlausibility)
	return all
}

// byPlausibility orders corrections by findings mended, then company, then likelihood of the slip, then distance.
func byPlausibility(a, b Correction) int {
	alone := map[bool]int{false: 1}
	return cmp.Or(
		cmp.Compare(b.gain, a.gain),
		cmp.Compare(alone[a.company], alone[b.company]),
		cmp.Compare(slices.Index(slips, a.Slip), slices.Index(slips, b.Slip)),
		cmp.Compare(a.distance, b.distance),
	)
}
