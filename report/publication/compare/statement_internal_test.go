package compare

import (
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/claim"
)

// Of many claims, one at p = 0.04 is left open and one at 0.0001 stands. Claims without chance or numbers do not
// count.
func TestCorrectionForAllClaims(t *testing.T) {
	holds := claim.Answer{Outcome: claim.Holds}
	all := []Statement{
		{Reproduced: holds, P: 0.04}, {Reproduced: holds, P: 0.0001}, {Reproduced: holds},
		{P: 1, Missing: "a number"}, {Reproduced: claim.Answer{Outcome: claim.Fails}, P: 0.004},
	}
	for range 17 {
		all = append(all, Statement{P: 1})
	}
	correct(all)
	for i, want := range []string{"undecided", "holds", "holds", "open", "fails"} {
		assert.Check(t, is.Equal(all[i].Verdict(), want), "claim %d at %g, corrected %g", i, all[i].P, all[i].Corrected)
	}
	assert.Check(t, all[0].Open() == "more repetitions" && all[1].Open() == "" &&
		all[3].Open() == "the missing numbers", "open: %q, %q, %q", all[0].Open(), all[1].Open(), all[3].Open())
}
