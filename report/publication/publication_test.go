package publication_test

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/claim"
	"gpca/report/dataset"
	"gpca/report/exhibit"
	"gpca/report/exhibit/fill"
	"gpca/report/experiment"
	"gpca/report/publication"
	"gpca/report/publication/audit"
	"gpca/report/publication/printed"
	"gpca/report/statistics"
)

func thesis(t *testing.T) *publication.Publication { return find(t, "thesis") }

func find(t *testing.T, name string) *publication.Publication {
	t.Helper()
	p, err := publication.Find(name, "")
	assert.NilError(t, err)
	return p
}

func TestFindSuggests(t *testing.T) {
	assert.Assert(t, is.DeepEqual(publication.Names(),
		[]string{"ica-and-kernels", "kernel-classifiers", "paper", "pyod", "thesis"}), "the publications")
	_, err := publication.Find("thesi", "")
	assert.ErrorContains(t, err, "did you mean thesis?", "error %v, want one that suggests thesis", err)
	p := thesis(t)
	assert.NilError(t, p.InPrint("3.7"))
	err = p.InPrint("3.77")
	assert.ErrorContains(t, err, `the thesis prints no table "3.77": did you mean 3.7`,
		"error %v, want one that suggests 3.7", err)
	assert.Check(t, p.InPrint("III") != nil, "a table of the paper counts as one of the thesis")
}

// The course report prints 69 accuracies on test samples and circles. 65 more are forced: 55 times 1 on training
// samples, and 10 with a kernel too narrow for any two samples.
func TestCourseReport(t *testing.T) {
	p, err := publication.Find("ica-and-kernels", "")
	assert.NilError(t, err)
	numbers, perfect, constant := 0, 0, 0
	for _, table := range p.Tables {
		for _, n := range table.Numbers() {
			trained := table.Number == "K.3" || table.Number == "K.5"
			if forced := p.Links.ForcedAt(n.Place) != ""; forced != (trained || n.Column == "γ = 5") {
				t.Errorf("%v could not have come out otherwise: %t", n, forced)
			} else if forced && !trained {
				constant++
			}
			if numbers++; trained {
				perfect++
				assert.Check(t, is.Equal(n.Centre, 100.0), "training accuracy %v", n)
			}
		}
	}
	if numbers != 69+55 || perfect != 55 || constant != 10 {
		t.Errorf("%d numbers, %d of them on samples that were trained on, %d the same whatever is tested", numbers, perfect, constant)
	}
	v, ok := p.Printed().Value("K.4", 64, "no kernel")
	assert.Check(t, ok && v == 93.8889, "digits, 64 components: %v", v)
	for _, c := range p.Claims {
		for _, table := range c.Tables() {
			assert.Check(t, p.InPrint(table), "claim %s", c.ID)
		}
	}
}

func TestClaims(t *testing.T) {
	for name, least := range map[string]int{"thesis": 50, "paper": 20} {
		p := find(t, name)
		assert.Check(t, len(p.Claims) >= least, "%s: there are %d claims", name, len(p.Claims))
		for _, c := range p.Claims {
			assert.Check(t, c.Place != "" && c.Text != "" && len(c.Tables()) != 0,
				"%s: claim %s has no place, no text or no table: %+v", name, c.ID, c)
		}
	}
}

// The paper's own tables have bare numbers; those of the thesis are there if they print the same results.
func TestPaper(t *testing.T) {
	p := find(t, "paper")
	if len(p.Tables) != 8 || p.Tables[0].Name() != "I" || len(p.Context) != 16 || p.Context[0].Name() != "thesis 2.1" {
		t.Errorf("%d tables from %s, %d of context from %s", len(p.Tables), p.Tables[0].Name(), len(p.Context), p.Context[0].Name())
	}
	v, ok := p.Printed().At("VI", "usps", 0.5, "q=3")
	assert.Check(t, v == 60.05 && ok, "Table VI prints %v, %v for h3", v, ok)
	report, err := p.Audit()
	assert.NilError(t, err)
	var b strings.Builder
	assert.NilError(t, report.WriteMarkdown(&b, func(audit.Correction) string { return "" }))
	for _, want := range []string{"Table V, sigma 80, p=1: 94.62 instead of 95.62", "Table IV, noisy images 45, zeta2: 2.27 instead of 2.17"} {
		assert.Check(t, is.Contains(b.String(), want), "the audit does not find")
	}
}

