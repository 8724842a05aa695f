package figures_test

import (
	"bytes"
	"fmt"
	"image/color"
	"log"
	"os"

	"gonum.org/v1/plot/plotter"

	"gpca/figures"
)

// A chart with an interval about every value, a reference line and the best value
// marked, and the data it shows.
func ExampleChart() {
	chart := figures.Chart{
		XLabel: "a", YLabel: "rate (%)", XLog: true,
		Series: []figures.Series{{
			Name: "skeleton",
			X:    []float64{1, 10, 100},
			Y:    []float64{84.5, 83.7, 82.6},
			Low:  []float64{84.3, 83.5, 82.4},
			High: []float64{84.7, 83.9, 82.8},
		}},
		References: []figures.Reference{{Y: 82.1, Label: "L_{2}"}},
		Marks:      []figures.Mark{{X: 1, Y: 84.5, Label: "best"}},
	}
	var picture bytes.Buffer
	if err := figures.WriteSVG(&picture, chart, figures.Report()); err != nil {
		log.Fatal(err)
	}
	if err := figures.WriteCSV(os.Stdout, chart); err != nil {
		log.Fatal(err)
	}
	// Output:
	// kind,name,a,rate (%),low,high
	// series,skeleton,1,84.5,84.3,84.7
	// series,skeleton,10,83.7,83.5,83.9
	// series,skeleton,100,82.6,82.4,82.8
	// reference,L_2,,82.1,,
	// mark,best,1,84.5,,
}

// Any plotter of gonum, or of one's own, can be drawn over a chart. The axes make room for what it shows.
func ExampleChart_also() {
	theory := plotter.NewFunction(func(x float64) float64 { return 95 - 0.1*x })
	theory.Color = color.NRGBA{R: 0xB0, A: 0xFF}
	levels, err := plotter.NewScatter(plotter.XYs{{X: 0, Y: 95}, {X: 80, Y: 60}})
	if err != nil {
		log.Fatal(err)
	}
	chart := figures.Chart{XLabel: "noise level", YLabel: "rate (%)"}
	chart.Series = []figures.Series{{Name: "tanh", X: []float64{0, 20, 40}, Y: []float64{95, 94, 90}}}
	chart.Also = append(chart.Also, theory, levels)
	var picture bytes.Buffer
	if err := figures.WriteSVG(&picture, chart, figures.Report()); err != nil {
		log.Fatal(err)
	}
	for _, drawn := range []string{"#b00000", ">80<", ">60<"} { // the function, and ticks at a point beyond the series
		fmt.Println(bytes.Contains(picture.Bytes(), []byte(drawn)))
	}
	// Output:
	// true
	// true
	// true
}
