package compare_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"gpca/report/publication/compare"
)

// The export has each number in print, and the badge counts what the headline counts.
func TestExport(t *testing.T) {
	f := compared(t, tiny("car")).Facts()
	var b bytes.Buffer
	assert.NilError(t, compare.WriteJSON(&b, f))
	var all []compare.Exported
	assert.NilError(t, json.Unmarshal(b.Bytes(), &all))
	counts := 0
	for _, v := range all {
		if v.Counts {
			counts++
		}
		assert.Check(t, (v.Reproduced != nil || v.Reason != "") &&
			(v.Reproduced == nil || (*v.Low <= *v.Reproduced && *v.High >= *v.Reproduced)), "%+v", v)
	}
	assert.Check(t, len(all) == f.Total.Numbers && counts == f.Total.Judged() && counts != 0,
		"%d numbers, %d count; the headline has %+v", len(all), counts, f.Total)
	want := fmt.Sprintf("%d of %d reproduced", f.Total.Match, f.Total.Judged())
	for _, write := range []func(*bytes.Buffer) error{
		func(b *bytes.Buffer) error { return compare.WriteBadge(b, f) },
		func(b *bytes.Buffer) error { return compare.WriteBadgeSVG(b, f) },
	} {
		b.Reset()
		err := write(&b)
		assert.Check(t, err == nil && strings.Contains(b.String(), want), "the badge is %s, %v", b.String(), err)
	}
}