// The printed numbers reach tables and charts, with the misprint of Table 3.7, and levels by value.
func TestPrinted(t *testing.T) {
	p := thesis(t).Printed()
	for _, c := range []struct {
		table, data string
		level       float64
		method      string
		want        float64
		ok          bool
	}{
		{"3.7", "", 0.45, "q=4", 97.25, true}, {"2.4", "", 0.8, "tanh", 5.58, true}, {"2.3", "yale", 15, "p=1", 2.07, true},
		{"3.7", "", 0.46, "q=4", 0, false}, {"3.7", "", 0.45, "q=5", 0, false}, {"9.9", "", 0, "p=1", 0, false},
		{"2.5", "car", 0, "p=1", 82.98, true}, {"2.2", "usps", 0.4, "p=2", 67.54, true},
		{"2.5", "car-indicator", 0, "p=1", 0, false}, {"2.5", "car", 0, "a=1", 0, false},
		{"2.13", "", 30, "", 61.84, true}, {"2.13", "", 31, "", 0, false},
	} {
		if got, ok := p.At(c.table, c.data, c.level, c.method); got != c.want || ok != c.ok {
			t.Errorf("table %s, %s %v, %s: %v, %v; want %v, %v", c.table, c.data, c.level, c.method, got, ok, c.want, c.ok)
		}
		if got, ok := p.Value(c.table, c.level, c.method); c.data == "" && (got != c.want || ok != c.ok) {
			t.Errorf("table %s, level %v, %s: %v, %v; want %v, %v", c.table, c.level, c.method, got, ok, c.want, c.ok)
		}
	}
	assert.Equal(t, p.Source, "the thesis", "the numbers are those")
}

// part is a part of a study with the printed numbers.
type part struct {
	p        *publication.Publication
	origin   dataset.Origin
	selected []string // tables; all without any
}

func (s part) Reader(number string) (exhibit.Reader, bool) {
	i := slices.IndexFunc(s.p.Tables, func(t printed.Table) bool { return t.Number == number })
	if i < 0 {
		return nil, false
	}
	return tableInPrint{s.p.Tables[i]}, true
}
func (part) Experiment(string) (exhibit.Reader, bool)       { return nil, false }
func (part) Caption(string) string                          { return "" }
func (part) Label(method string) string                     { return method }
func (s part) Source() exhibit.Source                       { return s }
func (s part) Selected(number string) bool                  { return s.All() || slices.Contains(s.selected, number) }
func (s part) All() bool                                    { return len(s.selected) == 0 }
func (part) Result(exhibit.Query) (experiment.Result, bool) { return experiment.Result{}, false }
func (part) Title(data string) string                       { return data }
func (part) Printed() exhibit.Printed                       { return exhibit.Printed{} }
func (s part) Origin(string) dataset.Origin                 { return s.origin }

type tableInPrint struct{ printed.Table }

func (r tableInPrint) Measure() experiment.Measure {
	name := strings.TrimSuffix(strings.ReplaceAll(r.Metric.Name, "_", "-"), "-pct")
	return experiment.Measure{Name: name, LowerIsBetter: r.Metric.Better == printed.Smaller}
}
func (r tableInPrint) Corner() string             { return "" }
func (r tableInPrint) Rows() []string             { return r.Body() }
func (r tableInPrint) RowTitle(row string) string { return row }
func (r tableInPrint) On(string) string           { return "" }
func (r tableInPrint) Read(src exhibit.Source, row, column string) exhibit.Value {
	c, ok := r.At(row, column)
	if !ok {
		return fill.Absent("not in print")
	}
	v := c.Centre
	return exhibit.Value{
		Estimate: statistics.Estimate{
			Draws: []float64{v, v}, Random: true, Generated: src.Origin("") != dataset.Real,
		},
		Count: r.Metric.Counts(), Low: v, High: v,
	}
}

// The tables of the part are compared, the others are context, and claims are those about the part.
func TestComparePart(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: run without -short")
	}
	c, err := thesis(t).Compare(part{p: thesis(t), origin: dataset.Real, selected: []string{"2.13"}})
	assert.NilError(t, err)
	assert.Check(t, len(c.Contrasts) == 1 && c.Contrasts[0].Number == "2.13",
		"%d tables are compared, want Table 2.13", len(c.Contrasts))
	assert.Check(t, len(c.Statements) != 0 && len(c.Statements) <= 5,
		"%d claims speak of Table 2.13", len(c.Statements))
	for _, s := range c.Statements {
		assert.Check(t, slices.Contains(s.Tables(), "2.13"), "claim %s does not speak of Table 2.13", s.ID)
	}
}

