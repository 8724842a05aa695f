package audit

import (
	"fmt"
	"math"
	"slices"

	"gpca/report/publication/printed"
	"gpca/report/statistics"
	"gpca/report/words"
)

// The rule of certainty. A contradiction is an error only where no other reading of the table explains it. An average
// may be over other entries than are printed, or weighted: then the other averages of its line come out right by chance
// alone. A mark may stand for something else than the best: then others do not stand at the best either.

// mostChance bounds the chance by which averages of a line come out right if they are something else.
const mostChance = 0.1

// A derivedLine is a row of a table, or a column of the table turned.
type derivedLine struct {
	table, row string
	turned     bool
}

// A reading is what a derived row may follow from, with the number of ways to choose it.
type reading struct {
	rows []string
	ways float64
}

// findReadings finds them for all derived lines as printed: what a correction changes is no evidence.
func (b *book) findReadings() {
	b.readings = map[derivedLine][]reading{}
	for _, t := range b.tables {
		for _, t := range []printed.Table{t, t.Turned()} {
			for _, row := range t.Rows {
				if t.Derived(row) {
					b.readings[derivedLine{t.Name(), row, t.IsTurned}] = readings(t, row)
				}
			}
		}
	}
}

// readings lists the rows that a derived row may follow from, those that give most of its numbers first.
func readings(t printed.Table, row string) []reading {
	body, line, at := t.Body(), t.About(row), slices.Index(t.Rows, row)
	if t.Transcribed() {
		return []reading{{body, 1}}
	}
	above := at
	for above > 0 && !t.Derived(t.Rows[above-1]) {
		above--
	}
	free := func(name string) bool { return !t.Derived(name) }
	alike := func(name string) bool { return name != row && t.About(name).Kind == line.Kind }
	all := []reading{{body, 1}}
	for _, is := range []func(i int, name string) bool{
		func(i int, name string) bool { return free(name) && i >= above && i < at },
		func(i int, name string) bool { return free(name) && i < at },
		func(_ int, name string) bool { return free(name) && t.About(name).Block == line.Block },
		func(_ int, name string) bool { return free(name) && t.About(name).Name == line.Name },
		func(_ int, name string) bool { return alike(name) },
		func(i int, name string) bool { return alike(name) && i < at },
	} {
		at := statistics.Indices(len(t.Rows))
		at = slices.DeleteFunc(at, func(i int) bool { return !is(i, t.Rows[i]) })
		all = append(all, reading{words.Each(at, func(i int) string { return t.Rows[i] }), 1})
	}
	fits := func(rows []string) (n int) {
		for _, column := range t.Columns {
			if m, ok := over(t, rows, "", row, column); ok && !m.wrong() {
				n++
			}
		}
		return n
	}
	all = append(all, withoutSome(body, fits, len(t.Columns))...)
	all = slices.DeleteFunc(all, func(r reading) bool { return len(r.rows) < 2 })
	slices.SortStableFunc(all, func(x, y reading) int { return fits(y.rows) - fits(x.rows) })
	return all
}

// withoutSome leaves one row out, or two, that take no part though nothing tells them from the others, as what an
// earlier text reported: without them more numbers are right, and most.
func withoutSome(body []string, fits func([]string) int, most int) (all []reading) {
	ways := 1.0
	for rows := body; len(rows) > 2 && len(rows) >= len(body)-1; {
		without := words.Each(rows, func(name string) []string {
			return slices.DeleteFunc(slices.Clone(rows), func(other string) bool { return other == name })
		})
		best := slices.MaxFunc(without, func(a, b []string) int { return fits(a) - fits(b) })
		if fits(best) <= fits(rows) {
			break
		}
		ways *= float64(len(rows))
		if rows = best; 2*fits(rows) > most {
			all = append(all, reading{rows, ways})
		}
	}
	return all
}

// standing is what an entry adds to a number of a kind: its value, its rank in the row or whether it wins there. Equal
// digits leave the order open.
func standing(t printed.Table, kind printed.Kind, n printed.Number) (statistics.Estimate, bool) {
	if kind != printed.Rank && kind != printed.Wins {
		return n.Estimate, true
	}
	better, equal := 0, 0
	for _, column := range t.Results() {
		o, ok := t.At(n.Row, column)
		switch {
		case !ok || column == n.Column || o.Metric != n.Metric || o.Unit != n.Unit:
		case o.Centre == n.Centre:
			equal++
		case o.Centre > n.Centre == (n.Metric.Better == printed.Larger):
			better++
		}
	}
	ties := float64(equal) / 2
	switch {
	case kind == printed.Rank:
		return statistics.Estimate{Centre: 1 + float64(better) + ties, HalfWidth: ties}, n.Metric.Better != ""
	case better > 0:
		ties = 0
	case equal == 0:
		return statistics.Estimate{Centre: 1}, n.Metric.Better != ""
	}
	return statistics.Estimate{Centre: min(ties, 0.5), HalfWidth: min(ties, 0.5)}, n.Metric.Better != ""
}

