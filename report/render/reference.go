package render

import (
	_ "embed" // for what the real data gave
	"encoding/json"
	"slices"
	"sync"

	"gpca/report/publication/compare"
	"gpca/report/study"
)

// referenceFile has what the reference run, on the real data, gave of each study that comes
// with the program, so that a report on generated data can say it. A test makes it from the
// results in out/reference.
//
//go:embed reference.json
var referenceFile []byte

// reference is what it gave of a study's part.
var reference = sync.OnceValue(func() (of map[string]map[string]compare.Real) {
	if err := json.Unmarshal(referenceFile, &of); err != nil {
		panic(err) // a test reads it
	}
	return of
})

// real is what the real data gave of a part, where data of the report is generated. There is
// nothing of a study of the user's, or of a selection.
func (e evidence) real(part *study.Study) (of compare.Real, ok bool) {
	generated := func(c Comparison) bool { return c.Generated() }
	if s := e.plan.Study; s.File() == "" && e.plan.Whole() && slices.ContainsFunc(e.comparisons, generated) {
		of, ok = reference()[s.Name][part.Name]
	}
	return of, ok
}
