package report

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gotest.tools/v3/assert"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/plan"
	"gpca/report/render"
)

func TestStatus(t *testing.T) {
	p := tinyPlan(t, plan.Selection{Tables: []string{"1"}, Figures: []string{"2"}})
	results := memory(t)
	fresh, err := NewStatus(t.Context(), p, results, RunOptions{Workers: 1})
	assert.NilError(t, err)
	assert.Check(t, fresh.Cells == (render.Count{Missing: 8}) && fresh.Seconds > 0 && fresh.Bytes > 0,
		"status of an empty store %+v", fresh)
	two, err := NewStatus(t.Context(), p, results, RunOptions{Workers: 2})
	assert.NilError(t, err)
	if two.Seconds >= fresh.Seconds || two.Bytes <= fresh.Bytes {
		t.Errorf("two workers take %v s and %d bytes, one takes %v s and %d bytes", two.Seconds, two.Bytes, fresh.Seconds, fresh.Bytes)
	}

	fill(t, p, results, func(i int) bool { return p.Cells[i].Data == "iris" })
	at := slices.IndexFunc(p.Cells, func(c experiment.Cell) bool { return c.Data == "balance" })
	fail(t, p.Cells[at], results, "no number")
	status, err := NewStatus(t.Context(), p, results, RunOptions{Workers: 1})
	assert.NilError(t, err)
	assert.Check(t, status.Cells == (render.Count{Done: 4, Failed: 1, Missing: 3}) && status.Seconds < fresh.Seconds,
		"status %+v", status)
	for i, want := range []DatasetStatus{
		{Name: "iris", Title: "Iris", Origin: dataset.StandIn, Work: Work{Cells: 4, Count: render.Count{Done: 4}}},
		{Name: "balance", Title: "Balance", Origin: dataset.StandIn, Work: Work{Cells: 2, Count: render.Count{Failed: 1, Missing: 1}}},
		{Name: "liver", Title: "Liver", Origin: dataset.StandIn, Work: Work{Cells: 2, Count: render.Count{Missing: 2}}},
	} {
		got := status.Datasets[i]
		if pending := want.Missing > 0; pending != (got.Seconds > 0) || pending != (got.Bytes > 0) {
			t.Errorf("%s: %v s and %d bytes for %d missing cells", got.Name, got.Seconds, got.Bytes, want.Missing)
		}
		got.Seconds, got.Bytes = 0, 0
		assert.Check(t, got == want, "status %+v, want %+v", got, want)
	}
}

// After a quarter of the cells the time left is right within a factor of 2, on machines
// that are slower or faster than the one of the estimates, and although these are wrong by
// up to a factor of 2 for a kind of work on a data set.
func TestTimeLeftLearns(t *testing.T) {
	long(t)
	p := planOf(t, openStudy(t, "thesis"), plan.Selection{})
	options := RunOptions{Workers: 2}
	jobs, err := options.runner(p).Plan(t.Context(), p.Cells)
	assert.NilError(t, err)
	for _, machine := range []float64{0.1, 1, 30} {
		r := rand.New(rand.NewPCG(1, uint64(10*machine)))
		wrong := map[string]float64{}
		results, left, stored := memory(t), 0.0, 0
		for _, j := range jobs { // in the order of a run
			if wrong[j.Title()] == 0 {
				wrong[j.Title()] = math.Exp2(2*r.Float64() - 1)
			}
			each := machine * wrong[j.Title()] * j.Cost.Seconds / float64(len(j.Cells))
			for _, c := range j.Cells {
				if stored >= len(p.Cells)/4 {
					left += each / 2 // on two processors
					continue
				}
				stored++
				assert.NilError(t, results.Put(experiment.Result{Key: c.Key(), Cell: c, Artifacts: map[string]experiment.Array{"none": {}}, Seconds: each}))
			}
		}
		status, err := NewStatus(t.Context(), p, results, options)
		assert.NilError(t, err)
		if ratio := status.Seconds / left; ratio < 0.5 || ratio > 2 {
			t.Errorf("%g times as slow: %.0f s are expected, %.0f s are left", machine, status.Seconds, left)
		}
	}
}

// Work whose estimate says next to nothing is expected to take what it took.
func TestTimeLeftOfWorkWithoutEstimate(t *testing.T) {
	known := experience{spent: map[string]spent{"own": {50, 1e-3}, "other": {1e-3, 1}}}
	got := 1e-3 * known.slowness("own")
	assert.Check(t, got >= 40 && got <= 60, "%.1f s are expected of what took 50 s", got)
	got = (experience{spent: map[string]spent{"other": {1e-3, 1}}}).slowness("own")
	assert.Check(t, got >= 0.9, "a millisecond makes work expected to take %g times as long", got)
}