// combine is the number of a kind that follows from values.
func combine(kind printed.Kind, values []statistics.Estimate) (statistics.Estimate, bool) {
	sum := func(x []float64) float64 { return float64(len(x)) * statistics.Mean(x) }
	of, ok := map[printed.Kind]func([]float64) float64{
		printed.GeometricMean: func(x []float64) float64 {
			return math.Exp(statistics.Mean(words.Each(x, func(v float64) float64 { return math.Log(max(v, 0)) })))
		},
		printed.HarmonicMean: func(x []float64) float64 {
			return 1 / statistics.Mean(words.Each(x, func(v float64) float64 { return 1 / max(v, 0) }))
		},
		printed.Median: statistics.Median, printed.Sum: sum, printed.Wins: sum,
	}[kind]
	if kind == printed.Mean || kind == printed.Rank {
		return statistics.Average(values...), true
	}
	if !ok || len(values) < 2 {
		return statistics.Estimate{}, false
	}
	at := func(side float64) float64 {
		return of(words.Each(values, func(e statistics.Estimate) float64 { return e.Centre + side*e.HalfWidth }))
	}
	low, high := at(-1), at(1)
	return statistics.Estimate{Centre: at(0), HalfWidth: (high - low) / 2}, !math.IsNaN(high - low)
}

// lineEvidence is how many numbers of a line of averages follow from their entries, and by which chance they would if
// they were something else.
type lineEvidence struct {
	right, wrong int
	chance       float64
	sure         bool
}

func evidenceOf(all []columnMean) (e lineEvidence) {
	e.chance = 1
	for _, m := range all {
		e.chance = max(e.chance, m.ways)
	}
	for _, m := range all {
		if m.wrong() {
			e.wrong++
			continue
		}
		e.right++
		low, high := m.hull()
		ways := float64(len(all)-e.right+1) / float64(e.right)
		e.chance *= ways * min(1, 2*m.slack()/max(high-low, 1e-300))
	}
	return e
}

// hull is from the least to the largest entry: all weights lead to a number there.
func (m columnMean) hull() (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, n := range m.entries {
		low, high = min(low, n.Centre-n.HalfWidth), max(high, n.Centre+n.HalfWidth)
	}
	if m.kind == printed.Rank || m.kind == printed.Wins {
		return 0, max(high, float64(len(m.entries)))
	}
	return low, high
}

// another says what else a number may be than it is called; inside says that it lies among its entries.
func (m columnMean) another(inside bool) string {
	size := func(n printed.Number) statistics.Estimate { n.Centre = math.Abs(n.Centre); return n.Estimate }
	sizes := m
	sizes.mean = statistics.Average(words.Each(m.entries, size)...)
	switch {
	case m.kind == printed.Sum && inside:
		return "; it may be the share of all together"
	case m.kind == printed.Mean && !sizes.wrong():
		return "; it is the mean of the entries without their signs"
	}
	return ""
}

// severity is that of a number that is not the one of its entries, with what else speaks for it.
func (e lineEvidence) severity(m columnMean) (s Severity, note string) {
	low, high := m.hull()
	inside := within(m.average.Centre, low-m.average.HalfWidth, high+m.average.HalfWidth)
	outside := !inside && m.kind != printed.Sum && m.ways == 1
	if outside {
		note = "; no weights of the entries explain it"
	}
	slip := e.right >= 3*e.wrong-2 // several wrong ones are rather weighted, by weights that are nearly equal
	shown := slip && (outside || e.chance <= mostChance)
	switch {
	case !m.wrong():
		return Excused, ""
	case e.sure:
		return Error, ""
	case m.another(inside) != "":
		return Suspicious, m.another(inside)
	case m.whole && e.right > 0 && shown:
		return Error, note
	case !m.whole:
		note += "; an entry is missing"
	}
	return Suspicious, note
}

// A mark is what the bold cells of some comparable numbers are.
type mark int

const (
	open   mark = iota // it cannot be told
	right              // the best, or those of each block
	moved              // others than the best
	silent             // none
	extra              // the best and others
)

// A marking is what bold means in a table, by how its lines keep to it.
type marking struct {
	printed.Table
	count [extra + 1]int
	// beaten counts how often a method is the best without bold, for those that never are in bold.
	beaten map[string]int
	// own is the one method that alone is in bold, empty for none.
	own string
	// turned says that bold is at the best of each column instead.
	turned bool
}

