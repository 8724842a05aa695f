package audit_test

import (
	"flag"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"gpca/report/publication/audit"
	"gpca/report/words"
)

var plantedTables = flag.Int("planted", 0, "audit so many tables with a planted error, and as many without one")

type rates struct {
	planted, contradicting, found, placed, first, named int
	mistakes, right                                     int
}

func (r *rates) join(o rates) {
	r.planted += o.planted
	r.contradicting += o.contradicting
	r.found += o.found
	r.placed += o.placed
	r.first += o.first
	r.named += o.named
	r.mistakes += o.mistakes
	r.right += o.right
}

// add counts a planted error and the findings that are new with it.
func (r *rates) add(p planted, report, before *audit.Report) {
	r.planted++
	if p.contradicts() {
		r.contradicting++
	}
	findings := slices.DeleteFunc(slices.Clone(report.Findings), func(f audit.Finding) bool {
		return slices.ContainsFunc(before.Findings, func(o audit.Finding) bool { return o.Message == f.Message })
	})
	if len(findings) > 0 {
		r.found++
	}
	placed := slices.ContainsFunc(findings, func(f audit.Finding) bool {
		return slices.ContainsFunc(p.changes, func(e audit.Edit) bool {
			return f.Place == e.Place || f.Check == audit.Bold && f.Table == e.Table && f.Row == e.Row
		})
	})
	named, first := false, false
	for _, m := range mistakes(report, before) {
		quoted := append([]audit.Correction{m.Correction}, m.Alternatives[:min(2, len(m.Alternatives))]...)
		placed = placed || slices.ContainsFunc(quoted, p.isPlacedBy)
		named = named || slices.ContainsFunc(quoted, p.isNamedBy)
		r.mistakes++
		if p.isNamedBy(m.Correction) {
			r.right++
			first = true
		}
	}
	if placed {
		r.placed++
	}
	if first {
		r.first++
	}
	if named {
		r.named++
	}
}

func mistakes(report, before *audit.Report) []audit.Mistake {
	said := func(m audit.Mistake) string { return fmt.Sprint(m.Correction.Slip, m.Edits, m.Low, m.High) }
	known := words.Each(before.Mistakes(), said)
	return slices.DeleteFunc(report.Mistakes(), func(m audit.Mistake) bool { return slices.Contains(known, said(m)) })
}

// documented is the table of rates in rates.md.
var documented = regexp.MustCompile(`(?s)    kind of error .*?    low [^\n]*\n`)

// The documented rates are of 1,020 simulated sets of tables, and of 96 of the thesis and its paper in print. A run
// with -planted 1020 must give them exactly (-update writes them), a shorter run within three standard deviations.
func TestPlantedErrors(t *testing.T) {
	long(t)
	t.Parallel()
	o := options(t)
	o.Claims = nil
	rows := layout(t)
	n := max(*plantedTables, 2*len(gardeners))
	byKind := make([]rates, len(gardeners))
	byConfidence := map[audit.Confidence]*rates{audit.High: {}, audit.Medium: {}, audit.Low: {}}
	for i := range n {
		kind := i % len(gardeners)
		p := sow(t, gardeners[kind], simulate(t, rows, o, uint64(1000+i)), o, uint64(i))
		report, err := audit.Run(p.tables, p.options)
		assert.NilError(t, err)
		byKind[kind].add(p, report, &audit.Report{})
		assert.Check(t, !p.contradicts() || len(report.Findings) != 0,
			"%d, %s: the printed digits contradict each other, and nothing is found: %v", i, p.kind, p.changes)
		contradictions(t, p.tables, p.options, report)
		for _, m := range report.Mistakes() {
			c := byConfidence[m.Confidence]
			c.mistakes++
			if p.isNamedBy(m.Correction) {
				c.right++
			}
		}
	}

	// The last kind leaves the tables in print aside.
	var real rates
	before, err := audit.Run(tables(t), o)
	assert.NilError(t, err)
	for i := range 6 * min(16, 1+*plantedTables) {
		p := sow(t, gardeners[i%14], tables(t), o, uint64(i))
		report, err := audit.Run(p.tables, p.options)
		assert.NilError(t, err)
		was := real.found
		if real.add(p, report, before); p.contradicts() && real.found == was {
			t.Errorf("not found among the errors in print: %s, %v", p.kind, p.changes)
		}
	}

	var text strings.Builder
	text.WriteString("    kind of error                     planted contradictory found placed first named recall proposed " +
		"right precision\n")
	line := func(kind string, r rates) {
		fmt.Fprintf(&text, "    %-33s %7d %13d %5d %6d %5d %5d %5.0f%% %8d %5d %8.0f%%\n", kind, r.planted, r.contradicting, r.found, r.placed, r.first, r.named,
			100*float64(r.named)/float64(r.planted), r.mistakes, r.right, 100*float64(r.right)/float64(r.mistakes))
	}
	var all rates
	for k, r := range byKind {
		line(gardeners[k].kind, r)
		all.join(r)
	}
	line("all", all)
	line("on top of the errors in print", real)
	text.WriteString("\n")
	for _, c := range []audit.Confidence{audit.High, audit.Medium, audit.Low} {
		r := byConfidence[c]
		fmt.Fprintf(&text, "    %-6s confidence: %d of %d corrections are right, %.0f%%\n", c, r.right, r.mistakes, 100*float64(r.right)/float64(r.mistakes))
	}
	t.Log("\n" + text.String())

	doc, err := os.ReadFile("rates.md")
	assert.NilError(t, err)
	if golden.FlagUpdate() && *plantedTables > 0 {
		assert.NilError(t, os.WriteFile("rates.md", documented.ReplaceAllLiteral(doc, []byte(text.String())), 0o644))
		return
	}
	table := string(documented.Find(doc))
	for name, got := range map[string]rates{"all": all, "on top of the errors in print": real} {
		_, row, ok := strings.Cut(table, "\n    "+name+" ")
		assert.Assert(t, ok, "rates.md has no rates of %s", name)
		var want rates
		var recall string
		if _, err := fmt.Sscan(row, &want.planted, &want.contradicting, &want.found, &want.placed, &want.first, &want.named, &recall, &want.mistakes, &want.right); err != nil {
			t.Fatal(err)
		}
		if got.planted == want.planted && name == "all" && table != text.String() {
			t.Errorf("rates.md has other rates; if the change is meant, go test -run PlantedErrors -planted %d -update", want.planted)
		}
		for _, r := range []struct {
			what               string
			got, of, want, all int
		}{
			{"found", got.found, got.planted, want.found, want.planted},
			{"placed", got.placed, got.planted, want.placed, want.planted},
			{"first", got.first, got.planted, want.first, want.planted},
			{"named", got.named, got.planted, want.named, want.planted},
			{"right", got.right, got.mistakes, want.right, want.mistakes},
		} {
			rate := float64(r.want) / float64(r.all)
			if band := 3 * math.Sqrt(rate*(1-rate)/float64(r.of)); math.Abs(float64(r.got)/float64(r.of)-rate) > band {
				t.Errorf("%s, %s: %d of %d, but %.2f ± %.2f by rates.md", name, r.what, r.got, r.of, rate, band)
			}
		}
	}
}
