package audit_test

import (
	_ "embed"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"gpca/report/publication"
	"gpca/report/publication/audit"
	"gpca/report/publication/printed"
)

// elsewhereLinks say what the tables of a random layout have to do with each other.
//
//go:embed testdata/elsewhere_links.yaml
var elsewhereLinks string

// randomLayout draws the shape of four tables: over levels, over data sets, again over these with two of the methods
// and two others, and a count of wins.
func randomLayout(t *testing.T, seed uint64) []printed.Table {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 11))
	var text strings.Builder
	text.WriteString("table,title,axis,metric,row,column,value,bold\n")
	add := func(number, axis, metric string, rows []string, columns []string) {
		for i, row := range rows {
			for j, column := range columns {
				digits := map[bool]string{true: "1", false: "1.00"}[metric == "winning_count"]
				fmt.Fprintf(&text, "%s,Random,%s,%s,%s,%s,%s,%d\n", number, axis, metric, row, column, digits, max(0, 1-i-j))
			}
		}
	}
	named := func(format string, first, n int) (all []string) {
		for i := range n {
			all = append(all, fmt.Sprintf(format, first+i))
		}
		return all
	}
	metric := []string{"accuracy_pct", "misclassification_pct"}[r.IntN(2)]
	methods, sets := 4+r.IntN(4), append(named("d%d", 0, 6+r.IntN(9)), "Average")
	add("1", "level", "accuracy_pct", append(named("%d", 0, 5+r.IntN(7)), "Average"), named("m%d", 0, methods))
	add("2", "dataset", metric, sets, named("m%d", 0, methods))
	add("3", "dataset", metric, sets, named("m%d", methods-2, 4))
	add("4", "method", "winning_count", named("m%d", 0, 2), named("m%d", 2, methods-2))
	tables, err := printed.Read(strings.NewReader(text.String()), "", "random.csv", metrics)
	assert.NilError(t, err)
	return tables
}

// auditFolder writes tables as the folder of a publication, and audits it.
func auditFolder(t *testing.T, tables []printed.Table, links string) *audit.Report {
	t.Helper()
	folder := t.TempDir()
	about := "metrics:\n"
	for _, m := range metrics {
		about += fmt.Sprintf("  - {name: %s, unit: %q, better: %q}\n", m.Name, m.Unit, m.Better)
	}
	text := "table,title,axis,metric,row,column,value,bold\n"
	for _, x := range tables {
		for _, n := range x.Numbers() {
			text += fmt.Sprintf("%s,%s,%s,%s,%s,%s,%s,%d\n", x.Number, x.Title, x.Axis, x.Metric, n.Row, n.Column, n.Text, map[bool]int{true: 1}[n.Bold])
		}
	}
	for name, text := range map[string]string{"publication.yaml": about, "links.yaml": links, "printed/tables.csv": text} {
		path := filepath.Join(folder, name)
		assert.NilError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		assert.NilError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	p, err := publication.Open(folder)
	assert.NilError(t, err)
	r, err := p.Audit()
	assert.NilError(t, err)
	return r
}

// In folders of random tables errors of 16 kinds are found, and tables without one give no finding. The shares of 320
// are in rates.md.
func TestPlantedErrorsInRandomFolders(t *testing.T) {
	long(t)
	t.Parallel()
	links, err := audit.ReadLinks("links.yaml", []byte(elsewhereLinks))
	assert.NilError(t, err)
	n := max(*plantedTables, 2*len(elsewhere))
	found, alarms, contradictory := make([]int, len(elsewhere)), 0, 0
	for i := range n {
		kind := i % len(elsewhere)
		o := audit.Options{Links: links}
		clean := simulate(t, randomLayout(t, uint64(i)), o, uint64(5000+i))
		if r := auditFolder(t, clean, elsewhereLinks); len(r.Findings) > 0 {
			alarms++
			t.Errorf("%d: tables without an error have the finding %+v", i, r.Findings[0])
		}
		p := sow(t, elsewhere[kind], clean, o, uint64(i))
		said := elsewhereLinks
		for _, s := range p.options.Links.Samples {
			said = fmt.Sprintf("samples:\n  - {tables: [\"1\"], of: %d, repetitions: %d}\n", s.Of, s.Repetitions)
		}
		for _, s := range p.options.Links.Repetitions {
			said = fmt.Sprintf("repetitions:\n  - {tables: [\"1\"], of: %d, decimals: %d}\n", s.Of, s.Decimals)
		}
		r := auditFolder(t, p.tables, said)
		if len(r.Findings) > 0 {
			found[kind]++
		}
		if p.contradicts() {
			contradictory++
			assert.Check(t, len(r.Findings) != 0,
				"%d, %s: the printed digits contradict each other, and nothing is found: %v", i, p.kind, p.changes)
		}
	}
	all := 0
	for kind, f := range found {
		t.Logf("    %-33s %3d of %3d", elsewhere[kind].kind, f, n/len(elsewhere))
		all += f
	}
	t.Logf("    all %d of %d found, %d contradictory, %d false alarms in %d folders without an error", all, n, contradictory, alarms, n)
	assert.Check(t, all >= 7*n/10, "%d of %d planted errors are found", all, n)
}
