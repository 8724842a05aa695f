package benchmark

import (
	"context"
	"errors"
	"math"
	"testing"
	"time"
)

// Every task does something that can be counted, and takes time.
func TestRun(t *testing.T) {
	results, err := run(t.Context(), sizes{usps: 40, mnist: 200}, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, m := range results {
		if !(m.Seconds > 0) || math.IsInf(m.Rate, 0) || !(m.Rate > 0) || m.Share < 0 {
			t.Errorf("%+v", m)
		}
		if key := m.Name + m.Shape; seen[key] {
			t.Errorf("%s, %s twice", m.Name, m.Shape)
		} else {
			seen[key] = true
		}
	}
}

func TestRateCounts(t *testing.T) {
	calls := 0
	seconds, rate, err := rate(t.Context(), 0, func() (float64, error) {
		calls++
		for began := time.Now(); time.Since(began) < time.Microsecond; { // a clock may be coarse
		}
		return 6e9, nil
	})
	if err != nil || calls != 1 || !(seconds > 0) || math.Abs(rate*seconds/6-1) > 1e-6 {
		t.Errorf("%d calls in %g s at %g GFLOP/s, error %v", calls, seconds, rate, err)
	}
}

func TestEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := run(ctx, sizes{usps: 40, mnist: 200}, 1, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	fault := errors.New("fault")
	if _, err := (task{name: "x", call: func() (float64, error) { return 0, fault }}).measure(t.Context(), 1, 0); !errors.Is(err, fault) {
		t.Errorf("error %v", err)
	}
}

func TestMedian(t *testing.T) {
	for _, test := range []struct {
		values []float64
		want   float64
	}{{nil, 0}, {[]float64{3}, 3}, {[]float64{3, 1}, 2}, {[]float64{9, 1, 2}, 2}} {
		if got := median(test.values); got != test.want {
			t.Errorf("median of %v is %g", test.values, got)
		}
	}
}
