package junit

import (
	"bytes"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"
)

func TestWrite(t *testing.T) {
	var b bytes.Buffer
	err := Write(&b, "compare", []Suite{
		{"Table 2.1, <noise> & \"more\"", []Case{
			{Name: "0, tanh", File: "thesis.csv", Line: 2},
			{Name: "σ = 10, tanh", Failure: "ours 95.1\nprinted 96.2\x00"},
			{Name: "20, tanh", Skipped: "inconclusive"},
		}},
		{Name: "Claims", Cases: []Case{{Name: "L1 is best", Skipped: "open"}}},
		{Name: "nothing"},
	})
	assert.NilError(t, err)
	golden.Assert(t, b.String(), "junit.xml")
}
