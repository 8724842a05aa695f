package report

import (
	"slices"
	"testing"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/plan"
	"gpca/report/render"
)

func TestStatus(t *testing.T) {
	p := tinyPlan(t, plan.Selection{Tables: []string{"1"}, Figures: []string{"2"}})
	results := memory(t)
	fresh, err := NewStatus(t.Context(), p, results, RunOptions{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	if fresh.Cells != (render.Count{Missing: 8}) || !(fresh.Seconds > 0) || fresh.Bytes <= 0 {
		t.Errorf("status of an empty store %+v", fresh)
	}
	two, err := NewStatus(t.Context(), p, results, RunOptions{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	if two.Seconds >= fresh.Seconds || two.Bytes <= fresh.Bytes {
		t.Errorf("two workers take %v s and %d bytes, one takes %v s and %d bytes", two.Seconds, two.Bytes, fresh.Seconds, fresh.Bytes)
	}

	fill(t, p, results, func(i int) bool { return p.Cells[i].Data == "iris" })
	at := slices.IndexFunc(p.Cells, func(c experiment.Cell) bool { return c.Data == "balance" })
	fail(t, p.Cells[at], results, "no number")
	status, err := NewStatus(t.Context(), p, results, RunOptions{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	if status.Cells != (render.Count{Done: 4, Failed: 1, Missing: 3}) || !(status.Seconds < fresh.Seconds) {
		t.Errorf("status %+v", status)
	}
	for i, want := range []DatasetStatus{
		{Name: "iris", Title: "Iris", Origin: dataset.StandIn, Cells: 4, Count: render.Count{Done: 4}},
		{Name: "balance", Title: "Balance", Origin: dataset.StandIn, Cells: 2, Count: render.Count{Failed: 1, Missing: 1}},
		{Name: "liver", Title: "Liver", Origin: dataset.StandIn, Cells: 2, Count: render.Count{Missing: 2}},
	} {
		got := status.Datasets[i]
		if pending := want.Missing > 0; pending != (got.Seconds > 0) || pending != (got.Bytes > 0) {
			t.Errorf("%s: %v s and %d bytes for %d missing cells", got.Name, got.Seconds, got.Bytes, want.Missing)
		}
		got.Seconds, got.Bytes = 0, 0
		if got != want {
			t.Errorf("status %+v, want %+v", got, want)
		}
	}
}
