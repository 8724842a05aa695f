package printed_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/publication/printed"
)

func TestGuesses(t *testing.T) {
	for _, c := range []struct {
		name, text, number, methods, axis, omit string
		metric                                  printed.Metric
		said                                    string
	}{
		{"table3.csv", asCSV, "3", "", "dataset", "Samples",
			printed.Metric{Name: "accuracy", Unit: "percent", Better: printed.Larger, Decimals: 2, Measure: "accuracy"},
			"bold marks the largest in 3 of 3 lines"},
		{"a.md", asMarkdown, "1", "", "dataset", "Samples",
			printed.Metric{Name: "accuracy", Unit: "percent", Better: printed.Larger, Decimals: 2, Measure: "accuracy"},
			"averages: Avg."},
		{"errors.csv", "Method,Iris,Wine,Avg\nL1,5.1,**2.0**,3.6\nOurs,**4.9**,2.2,**3.5**\n", "7", "rows", "dataset", "",
			printed.Metric{Name: "error", Unit: "percent", Better: printed.Smaller, Decimals: 1, Measure: "misclassification"},
			"methods stand in rows, since the average is over the others"},
		{"accuracy.csv", "Data,A,B\nIris,96.1,**95.9**\nWine,90.2,91.5\n", "7", "", "dataset", "", // one misprint in bold
			printed.Metric{Name: "accuracy", Unit: "percent", Better: printed.Larger, Decimals: 1, Measure: "accuracy"},
			"larger ones are better (by its words)"},
		{"roc.csv", "Noise,A,B\n0,0.91,0.92\n10,0.81,0.85\n", "7", "", "Noise", "",
			printed.Metric{Name: "auc", Better: printed.Larger, Decimals: 2, Measure: "auc"},
			"methods stand in columns, since Noise heads the labels and the others are levels"},
		{"b.csv", "Method,Iris,Wine,Car\nL1,0.91,0.81,**0.71**\nOurs,**0.92**,**0.82**,0.70\n", "7", "rows", "dataset", "",
			printed.Metric{Name: "accuracy", Better: printed.Larger, Decimals: 2},
			"methods stand in rows, since one of them is in bold in each line"},
		{"c.html", "<table><tr><th></th><th>Accuracy</th></tr><tr><th>0.80</th><td>0.945</td></tr></table>", "7", "", "level", "",
			printed.Metric{Name: "accuracy", Unit: "share", Better: printed.Larger, Decimals: 3, Measure: "accuracy"},
			"metric accuracy: numbers up to 0.945, parts of 1, larger ones are better (by its words)"},
		{"d.csv", "Metric,A,B\nAccuracy,91.2,**93.1**\nECE,2.1,**1.9**\nAUROC,**95.1**,94.2\nForgetting,**8.1**,9.9\n", "7", "", "dataset", "",
			printed.Metric{Name: "accuracy", Unit: "percent", Better: printed.Larger, Decimals: 1, Measure: "accuracy"},
			"metric forgetting: numbers up to 9.9, in percent, smaller ones are better (bold marks the smallest in 1 of 1 lines)"},
		{"e.tex", `\begin{tabular}{lcccc} & \multicolumn{2}{c}{15 min} & \multicolumn{2}{c}{30 min} \\ Model & RMSE & MAE & RMSE & MAE \\ \hline ` +
			`x & 5.1 & 3.2 & 6.1 & 4.2 \\ y & 4.9 & 3.1 & 6.0 & 4.1 \\ \end{tabular}`, "7", "rows", "dataset", "",
			printed.Metric{Name: "rmse", Better: printed.Smaller, Decimals: 1}, "methods stand in rows, since the others are metrics"},
	} {
		g, err := printed.Guesses(c.name, "7", []byte(c.text))
		assert.NilError(t, err)
		assert.Check(t, g.Number == c.number && g.Methods == c.methods && g.Axis == c.axis &&
			strings.Join(g.Omit, ",") == c.omit && g.Metrics[0] == c.metric, "%s: %+v", c.name, g)
		assert.Check(t, is.Contains(strings.Join(g.Said, "; "), c.said), c.name)
		// What is guessed reads the file.
		_, err = g.Layout.Read([]byte(c.text), "", c.name, g.Metrics)
		assert.Check(t, err)
	}
	_, err := printed.Guesses("a.csv", "1", []byte("Data,Samples\nIris,150\n"))
	assert.Check(t, err != nil, "a table without results is guessed")
}
