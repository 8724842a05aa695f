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

	"gpca/report/publication/audit"
)

var plantedTables = flag.Int("planted", 0, "audit so many tables with a planted error, and as many without one")

// rates count what became of planted errors.
type rates struct {
	planted, contradicting, found, placed, named int
	mistakes, right                              int
}

func (r *rates) join(o rates) {
	r.planted += o.planted
	r.contradicting += o.contradicting
	r.found += o.found
	r.placed += o.placed
	r.named += o.named
	r.mistakes += o.mistakes
	r.right += o.right
}

func (r *rates) add(p planted, report *audit.Report) {
	r.planted++
	if p.contradicts() {
		r.contradicting++
	}
	if len(report.Findings) > 0 {
		r.found++
	}
	placed := slices.ContainsFunc(report.Findings, func(f audit.Finding) bool {
		return slices.ContainsFunc(p.changes, func(e audit.Edit) bool {
			return f.Place == e.Place || f.Check == audit.Bold && f.Table == e.Table && f.Row == e.Row || f.Check == audit.Repeated && f.Table == e.Table && f.Column == e.Column
		})
	})
	named := false
	for _, m := range report.Mistakes() {
		quoted := append([]audit.Correction{m.Correction}, m.Alternatives[:min(2, len(m.Alternatives))]...)
		placed = placed || slices.ContainsFunc(quoted, p.isPlacedBy)
		named = named || slices.ContainsFunc(quoted, p.isNamedBy)
		r.mistakes++
		if p.isNamedBy(m.Correction) {
			r.right++
		}
	}
	if placed {
		r.placed++
	}
	if named {
		r.named++
	}
}

// documented is the table of rates in the package documentation.
var documented = regexp.MustCompile(`(?s)//\tkind of error .*?//\tlow [^\n]*\n`)

// The rates of the documentation are those of 1,020 tables, which a run with
// -planted 1020 must give again to the digit (and -update writes). The first few of them
// must be found, named and proposed as often, to within three standard deviations.
func TestPlantedErrors(t *testing.T) {
	t.Parallel()
	o := options(t)
	o.Claims = nil
	rows := layout(t)
	n := max(*plantedTables, 4*len(gardeners))
	byKind := make([]rates, len(gardeners))
	byConfidence := map[audit.Confidence]*rates{audit.High: {}, audit.Medium: {}, audit.Low: {}}
	for i := range n {
		kind := i % len(gardeners)
		p := sow(t, gardeners[kind], simulate(t, rows, o, uint64(1000+i)), o, uint64(i))
		report, err := audit.Run(p.tables, p.options)
		if err != nil {
			t.Fatal(err)
		}
		byKind[kind].add(p, report)
		if p.contradicts() && len(report.Findings) == 0 {
			t.Errorf("%d, %s: the printed digits contradict each other, and nothing is found: %v", i, p.kind, p.changes)
		}
		contradictions(t, p.tables, p.options, report)
		for _, m := range report.Mistakes() {
			c := byConfidence[m.Confidence]
			c.mistakes++
			if p.isNamedBy(m.Correction) {
				c.right++
			}
		}
	}

	var text strings.Builder
	text.WriteString("//\tkind of error                       planted  contradictory  found  placed  named  recall  proposed  right  precision\n")
	line := func(kind string, r rates) {
		fmt.Fprintf(&text, "//\t%-35s %7d %14d %6d %7d %6d %6.0f%% %9d %6d %9.0f%%\n", kind, r.planted, r.contradicting, r.found, r.placed, r.named,
			100*float64(r.named)/float64(r.planted), r.mistakes, r.right, 100*float64(r.right)/float64(r.mistakes))
	}
	var all rates
	for k, r := range byKind {
		line(gardeners[k].kind, r)
		all.join(r)
	}
	line("all", all)
	text.WriteString("//\n")
	for _, c := range []audit.Confidence{audit.High, audit.Medium, audit.Low} {
		r := byConfidence[c]
		fmt.Fprintf(&text, "//\t%-6s confidence: %d of %d corrections are right, %.0f%%\n", c, r.right, r.mistakes, 100*float64(r.right)/float64(r.mistakes))
	}
	t.Log("\n" + text.String())

	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	if *update && *plantedTables > 0 {
		if err := os.WriteFile("doc.go", documented.ReplaceAllLiteral(doc, []byte(text.String())), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	table := string(documented.Find(doc))
	var want rates
	i := strings.Index(table, "\n//\tall ")
	if i < 0 {
		t.Fatal("doc.go has no table of rates")
	}
	var recall, precision string
	if _, err := fmt.Sscan(strings.TrimPrefix(table[i:], "\n//\tall"), &want.planted, &want.contradicting, &want.found, &want.placed, &want.named, &recall,
		&want.mistakes, &want.right, &precision); err != nil {
		t.Fatal(err)
	}
	if all.planted == want.planted && table != text.String() {
		t.Errorf("doc.go has other rates; if the change is meant, go test -run PlantedErrors -planted %d -update", want.planted)
	}
	for _, r := range []struct {
		what               string
		got, of, want, all int
	}{
		{"found", all.found, all.planted, want.found, want.planted},
		{"placed", all.placed, all.planted, want.placed, want.planted},
		{"named", all.named, all.planted, want.named, want.planted},
		{"right", all.right, all.mistakes, want.right, want.mistakes},
	} {
		rate := float64(r.want) / float64(r.all)
		if band := 3 * math.Sqrt(rate*(1-rate)/float64(r.of)); math.Abs(float64(r.got)/float64(r.of)-rate) > band {
			t.Errorf("%s: %d of %d, but %.2f ± %.2f by doc.go", r.what, r.got, r.of, rate, band)
		}
	}
}

// Among the errors that are in the thesis already, one more is found where the digits
// contradict each other.
func TestErrorPlantedInThesisIsFound(t *testing.T) {
	t.Parallel()
	o := options(t)
	o.Claims = nil
	var before []string
	for _, f := range run(t, thesis(t).Tables).Findings {
		before = append(before, f.Message)
	}
	for seed := 1; seed < len(gardeners); seed += 4 {
		p := sow(t, gardeners[seed], thesis(t).Tables, o, uint64(seed))
		report, err := audit.Run(p.tables, p.options)
		if err != nil {
			t.Fatal(err)
		}
		if p.contradicts() && !slices.ContainsFunc(report.Findings, func(f audit.Finding) bool { return !slices.Contains(before, f.Message) }) {
			t.Errorf("not found: %s, %v%v", p.kind, p.missing, p.changes)
		}
	}
}
