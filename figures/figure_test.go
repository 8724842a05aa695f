package figures

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"gonum.org/v1/plot/vg"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
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
				assert.NilError(t, WriteCSV(&b, s.figure))
				golden.Assert(t, b.String(), s.name+".csv")
			})
		}
	}
}

// Figures have the same bytes in every format, also when drawn concurrently.
func TestSameBytes(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: run without -short")
	}
	for format, write := range formats() {
		t.Run(format, func(t *testing.T) {
			var group sync.WaitGroup
			for _, s := range samples() {
				if format == "png" && !strings.HasPrefix(s.name, "chart_m") {
					continue // PNG is slow, and drawn by the same calls
				}
				group.Go(func() {
					var first, second bytes.Buffer
					assert.Check(t, write(&first, s.figure), s.name)
					assert.Check(t, write(&second, s.figure), s.name)
					assert.Check(t, bytes.Equal(first.Bytes(), second.Bytes()), "%s differs when drawn again", s.name)
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
				assert.Check(t, is.ErrorContains(write(&b, tc.figure), tc.want), format)
				assert.Check(t, b.Len() <= 0, "%s: %d bytes written in spite of the fault", format, b.Len())
			}
		})
	}
}

// formats returns the writers by the name of their format.
func formats() map[string]func(*bytes.Buffer, Figure) error {
	return map[string]func(*bytes.Buffer, Figure) error{
		"svg": func(b *bytes.Buffer, f Figure) error { return WriteSVG(b, f, Report()) },
		"png": func(b *bytes.Buffer, f Figure) error { return WritePNG(b, f, Report()) },
		"pdf": func(b *bytes.Buffer, f Figure) error { return WritePDF(b, f, Report(), time.Unix(0, 0)) },
		"csv": func(b *bytes.Buffer, f Figure) error { return WriteCSV(b, f) },
	}
}
