package exhibit_test

import (
	"slices"
	"strings"
	"testing"

	"gpca/figures"
	"gpca/report/exhibit"
	"gpca/report/experiment"
	"gpca/report/table"
)

const mixed = `
name: mixed
repetitions: {real: 3, stand-in: 3}
experiments:
  - {name: m, kind: separate, data: [three-signals, images-200], mixing: [1 2; 3 1 / 4, random], contrast: [log-cosh, gaussian]}
tables:
  - number: "1"
    caption: Stages
    experiment: m
    data: three-signals
    rows: [mixing, contrast]
    columns: stage
    values: {mixing: 1 2; 3 1 / 4, stage: [whitened, separated]}
    claims:
      - {text: It separates., columns: separated, over: whitened, rows: "1 2; 3 1 / 4, log-cosh"}
      - {text: It always separates., columns: separated, over: whitened}
      - {text: Whitening does., columns: whitened, over: separated, rows: "1 2; 3 1 / 4, log-cosh"}
  - {number: "2", caption: Measures, experiment: m, rows: data, at: {stage: whitened}}
  - number: "3"
    caption: Matrices
    experiment: m
    rows: data
    columns: mixing
    measure: amari
    claims: {text: The first is better., columns: 1 2; 3 1 / 4, over: random, rows: three-signals}
figures:
  - {number: "1", caption: Signals, kind: signals, experiment: m, data: three-signals, steps: 30}
  - {number: "2", caption: Joint, kind: scatter, experiment: m, data: three-signals, components: [2, 1]}
  - {number: "3", caption: Pictures, kind: pictures, experiment: m, data: images-200, columns: {label: "{stage}", stage: [sources, separated]}}
  - {number: "4", caption: Joint, kind: scatter, experiment: m, data: three-signals, components: [1, 3]}
`

func measured(name string, v ...float64) experiment.Result {
	return experiment.Result{Values: map[string][]float64{name: v}, Cell: experiment.Cell{Random: len(v) > 1}}
}

// Claims are judged draw by draw, by the names of columns and rows. A slash in a value does not
// name a table in print.
func TestTableOfAxes(t *testing.T) {
	both := measured("sir", 20)
	both.Values["amari"] = []float64{0.25}
	b := benchOf(t, mixed, book{
		"m three-signals 0  whitened":          measured("sir", 5),
		"m three-signals 0 ":                   measured("sir", 30, 31, 32),
		"m three-signals 0  gaussian whitened": measured("sir", 31),
		"m three-signals 0  gaussian":          measured("sir", 30, 31, 32.5),
		"m images-200 0  whitened":             both,
	})
	if got, want := text(build(t, b, "1")), `Mixing matrix, Contrast | Whitened | Separated
(1 2; 3 1)/4, Log cosh | 5.0 | *31.0 ± 2.5*
(1 2; 3 1)/4, Gaussian | 31.0 | *31.2 ± 3.1*
`; !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	notes := strings.Join(build(t, b, "1").Notes, "\n")
	for _, want := range []string{
		"The text says: “It separates.” It holds.",
		"The text says: “It always separates.” It is undecided: Table 1, row (1 2; 3 1)/4, Gaussian: Separated 31.2 is too close to Whitened 31.0 (difference 0.17 ± 3.13, p = 0.84).",
		"The text says: “Whitening does.” It does not hold: Table 1, row (1 2; 3 1)/4, Log cosh: Whitened 5.0 is no better than Separated 31.0 (difference −26.00 ± 2.48, p < 0.001).",
	} {
		if !strings.Contains(notes, want) {
			t.Errorf("no %q in\n%s", want, notes)
		}
	}
	built := build(t, b, "2")
	if got := text(built); !strings.Contains(got, "Data set | Signal-to-interference ratio in dB | Amari distance\nthree-signals | 5.0 | failed") || !strings.Contains(got, "images-200 | 20.0 | 0.250") {
		t.Errorf("measures as columns:\n%s", got)
	}
	if !strings.HasPrefix(built.Notes[1], "Amari distance: distance of the product") {
		t.Errorf("notes %q", built.Notes)
	}
	if notes := strings.Join(build(t, b, "3").Notes, "\n"); !strings.Contains(notes, "It is undecided: Table 3 has no number for (1 2; 3 1)∕4 in row three-signals") {
		t.Errorf("a claim without numbers: %s", notes)
	}
	for _, name := range []string{"m three-signals 0  random", "m images-200 0 "} {
		if !b.asked[name] {
			t.Errorf("did not ask for %q", name)
		}
	}
}

func TestReadTableOfAxes(t *testing.T) {
	b := benchOf(t, mixed, book{"m three-signals 0  gaussian": measured("sir", 7, 9)})
	r := b.study.Table("1").(exhibit.Reader)
	if v := r.Read(b, "1 2; 3 1 / 4, gaussian", "separated"); v.State != table.Filled || v.Mean() != 8 {
		t.Errorf("read %+v, want 8", v)
	}
	if v := r.Read(b, "random, gaussian", "separated"); v.State != table.Missing || v.Reason != `the study has no row "random, gaussian" here` {
		t.Errorf("read %+v, want it missing", v)
	}
	if v := r.Read(b, "1 2; 3 1 / 4, gaussian", "seperated"); v.Reason != `the study has no column "seperated" in this table: did you mean separated?` {
		t.Errorf("read %+v, want it missing", v)
	}
	if r.RowTitle("x") != "x" || r.Corner() != "Mixing matrix, Contrast" {
		t.Errorf("corner %q", r.Corner())
	}
}

