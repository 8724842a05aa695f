package compare_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"gpca/report/publication/compare"
)

// The export has each number in print, and the badge counts what the headline counts.
func TestExport(t *testing.T) {
	f := compared(t, tiny("car")).Facts()
	var b bytes.Buffer
	if err := compare.WriteJSON(&b, f); err != nil {
		t.Fatal(err)
	}
	var all []compare.Exported
	if err := json.Unmarshal(b.Bytes(), &all); err != nil {
		t.Fatal(err)
	}
	counts := 0
	for _, v := range all {
		if v.Counts {
			counts++
		}
		if v.Reproduced == nil && v.Reason == "" || v.Reproduced != nil && (*v.Low > *v.Reproduced || *v.High < *v.Reproduced) {
			t.Errorf("%+v", v)
		}
	}
	if len(all) != f.Total.Numbers || counts != f.Total.Judged() || counts == 0 {
		t.Errorf("%d numbers, %d count; the headline has %+v", len(all), counts, f.Total)
	}
	want := fmt.Sprintf("%d of %d reproduced", f.Total.Match, f.Total.Judged())
	for _, write := range []func(*bytes.Buffer) error{
		func(b *bytes.Buffer) error { return compare.WriteBadge(b, f) },
		func(b *bytes.Buffer) error { return compare.WriteBadgeSVG(b, f) },
	} {
		b.Reset()
		if err := write(&b); err != nil || !strings.Contains(b.String(), want) {
			t.Errorf("the badge is %s, %v", b.String(), err)
		}
	}
}
