package audit_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/publication/audit"
	"gpca/report/publication/printed"
)

// averaged prints a table of means of repetitions, each rounded to four decimals, with six decimals.
func averaged(t *testing.T, seed uint64, repetitions int) []printed.Table {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 9))
	var text strings.Builder
	text.WriteString("Data,A,B,C,D\n")
	for row := range 6 {
		fmt.Fprintf(&text, "d%d", row)
		for range 4 {
			sum := 0.0
			for range repetitions {
				sum += math.Round(1e4*r.Float64()) / 1e4
			}
			fmt.Fprintf(&text, ",%.6f", sum/float64(repetitions))
		}
		text.WriteString("\n")
	}
	area := printed.Metric{Name: "auc", Better: printed.Larger, Decimals: 6}
	table, err := printed.Layout{Number: "1", Metric: "auc"}.Read([]byte(text.String()), "", "a.csv", []printed.Metric{area})
	assert.NilError(t, err)
	return []printed.Table{table}
}

func saying(repetitions int) audit.Options {
	return audit.Options{Links: audit.Links{Repetitions: []audit.Repetitions{{Cells: audit.Cells{Tables: []string{"1"}}, Of: repetitions, Decimals: 4}}}}
}

func TestMeansOfRepetitions(t *testing.T) {
	found := 0
	for seed := range uint64(100) {
		tables := averaged(t, seed, 20)
		right, err := audit.Run(tables, saying(20))
		assert.NilError(t, err)
		assert.Assert(t, len(right.Findings) == 0, "seed %d: a table without error has %+v", seed, right.Findings)
		halved, err := audit.Run(tables, saying(10))
		assert.NilError(t, err)
		if f := halved.Findings; len(f) != 1 || f[0].Expected != "means of 20" || f[0].Row != "" {
			t.Errorf("seed %d: where 20 repetitions are called 10 the audit finds %+v", seed, f)
		}
		wrong := slices.Clone(tables)
		n := wrong[0].Numbers()[seed%24]
		digit := (n.Text[7]-'0'+1+byte(seed%9))%10 + '0'
		put(&wrong[0], n.Place, n.Text[:7]+string(digit))
		report, err := audit.Run(wrong, saying(20))
		assert.NilError(t, err)
		if len(report.Findings) == 1 && report.Findings[0].Place == n.Place && report.Findings[0].Check == audit.Repeated {
			found++
		}
	}
	// The last of six decimals is 0 or 5, so that one wrong digit in nine is none.
	assert.Check(t, found >= 80, "%d of 100 wrong digits are found", found)
}

func TestDigits(t *testing.T) {
	tables := averaged(t, 1, 20)
	short := func(t printed.Table, cut bool) []printed.Table {
		for _, n := range t.Numbers() {
			if cut {
				put(&t, n.Place, strings.TrimRight(n.Text, "0"))
			}
		}
		n := t.Numbers()[3]
		put(&t, n.Place, n.Text[:6])
		return []printed.Table{t}
	}
	for _, c := range []struct {
		cut   bool
		found int
	}{{false, 1}, {true, 0}} {
		report, err := audit.Run(short(tables[0], c.cut), audit.Options{})
		assert.NilError(t, err)
		if len(report.Findings) != c.found || c.found > 0 && report.Findings[0].Expected != report.Findings[0].Printed+"00" {
			t.Errorf("zeros left out %t: %+v", c.cut, report.Findings)
		}
	}
}

// A number is the mean of as many draws as the text says, of all samples or of repetitions; else it does not say.
func TestDrawsOf(t *testing.T) {
	links := audit.Links{
		Samples:     []audit.Samples{{Cells: audit.Cells{Tables: []string{"2"}}, Of: 100, Repetitions: 5}, {Cells: audit.Cells{Tables: []string{"3"}}, Of: 100}},
		Repetitions: saying(10).Links.Repetitions,
	}
	for table, want := range map[string]int{"1": 10, "2": 5, "3": 0, "4": 0} {
		got := links.DrawsOf(printed.Place{Table: table})
		assert.Check(t, is.Equal(got, want), "table %s: %d draws, want %d", table, got, want)
	}
}
