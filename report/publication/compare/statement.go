package compare

import (
	"fmt"
	"math"
	"slices"

	"gpca/report/claim"
	"gpca/report/exhibit"
	"gpca/report/publication/audit"
	"gpca/report/publication/printed"
	"gpca/report/statistics"
	"gpca/report/table"
	"gpca/report/words"
)

// A Statement is a claim of the publication with our answer to it and to each of its readings.
type Statement struct {
	claim.Claim
	// Printed is the outcome by the printed numbers, empty without an audit.
	Printed    string
	Reproduced claim.Answer
	// P is the least level of the decision, 0 where chance has no part; Corrected is corrected for all claims.
	P, Corrected float64
	// Forced reports whether all of the numbers are forced.
	Forced bool
	// Missing says why there are no numbers of ours, empty when there are.
	Missing  string
	Readings []Statement
}

const (
	open             = "open"
	dependsOnReading = "depends on the reading"
)

// Verdict joins the verdicts on all readings. A reading without numbers leaves open what another decides.
func (c Statement) Verdict() string {
	all := words.AppendNew([]string{c.Alone()}, words.Each(c.Readings, Statement.Alone)...)
	judged := slices.DeleteFunc(slices.Clone(all), func(verdict string) bool { return verdict == open })
	switch {
	case len(judged) > 1:
		return dependsOnReading
	case len(judged) == 1 && (len(all) == 1 || judged[0] == claim.Undecided.String()):
		return judged[0]
	}
	return open
}

// Alone is the verdict without further readings.
func (c Statement) Alone() string {
	if c.Missing != "" {
		return open
	}
	return c.outcome().String()
}

// discoveries is the false discovery rate of the decided claims.
const discoveries = 0.05

// Reversed reports whether the correction for the number of claims changes the outcome.
func (c Statement) Reversed() bool { return c.outcome() != c.Reproduced.Outcome }

// outcome is the outcome after the correction for the number of claims.
func (c Statement) outcome() claim.Outcome {
	if c.Corrected > discoveries {
		return claim.Undecided
	}
	return c.Reproduced.Outcome
}

// correct corrects for the number of claims, and readings of claims, in which chance has a part. Claims without
// numbers do not count.
func correct(all []Statement) {
	var of []*Statement
	for i := range all {
		of = append(of, &all[i])
		for j := range all[i].Readings {
			of = append(of, &all[i].Readings[j])
		}
	}
	of = slices.DeleteFunc(of, func(k *Statement) bool { return k.Missing != "" || k.P == 0 })
	p := words.Each(of, func(k *Statement) float64 { return k.P })
	for i, q := range statistics.FalseDiscovery(p) {
		of[i].Corrected = q
	}
}

func (r rerun) statements(claims []claim.Claim, inPrint *audit.Report) []Statement {
	byPrint := map[string]string{}
	for _, a := range inPrint.Claims {
		byPrint[a.Claim.ID] = a.Printed.Outcome.String()
	}
	all := words.Each(claims, func(c claim.Claim) Statement {
		judged := r.statement(c)
		judged.Printed, judged.Readings = byPrint[c.ID], words.Each(c.Readings, r.statement)
		return judged
	})
	correct(all)
	return all
}

func (r rerun) statement(c claim.Claim) Statement {
	o := &ours{rerun: r}
	judged := Statement{Claim: c}
	judged.Reproduced, judged.P = c.Decide(o)
	judged.Forced = !o.free
	if c.Rule == "peak" && o.missing != "" {
		// The rule skips gaps, but the missing number may be the peak.
		judged.Reproduced, judged.P = claim.Answer{}, 1
	}
	// A claim may be decided in spite of a gap. Otherwise the gap is the reason.
	if judged.Reproduced.Outcome == claim.Undecided {
		judged.Missing = o.missing
	}
	return judged
}

// ours gives our numbers in the places of the printed ones, for one claim.
type ours struct {
	rerun
	missing string // the first missing number
	free    bool   // a number is not forced
	without int    // the repetition that is left out, counted from 1; 0 for none
}

