package claim_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"

	"gpca/report/claim"
	"gpca/report/internal/faults"
	"gpca/report/statistics"
)

type numbers map[string]string

func (n numbers) Value(table, row, column string) statistics.Estimate {
	text, ok := n[table+"/"+row+"/"+column]
	if !ok {
		return statistics.Estimate{State: statistics.Missing}
	}
	value, _ := strconv.ParseFloat(text, 64)
	half := 0.005
	if !strings.Contains(text, ".") {
		half = 0 // a count
	}
	return statistics.Estimate{Centre: value, HalfWidth: half, Text: text}
}

func (n numbers) Rows(table string) []string {
	var rows []string
	for _, row := range []string{"0", "10", "20"} {
		for key := range n {
			if strings.HasPrefix(key, table+"/"+row+"/") {
				rows = append(rows, row)
				break
			}
		}
	}
	return rows
}

func (n numbers) HigherIsBetter(table string) bool { return !strings.HasPrefix(table, "error") }

func TestRules(t *testing.T) {
	source := numbers{
		"1/0/a": "95.10", "1/0/b": "95.20", "1/0/c": "95.00",
		"1/10/a": "94.10", "1/10/b": "94.00", "1/10/c": "94.10",
		"1/20/a": "93.10", "1/20/b": "92.00", "1/20/c": "93.00",
		"1/Average/a": "94.10", "1/Average/b": "93.73", "1/Average/c": "94.03",
		"2/Average/a": "94.20", "2/Average/b": "94.10",
		"error/Average/a": "4.10", "error/Average/b": "4.20",
		"count/0/a": "3", "count/10/a": "-1", "count/20/a": "0",
	}
	decided(t, "rules.txt", func(string) claim.Numbers { return source })
}

// The width of intervals decides claims about reproduced numbers.
func TestIntervalDecides(t *testing.T) {
	for halfWidth, want := range map[float64]claim.Outcome{0: claim.Holds, 0.05: claim.Holds, 0.06: claim.Undecided} {
		assert.Check(t, is.Equal(outcome(t, `rule: beats, table: "1", columns: [a], over: [b]`, wide{halfWidth}).Outcome, want))
	}
}

// wide gives a = 95.1 and b = 95 with the same half-width.
type wide struct{ halfWidth float64 }

func (w wide) Value(_, _, column string) statistics.Estimate {
	return statistics.Estimate{
		Centre: map[string]float64{"a": 95.1, "b": 95}[column], HalfWidth: w.halfWidth,
	}
}
func (wide) Rows(string) []string         { return nil }
func (wide) HigherIsBetter(_ string) bool { return true }

// A reading replaces fields of its claim, and tables wherever the claim names them.
func TestReadings(t *testing.T) {
	claims, err := claim.Read("mine.yaml", golden.Get(t, "claim_readings.yaml"))
	assert.NilError(t, err)
	for i, want := range []struct {
		claim, reading int
		rule           string
		tables         []string
	}{{0, 0, "share", []string{"4", "O.16: wide, by far", "3"}}, {0, 1, "beats", []string{"2", "1", "3"}}, {1, 0, "margin", []string{"2"}}} {
		got := claims[want.claim].Readings[want.reading]
		if got.Rule != want.rule || !slices.Equal(got.Tables(), want.tables) || got.ID != claims[want.claim].ID || len(got.Readings) > 0 {
			t.Errorf("reading %d: rule %s on %q, want %s on %q", i, got.Rule, got.Tables(), want.rule, want.tables)
		}
	}
	assert.Assert(t, is.DeepEqual(claims[0].Tables(), []string{"1", "2", "3"}), "the claim itself is about")
	assert.Equal(t, claim.TitleOf("O.16: wide, by far"), "Table O.16, wide, by far", "a variant is called")
}

func TestReadRefuses(t *testing.T) {
	faults.Check(t, "faults.txt", func(_ *testing.T, text string) error {
		_, err := claim.Read("mine.yaml", []byte(text))
		return err
	})
}

func FuzzRead(f *testing.F) {
	f.Add("- {id: x, rule: beats, table: \"1\", columns: [a], over: [b], rows: every}\n")
	f.Add("- id: x\n  rule: margin\n  columns: [1/a]\n  over: [1/b]\n  than: {table: \"2\", columns: [a], over: [b]}\n")
	f.Add("- {id: x, rule: share, at-least: 1/2, contests: [{table: \"1\", columns: [a], over: [b]}]}\n")
	f.Fuzz(func(t *testing.T, text string) {
		claims, err := claim.Read("fuzz.yaml", []byte(text))
		if err != nil {
			assert.Check(t, strings.HasPrefix(err.Error(), "fuzz.yaml"),
				"the error does not begin with the file: %v", err)
			return
		}
		// A valid claim can be evaluated on any numbers.
		for _, c := range claims {
			c.Evaluate(numbers{"1/Average/a": "95.10", "1/Average/b": "95.00", "1/0/a": "1.00", "1/0/b": "2.00"})
		}
	})
}

func ExampleClaim_Evaluate() {
	claims, err := claim.Read("mine.yaml", []byte(`
- id: salt-and-pepper-always-on-top
  rule: beats
  table: "3.7"
  columns: [q=2, q=3, q=4]
  over: [p=2]
  rows: ["0"]
  take: best
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	answer := claims[0].Evaluate(numbers{"3.7/0/q=2": "96.41", "3.7/0/q=3": "96.43", "3.7/0/q=4": "96.49", "3.7/0/p=2": "96.53"})
	fmt.Println(answer.Outcome)
	fmt.Println(answer.Reasons[0])
	// Output:
	// fails
	// Table 3.7, row 0: q=4 96.49 is no better than p=2 96.53
}