func TestFaultsOfATableOfAxes(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"data: three-signals\n    rows", "rows", "tiny.yaml:7:5: experiment m has several data sets or levels, and this shows one: name it by at"},
		{"rows: [mixing, contrast]", "rows: [mixing, noise]", "tiny.yaml:11:20: experiment m does not vary noise; it varies data, mixing, contrast, decorrelation and stage"},
		{"columns: stage\n", "columns: mixing\n", "tiny.yaml:12:14: the rows run along mixing: the columns run along another axis"},
		{"columns: stage\n", "columns: stage\n    measures: sir\n", "tiny.yaml:13:15: a table with columns has one measure: name it by measure"},
		{"columns: stage\n", "columns: stage\n    at: {stage: whitened}\n", "tiny.yaml:13:17: the table runs along stage: at must not fix it"},
		{"stage: [whitened, separated]", "stage: [whitened, seperated]", `tiny.yaml:13:54: experiment m: stage has no value "seperated": did you mean separated?`},
		{"stage: [whitened, separated]}", "data: images-200}", "tiny.yaml:13:36: values are for the axes of rows and columns: fix data by at"},
		{"columns: separated", "columns: sources", `tiny.yaml:15:40: the table has no column "sources"; it has whitened; separated`},
		{`rows: "1 2; 3 1 / 4, log-cosh"`, "rows: log-cosh", `tiny.yaml:15:73: the table has no row "log-cosh"; it has 1 2; 3 1 / 4, log-cosh; 1 2; 3 1 / 4, gaussian`},
		{"over: whitened, rows", "rows", "tiny.yaml:15:9: over is missing, as in over: whitened"},
		{"at: {stage: whitened}}", "claims: {text: a, columns: sir, over: amari}}", "tiny.yaml:18:73: the columns are measures, and those do not compare"},
		{"at: {stage: whitened}}", "measures: snr}", `tiny.yaml:18:75: experiment m: unknown measure "snr": did you mean sir?`},
		{"steps: 30", "steps: -1", "tiny.yaml:27:95: steps is -1, must be at least 0"},
		{"data: three-signals, steps: 30", "steps: 30", "tiny.yaml:27:5: experiment m has several data sets or levels, and this shows one: name it by at"},
		{"components: [2, 1]", "components: [1, 1]", "tiny.yaml:28:98: components are two, counted from 1, as in [1, 2]"},
		{"stage: [sources, separated]}", "noise: [1]}", "tiny.yaml:29:115: experiment m does not vary noise; it varies data, mixing, contrast, decorrelation and stage, and an entry may have label and show"},
		{"data: images-200, columns", "columns", "tiny.yaml:29:78: experiment m has several data sets or levels, and this shows one: name it by at"},
		{"data: three-signals, components: [1, 3]", "data: three-signals, lines: {label: a}", "tiny.yaml:30:93: experiment m keeps no directions to draw as lines"},
	} {
		if !strings.Contains(mixed, c.old) {
			t.Fatalf("the study has no %q", c.old)
		}
		_, err := parse(strings.Replace(mixed, c.old, c.new, 1))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %s", c.new, err, c.want)
		}
	}
}

// Signals are drawn as curves, against each other, or as images.
func TestSignals(t *testing.T) {
	signals := experiment.Result{Artifacts: map[string]experiment.Array{
		"signals": {Shape: []int{2, 5}, Data: []float64{1, 2, 3, 4, -5, 0, 1, 0, -1, 0}}, "stride": {Shape: []int{1}, Data: []float64{10}},
	}}
	picture := experiment.Result{Artifacts: map[string]experiment.Array{"pictures": {Shape: []int{2, 1, 2}, Data: []float64{0, 255, 7, 8}}}}
	b := benchOf(t, mixed, book{"m three-signals 0 ": signals, "m images-200 0 ": picture, "m images-200 0  sources": picture})
	draw := func(number string) figures.Figure {
		t.Helper()
		f, err := b.study.Figure(number).Build(b)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	chart := draw("1").(figures.Chart)
	if !slices.Equal(chart.Notes, []string{"Each with the same largest amplitude.", "One step in 10 is drawn."}) || !slices.Equal(chart.Rows, []string{"Signal 2", "Signal 1"}) {
		t.Errorf("notes %q", chart.Notes)
	}
	if s := chart.Series[0]; len(chart.Series) != 2 || len(s.X) != 3 || s.X[2] != 20 || s.Y[0] != 1+0.45/3 || chart.Series[1].Y[0] != 0 {
		t.Errorf("curves %+v", chart.Series)
	}
	scatter := draw("2").(figures.Chart)
	if c := scatter.Series[0]; scatter.XLabel != "Signal 2" || len(c.X) != 5 || c.X[1] != 1 || c.Y[1] != 2 {
		t.Errorf("points %+v", scatter)
	}
	images := draw("3").(figures.Images)
	if got := strings.Join(images.Columns, ", "); got != "sources, separated" || len(images.Values) != 2 || images.Values[1][0][1] != 8 {
		t.Errorf("images %+v", images)
	}
	if _, err := b.study.Figure("4").Build(b); err == nil || err.Error() != "there are 2 signals and not 3 to draw" {
		t.Errorf("error %v", err)
	}
	b.find = book{"m three-signals 0 ": picture, "m images-200 0 ": failure("full")}.find
	if _, err := b.study.Figure("1").Build(b); err == nil || err.Error() != "experiment m has no signals to draw of three-signals" {
		t.Errorf("error %v", err)
	}
	if p, ok := draw("3").(figures.Placeholder); !ok || p.Text != "The computation failed: full" {
		t.Errorf("failed pictures are drawn as %+v", p)
	}
	b.find = book{}.find
	if _, ok := draw("2").(figures.Placeholder); !ok {
		t.Error("no placeholder for signals that are not there")
	}
}
