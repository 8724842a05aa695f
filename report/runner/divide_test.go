package runner_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gotest.tools/v3/assert"

	"gpca/report/experiment"
)

// Each cell has one machine, and none has more than its share plus the longest piece (Graham's bound).
func TestDivideIsBalanced(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	b := newBench(1, 0)
	for _, machines := range []int{1, 2, 7, 40} {
		var cells []experiment.Cell
		total, most := 0, 0
		for i := range 30 {
			seconds := 1 + r.IntN(100)
			total, most = total+seconds, max(most, seconds)
			cells = append(cells, cell("iris", script{Name: fmt.Sprint(i), Phases: [][]int{{seconds}}}))
		}
		parts, longest, err := b.Divide(t.Context(), cells, machines)
		if err != nil || len(parts) != machines || longest.Cost.Seconds != float64(most) {
			t.Fatalf("%d parts, the longest piece %g s, want %d and %d s (%v)", len(parts), longest.Cost.Seconds, machines, most, err)
		}
		seen := map[string]bool{}
		for _, part := range parts {
			plan, err := b.Plan(t.Context(), part)
			assert.NilError(t, err)
			seconds := 0.0
			for _, j := range plan {
				seconds += j.Cost.Seconds
			}
			if bound := float64(total)/float64(machines) + float64(most); seconds > bound {
				t.Errorf("one of %d machines has %g s, want at most %g s", machines, seconds, bound)
			}
			for _, c := range part {
				assert.Check(t, !seen[c.Name], "two machines have cell %s", c.Name)
				seen[c.Name] = true
			}
		}
		assert.Check(t, len(seen) == len(cells), "%d cells of %d have a machine", len(seen), len(cells))
	}
}
