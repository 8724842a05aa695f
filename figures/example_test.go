package figures_test

import (
	"bytes"
	"fmt"
	"log"
	"os"

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

// A fault in the data is an error, never half a file.
func ExampleWritePNG() {
	chart := figures.Chart{
		XLog:   true,
		Series: []figures.Series{{Name: "tanh", X: []float64{0, 1}, Y: []float64{3, 4}}},
	}
	fmt.Println(figures.WritePNG(&bytes.Buffer{}, chart, figures.Report()))
	// Output: draw figure: x axis: value is 0 on a logarithmic axis
}
