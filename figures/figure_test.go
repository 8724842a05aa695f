package figures

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"

	"gonum.org/v1/plot/vg"
	"gotest.tools/v3/golden"
)

func TestDrawing(t *testing.T) {
	for _, s := range samples() {
		t.Run(s.name, func(t *testing.T) {
			var b strings.Builder
			width, height := s.figure.Size(Report())
			fmt.Fprintf(&b, "size   %.1f by %.1f\n", width, height)
			for _, d := range record(t, s.figure) {
				fmt.Fprintln(&b, d)
			}
			golden.Assert(t, b.String(), s.name+".golden")
		})
	}
}

func TestCSV(t *testing.T) {
	for _, s := range samples() {
		switch s.name {
		case "chart_markers", "chart_gaps", "chart_counterparts", "panels", "heatmap", "ranges", "scatter", "network", "chart_roc", "ranks":
			t.Run(s.name, func(t *testing.T) {
				var b bytes.Buffer
				if err := WriteCSV(&b, s.figure); err != nil {
					t.Fatal(err)
				}
				golden.Assert(t, b.String(), s.name+".csv")
			})
		}
	}
}

// Figures have the same bytes in every format, also when drawn concurrently.
func TestSameBytes(t *testing.T) {
	for format, write := range formats() {
		t.Run(format, func(t *testing.T) {
			var group sync.WaitGroup
			for _, s := range samples() {
				if format == "png" && !strings.HasPrefix(s.name, "chart_m") {
					continue // PNG is slow, and drawn by the same calls
				}
				group.Go(func() {
					var first, second bytes.Buffer
					if err := write(&first, s.figure); err != nil {
						t.Errorf("%s: %v", s.name, err)
					}
					if err := write(&second, s.figure); err != nil {
						t.Errorf("%s: %v", s.name, err)
					}
					if !bytes.Equal(first.Bytes(), second.Bytes()) {
						t.Errorf("%s differs when drawn again", s.name)
					}
				})
			}
			group.Wait()
		})
	}
}

// A fault is an error that names it, without output.
func TestWritersReportFaults(t *testing.T) {
	nan := math.NaN()
	chart := func(change func(*Chart)) Chart {
		ch := Chart{Series: []Series{{Name: "s", X: []float64{1, 2}, Y: []float64{3, 4}}}}
		change(&ch)
		return ch
	}
	for _, tc := range []struct {
		name   string
		figure Figure
		want   string
	}{
		{"no series", Chart{}, "all are missing"},
		{"all missing", chart(func(ch *Chart) { ch.Series[0].Y = []float64{nan, nan} }), "all are missing"},
		{"zero on log x", chart(func(ch *Chart) { ch.XLog, ch.Series[0].X[0] = true, 0 }), "x axis: value is 0 on a logarithmic axis"},
		{"no room", chart(func(ch *Chart) { ch.XLabel = strings.Repeat("label\n", 300) }), "make the figure larger"},
		{"faulty panel", Panels{Charts: []Chart{chart(func(*Chart) {}), {}}}, "panel 2: no value to draw"},
		{"undefined curve", FunctionPlot{Curves: []Series{{X: []float64{1, 2}, Y: []float64{nan, nan}}}}, "all are missing"},
		{"missing heatmap", Heatmap{Rows: []string{"r"}, Columns: []string{"a"}, Values: [][]float64{{nan}}}, "all are missing"},
		{"class without points", Chart{Shape: 1, Series: []Series{{Name: "c"}}}, "all are missing"},
		{"panic", faulty{}, "out of order"},
		{"no size", sized{}, "want more than 0"},
		{"too large", sized{width: 1e9, height: 10}, "at most"},
		{"NaN size", sized{width: vg.Length(nan), height: 10}, "want more than 0"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			for format, write := range formats() {
				if format == "csv" {
					continue // the data can be listed even if it cannot be drawn
				}
				var b bytes.Buffer
				err := write(&b, tc.figure)
				if err == nil || !strings.Contains(err.Error(), tc.want) {
					t.Errorf("%s: error %v, want one with %q", format, err, tc.want)
				}
				if b.Len() > 0 {
					t.Errorf("%s: %d bytes written in spite of the fault", format, b.Len())
				}
			}
		})
	}
}
