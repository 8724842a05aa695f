package study_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"gpca/report/study"
)

func only(numbers ...string) func(string) bool {
	return func(n string) bool { return slices.Contains(numbers, n) }
}

func parse(t *testing.T, source string) *study.Study {
	t.Helper()
	s, err := study.Parse("tiny.yaml", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// lines prints needs one a line, so that a difference can be read.
func lines(needs []study.Need) string {
	var b strings.Builder
	for _, n := range needs {
		fmt.Fprintf(&b, "%s %s %g %s\n", n.Experiment.Name, n.Data, n.Level, n.Method)
	}
	return b.String()
}

func TestNeedsComeInTheOrderOfTheStudy(t *testing.T) {
	s := parse(t, tiny)
	for _, c := range []struct {
		name            string
		tables, figures []string
		want            string
	}{
		{"a grid over levels", []string{"1"}, nil, `
digits usps 0 p=1
digits usps 0 mine
digits usps 10 p=1
digits usps 10 mine
`},
		// Table 2 shows the best method of table 1, so all of table 1 is wanted,
		// and each of its methods on the data of table 2.
		{"a best of another table", []string{"2"}, nil, `
flowers iris 0 p=1
flowers balance 0 p=1
digits usps 0 p=1
digits usps 0 mine
digits usps 10 p=1
digits usps 10 mine
flowers iris 0 mine
flowers balance 0 mine
`},
		{"a winning count", []string{"3"}, nil, `
flowers iris 0 p=1
flowers iris 0 tanh
flowers balance 0 p=1
flowers balance 0 tanh
`},
		{"rows of methods", []string{"4"}, nil, `
faces yale 0 p=1
faces yale 0 p=2
faces yale 15 p=1
faces yale 15 p=2
`},
		{"a sweep", nil, []string{"2"}, `
flowers iris 0 p=1
flowers iris 0 a=1
flowers iris 0 a=2
`},
		{"figures without data", nil, []string{"1", "3"}, "\n"},
	} {
		needs := s.Needs(study.Selection{Tables: only(c.tables...), Figures: only(c.figures...)})
		if got := "\n" + lines(needs); got != c.want {
			t.Errorf("%s needs%s\nwant%s", c.name, got, c.want)
		}
	}
}

// What two tables show is needed once, and everything is the union of its parts.
func TestNeedsAreAUnion(t *testing.T) {
	s := thesis(t)
	all := s.Needs(study.Selection{})
	seen := map[study.Need]bool{}
	for _, n := range all {
		if seen[n] {
			t.Errorf("needed twice: %s", lines([]study.Need{n}))
		}
		seen[n] = true
	}
	parts := map[study.Need]bool{}
	for i := range s.Tables {
		for _, n := range s.Needs(study.Selection{Tables: only(s.Tables[i].Number), Figures: only()}) {
			parts[n] = true
		}
	}
	for i := range s.Figures {
		for _, n := range s.Needs(study.Selection{Tables: only(), Figures: only(s.Figures[i].Number)}) {
			parts[n] = true
		}
	}
	if len(parts) != len(all) {
		t.Errorf("tables and figures one by one need %d numbers, together %d", len(parts), len(all))
	}
	for n := range parts {
		if !seen[n] {
			t.Errorf("a part needs %swhich the whole does not", lines([]study.Need{n}))
		}
	}
}

// Among the methods of Table 2.7 is the best of those of Table 2.1 that the
// thesis calls generic; the best of Table 2.11 is any of Table 2.5.
func TestCandidates(t *testing.T) {
	s := thesis(t)
	for number, want := range map[string][]string{
		"2.7":  {"tanh", "3-3sech", "2tanh2"},
		"2.11": {"p=0.5", "p=1", "p=1.5", "p=2", "tanh", "3-3sech", "2tanh2"},
		"3.6":  {"p=0.5", "p=1", "p=1.5", "p=2"},
	} {
		if got := s.Candidates(s.Table(number).Columns[0]); !slices.Equal(got, want) {
			t.Errorf("candidates of table %s are %v, want %v", number, got, want)
		}
	}
}

// A chain of tables, each with two columns that are the best of the one before,
// has 2^40 ways through it; each table is looked at once.
func TestNeedsOfALongChain(t *testing.T) {
	var b strings.Builder
	b.WriteString(tiny[:strings.Index(tiny, "tables:")] + "tables:\n")
	for i := range 40 {
		columns := "p=1, tanh"
		if i > 0 {
			columns = fmt.Sprintf("p=1, {best-of: t%d}, {best-of: t%d, among: [p=1]}", i-1, i-1)
		}
		fmt.Fprintf(&b, "  - {number: t%d, caption: c, experiment: digits, columns: [%s]}\n", i, columns)
	}
	if got := len(parse(t, b.String()).Needs(study.Selection{})); got != 4 {
		t.Errorf("%d needs, want 4: two methods at two levels", got)
	}
}

// FuzzParse holds the promise of Parse: an error or a study that nothing later
// trips over.
func FuzzParse(f *testing.F) {
	thesis, err := os.ReadFile("thesis.yaml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(thesis))
	f.Add(tiny)
	f.Add("name: x\n---\nname: y\n")
	f.Add("name: x\ntables: !!seq\n")
	f.Add("name: &x [*x]\n<<: *x\n")
	f.Add("experiments:\n  - <<: {name: a}\n    name: b\n")
	f.Fuzz(func(t *testing.T, source string) {
		s, err := study.Parse("fuzz.yaml", []byte(source))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "fuzz.yaml:") {
				t.Errorf("error %q does not name the file", err)
			}
			return
		}
		for _, need := range s.Needs(study.Selection{}) {
			if need.Experiment == nil {
				t.Error("a need of no experiment")
			}
			// A method that chooses its parameter has as many functions as it may choose.
			m := s.Method(need.Method)
			if _, err := m.Function(); err != nil && m.Choose == nil {
				t.Errorf("a need of a method that is none: %v", err)
			}
			if k := need.Experiment.Kernel; k != nil {
				if _, err := k.FunctionFor(need.Data); err != nil {
					t.Errorf("a need of a kernel that is none: %v", err)
				}
			}
			_ = s.Label(need.Method) + need.Experiment.LevelLabel(need.Level)
		}
	})
}