// On generated data the first page says that nothing was judged, and what the printed tables show alone: 24
// tables of the thesis, 8 of the paper, and the misprint of 97.25 in Table 3.7.
func TestConclusionsOnGeneratedData(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: run without -short")
	}
	c, err := thesis(t).Compare(part{p: thesis(t), origin: dataset.StandIn})
	assert.NilError(t, err)
	lines := strings.Join(c.Facts().Conclusions(), "\n")
	for _, want := range []string{
		"Not judged: No number of the thesis was judged: the data is generated.\nIn print: 32 tables with 1,532 numbers were checked",
		"\nMisprints: Likely, by the audit of the printed tables alone: ", "Table 3.7, density 0.45, q=4: 97.25 → 67.25",
	} {
		assert.Check(t, is.Contains(lines, want), "the conclusions")
	}
}

// A size of a test set that covers no number would silently check nothing.
func TestSamplesCoverNumbers(t *testing.T) {
	for _, name := range publication.Names() {
		p := find(t, name)
		for _, s := range p.Links.Samples {
			for _, table := range s.Tables {
				i := slices.IndexFunc(slices.Concat(p.Tables, p.Context), func(x printed.Table) bool { return x.Name() == table })
				if i < 0 && slices.ContainsFunc(p.Claims, func(c claim.Claim) bool { return slices.Contains(c.Tables(), table) }) {
					continue // a table of the study alone
				}
				if i < 0 {
					t.Errorf("%s: samples of table %q, which is neither there nor in a claim", name, table)
					continue
				}
				x := slices.Concat(p.Tables, p.Context)[i]
				if x.Metric.Whole() == 0 || !slices.ContainsFunc(s.Rows, func(r string) bool { return slices.Contains(x.Rows, r) }) && s.Rows != nil ||
					!slices.ContainsFunc(s.Columns, func(c string) bool { return slices.Contains(x.Columns, c) }) && s.Columns != nil {
					t.Errorf("%s: %+v covers nothing of table %s", name, s, table)
				}
			}
		}
	}
}

// The margin of an equality is less than the smallest difference that the text calls one in the tables that its source
// names: between averages for averages, and within rows for rows.
func TestMarginsLieBelowDifferencesOfTheText(t *testing.T) {
	p, margins := thesis(t), 0
	tables := map[string]printed.Table{}
	for _, of := range p.Tables {
		tables[of.Number] = of
	}
	for _, c := range p.Claims {
		if c.Rule != "equal" {
			continue
		}
		within, err := strconv.ParseFloat(c.Within, 64)
		least := math.Inf(1)
		for _, named := range regexp.MustCompile(`Table ([\d.]*\d)`).FindAllStringSubmatch(c.Source, -1) {
			for _, of := range p.Claims {
				for _, k := range append(slices.Clone(of.Contests), of.Contest) {
					if !k.Rows.Every && k.Rows.Labels == nil {
						k.Rows = of.Rows
					}
					byRow := k.Rows.Every || k.Rows.Labels != nil
					if slices.Contains((claim.Claim{Contest: k}).Tables(), named[1]) && byRow == (c.Rows.Labels != nil) {
						least = min(least, smallestLead(tables, k, of.Take == "best"))
					}
				}
			}
		}
		if margins++; err != nil || !(0 < within && within < least-1e-9) || math.IsInf(least, 1) {
			t.Errorf("%s: a margin of %s, but the text calls %.3g a difference (%v)", c.ID, c.Within, least, err)
		}
	}
	assert.Check(t, margins >= 10, "%d equalities", margins)
}

// smallestLead is the smallest difference in print by which columns, or the best of them, are ahead of others.
func smallestLead(tables map[string]printed.Table, k claim.Contest, best bool) float64 {
	least, of := math.Inf(1), tables[k.Table]
	for _, row := range of.Rows {
		listed := slices.Contains(k.Rows.Labels, row) || k.Rows.Every && !printed.IsAverage(row)
		if !listed && !(len(k.Rows.Labels) == 0 && !k.Rows.Every && printed.IsAverage(row)) {
			continue
		}
		values := func(columns []string) (all []float64) {
			for _, column := range columns {
				from := of
				if table, name, other := strings.Cut(column, "/"); other {
					from, column = tables[table], name
				}
				v, ok := from.At(row, column)
				if of.Metric.Better == printed.Smaller {
					v.Centre = -v.Centre
				}
				if ok {
					all = append(all, v.Centre)
				}
			}
			return all
		}
		ours, others := values(k.Columns), values(k.Over)
		if best && len(ours)*len(others) > 0 {
			ours, others = []float64{slices.Max(ours)}, []float64{slices.Max(others)}
		}
		for _, v := range ours {
			for _, other := range others {
				if v-other > 1e-9 {
					least = min(least, v-other)
				}
			}
		}
	}
	return least
}