func newMarking(t printed.Table) *marking {
	if t.Transcribed() {
		return &marking{Table: t}
	}
	m, other := markingOf(t), markingOf(t.Turned()).count
	m.turned = other[right] > 1 && other[moved]+other[extra] == 0
	return m
}

func markingOf(t printed.Table) *marking {
	m := &marking{Table: t, beaten: map[string]int{}}
	var inBold []string
	for _, row := range t.Rows {
		want, got := best(t, row)
		inBold = words.AppendNew(inBold, columns(got)...)
		for _, n := range want {
			m.beaten[n.Column]++
		}
	}
	for _, column := range inBold {
		delete(m.beaten, column)
	}
	if len(inBold) == 1 {
		m.own = inBold[0]
	}
	for _, row := range t.Rows {
		for _, group := range t.Groups(row) {
			m.count[m.of(group)]++
		}
	}
	return m
}

// of says what the marks of a group are. Methods that are out of competition need none, and numbers with fewer digits
// may be as good as the best.
func (m *marking) of(group []printed.Number) mark {
	want, got := bestOf(group)
	absent, undeserved := without(want, got), without(got, want)
	competing := func(n printed.Number) bool { return m.beaten[n.Column] < 2 && !m.Across(n.Column).Reference }
	switch {
	case len(want) == 0 || len(group) < 2:
		return open
	case len(absent)+len(undeserved) == 0 || m.inBlocks(group):
		return right
	case len(got) == len(group), len(got) == 0 && m.besides(group[0].Row): // a row that is set in bold
		return open
	case len(got) == 0:
		return silent
	case len(absent) == 0:
		return extra
	case len(undeserved) == 0 || !slices.ContainsFunc(absent, competing) || overlaps(want[0], undeserved):
		return open
	}
	return moved
}

// besides reports whether a number is in bold that is no result by the name of its column: a method may be called Mean.
func (m *marking) besides(row string) bool {
	return slices.ContainsFunc(m.Columns, func(column string) bool {
		n, ok := m.At(row, column)
		return ok && n.Bold && m.Across(column).Kind != ""
	})
}

func overlaps(best printed.Number, others []printed.Number) bool {
	return !slices.ContainsFunc(others, func(n printed.Number) bool {
		return math.Abs(n.Centre-best.Centre) >= n.HalfWidth+best.HalfWidth-statistics.Tie(n.Centre, best.Centre)
	})
}

// inBlocks reports whether the marks of a group are at the best of several blocks each.
func (m *marking) inBlocks(group []printed.Number) bool {
	marked := 0
	for _, block := range words.Grouped(group, func(n printed.Number) string { return m.Across(n.Column).Block }) {
		want, got := bestOf(block)
		if len(got) == 0 || len(block) == 1 {
			continue
		}
		if marked++; len(without(got, want)) > 0 { // of equal numbers, one in bold will do
			return false
		}
	}
	return marked > 1
}

// judge reports whether the marks of a group are wrong, and how certain that is.
func (m *marking) judge(group []printed.Number) (s Severity, wrong bool) {
	if m.Transcribed() { // by who knows what bold means
		want, got := bestIn(group)
		return Error, !slices.Equal(want, got)
	}
	if m.turned {
		return Suspicious, false
	}
	of := m.of(group)
	sure := m.count[right] >= 3 && m.count[right] >= 3*(m.count[moved]+m.count[extra])
	most := m.count[right] > m.count[silent]
	switch {
	case of == moved && sure && most && !m.otherwise(group[0]):
		return Error, true
	case of == moved:
		return Suspicious, true
	}
	return Suspicious, sure && (of == extra || of == silent) && m.count[of] == 1 && !m.Derived(group[0].Row)
}

// otherwise reports whether bold in the row of a number may mean something else: the label names the other direction,
// as in "Corrupted (error rate)", though the metric is an accuracy; or bold is for the authors' own method.
func (m *marking) otherwise(n printed.Number) bool {
	named := m.About(n.Row).Better
	return named != "" && named != n.Metric.Better || m.own != "" && (m.count[moved] > 1 || m.Across(m.own).Marked)
}

// unclear reports whether more marks stand elsewhere than at the best.
func (m *marking) unclear() bool {
	return !m.turned && !m.Transcribed() && m.count[moved] > m.count[right]
}

func (m *marking) doubt() Finding {
	lines := words.Count(m.count[moved]+m.count[right], "line")
	return Finding{
		Check: Bold, Severity: Suspicious, Place: printed.Place{Table: m.Name()}, Printed: "bold", Expected: "the best",
		Message: fmt.Sprintf("in %d of %s with bold it is not the best: it may mean something else",
			m.count[moved], lines),
	}
}