// Value returns our number for a cell with its draws, so that methods are compared within each. Without chance it
// has half a unit of the last printed digit as half-width, since the publication cannot mean a smaller difference.
func (o *ours) Value(name, row, column string) statistics.Estimate {
	at := printed.Place{Table: name, Row: row, Column: column}
	n := o.number(at)
	if o.without > 0 && o.without <= len(n.Draws) && n.varies(fewestRepetitions) {
		n = n.leaveOut(o.without - 1)
	}
	o.free = o.free || o.links.ForcedAt(at) == ""
	if n.Reason == "" && n.alone() {
		n = absent("a single draw has no interval")
	}
	if n.Reason != "" {
		if o.missing == "" {
			o.missing = fmt.Sprintf("%s, row %s, %s: %s", claim.TitleOf(name), row, column, n.Reason)
		}
		return n.Estimate
	}
	// Exhibits of the study alone are read to two digits.
	decimals := 2
	if t, ok := o.tables[name]; ok {
		decimals = t.Decimals()
	}
	e := n.estimate(decimals)
	e.Reach = o.reach(at)
	return e
}

// estimate is a number for claims, in text with so many decimals.
func (n Number) estimate(decimals int) statistics.Estimate {
	unit := math.Pow(10, -float64(decimals))
	mean, half := n.Interval()
	e := n.Estimate
	e.Text, e.Unmeasured = table.Number(mean, decimals), n.undetermined()
	e.Margin = unit / 2 // smaller than any difference that the digits can show
	switch {
	case n.Count:
		// Symmetric about the count, wide enough for both ends, which are possible counts.
		e.Draws, e.Centre = nil, mean
		if half = max(n.High-mean, mean-n.Low); half > 0 {
			e.Text, e.Random, e.HalfWidth = e.Text+" ± "+formatHalfWidth(half, 0), true, half+0.5
		}
	case n.Random || n.Unsettled() && half > 0:
		e.Random = true
		if half > 0 {
			e.Text += " ± " + formatHalfWidth(half, decimals)
		}
	case n.Unsettled():
		// The effect of stopping iterations early is unknown.
		e.Draws, e.Centre = nil, mean
	default:
		e.HalfWidth = unit / 2
	}
	if n.Unsettled() {
		e.Text += "†"
	}
	return e
}

// An origin is a table in print with the study's for it, or a figure, "figure 2.4", or table that only the study has.
type origin struct {
	printed.Table // zero for what only the study has
	inPrint       bool
	of            exhibit.Reader // nil for none
}

func (o *ours) origin(name string) (s origin) {
	if s.Table, s.inPrint = o.tables[name]; s.inPrint {
		s.of, _ = o.reader(s.Table)
	} else if own, ok := o.study.Reader(name); ok {
		s.of = own
	}
	return s
}

// own reports whether only the study has it.
func (s origin) own() bool { return !s.inPrint && s.of != nil }

// reach is how far other settings of the optimiser move a number; see [statistics.Estimate].
func (o *ours) reach(at printed.Place) float64 {
	reach, known := o.reaches[at]
	s := o.origin(at.Table)
	if sensitive, ok := s.of.(exhibit.Sensitive); ok && !known {
		reach = sensitive.Reach(o.study.Source(), o.links.Row(s.Table, at.Row), o.links.Means(s.Table, at.Column))
		o.reaches[at] = reach
	}
	return reach
}

// On names the data set of a row, empty for several.
func (o *ours) On(name, row string) string {
	s := o.origin(name)
	if s.of == nil {
		return ""
	}
	return s.of.On(o.links.Row(s.Table, row))
}

func (o *ours) number(at printed.Place) Number {
	n, ok := o.read[at]
	if !ok {
		n = o.find(at)
		o.read[at] = n
	}
	return n
}

func (o *ours) find(at printed.Place) Number {
	s := o.origin(at.Table)
	average, averaged := s.Average()
	switch {
	case s.own():
		rows := []string{at.Row}
		if at.Row == claim.Average {
			rows = s.of.Rows()
		}
		metric, _ := words.First(o.metrics, func(m printed.Metric) bool { return fits(m, s.of.Measure()) })
		return o.shareOf(o.average(inUnitOf(metric, s.of), rows, at.Column), at, metric)
	case !s.inPrint:
		return absent("no such table was given")
	case at.Row == claim.Average && !averaged:
		return absent("the table has no averages")
	case at.Row == claim.Average:
		at.Row = average
	}
	return o.at(s.Table, at.Row, at.Column)
}

// Rows returns the rows of a table or figure.
func (o *ours) Rows(name string) []string {
	if s := o.origin(name); s.own() {
		return s.of.Rows()
	}
	return o.tables[name].Body()
}

// HigherIsBetter returns the direction in which the numbers get better.
func (o *ours) HigherIsBetter(name string) bool {
	if s := o.origin(name); s.of != nil && s.Metric.Better == "" {
		return !s.of.Measure().LowerIsBetter
	}
	return o.tables[name].Metric.Better != printed.Smaller
}
