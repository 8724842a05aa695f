package exhibit

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"gpca/report/experiment"
	"gpca/report/strictyaml"
	"gpca/report/words"
)

// A partHead is what a labelled row has beside values of axes. Several values of an axis are as many rows.
type partHead struct {
	Label    string `yaml:"label" doc:"Heading; {components} is the value of that axis." example:"\"{components}\""`
	RealOnly bool   `yaml:"real-only" doc:"Leaves the row out on generated data." default:"false" example:"true"`
	Printed  string `yaml:"printed" doc:"Table in print of the first method of a pair." example:"II"`
	Part     part   `yaml:",inline"`
}

// A labelled row is a part of an experiment.
type labelled struct {
	grid    *grid
	label   string // empty if the row is named by its experiment
	printed string // table in print that has the row
	first   int    // the first of its places in the grid
	pair    pair   // of methods that the row compares; else zero
}

// locateParts reads the rows that are mappings.
func (t *projection) locateParts() error {
	if err := words.Try(t.Written, t.locatePart); err != nil {
		return err
	}
	t.grid = t.parts[0].grid
	return nil
}

func (t *projection) locatePart(n strictyaml.Node) error {
	if !n.IsMapping() {
		return n.Fault("the table has rows with labels and others")
	}
	whole := n.Over(t.block)
	e, err := t.scope.Experiment(whole.Field("experiment").Text())
	if err != nil {
		return n.At("experiment").Fault("%w", err)
	}
	own := []string{"experiment", "levels", "data", "at", "measure"}
	var written partHead
	points, err := decodeEntry(n, &written, e, append(own, "label", "real-only", "printed")...)
	if err != nil {
		return err
	}
	p := part{}
	if err := whole.Only(own...).Decode(&p); err != nil {
		return err
	}
	if written.Printed != "" {
		if err := t.scope.InPrint(written.Printed); err != nil {
			return n.At("printed").Fault("%w", err)
		}
	}
	for _, p.fixed = range points {
		g, err := p.of(e, t.scope, whole)
		if err != nil {
			return err
		}
		label := inWords(written.Label, e, g.point(g.rows[0]))
		r := line{name: cmp.Or(label, e.Name), realOnly: written.RealOnly, places: g.rows, column: column{at: n},
			labelled: labelled{grid: g, label: label, printed: written.Printed}}
		if _, twice := t.Variant(r.name); twice {
			return n.At("label").Fault("row %s stands twice: give each a label", r.name)
		}
		t.parts = append(t.parts, r)
	}
	return nil
}

// layParts makes rows of the labelled parts: a block of all of them for each place, unless the places are
// averaged or columns.
func (t *projection) layParts() error {
	first := t.parts[0]
	blocks := 1
	switch {
	case first.realOnly:
		return t.block.At("rows").Index(0).Fault("the first row must not be real-only, or generated data " +
			"has none")
	case len(t.Pairs) > 0:
		return t.layPairs()
	case t.Pool == "levels":
		for _, r := range t.parts {
			for _, r.places = range words.Grouped(r.places, func(p row) string { return p.data }) {
				t.lines = append(t.lines, r)
				r.first += len(r.places)
			}
		}
		return nil
	case t.Pool == "" && t.Method == "":
		blocks = len(first.places)
	}
	if t.Range && blocks > 1 {
		return t.block.At("range").Fault("range is for one row a label: pool the levels or data sets, select one, or " +
			"name a method")
	}
	for i := range blocks {
		for _, r := range t.parts {
			if t.Pool == "" || t.Printed != "" {
				if err := t.aligned(r); err != nil {
					return err
				}
			}
			if r.first = i; blocks > 1 {
				r.places = r.places[i : i+1]
			}
			t.lines = append(t.lines, r)
		}
	}
	return nil
}

// aligned reports a row whose places are not those of the first row.
func (t *projection) aligned(r line) error {
	first, ownLevel := t.parts[0].grid, r.grid.fixed[experiment.Level] != ""
	if len(first.rows) != len(r.grid.rows) || first.byLevel != r.grid.byLevel ||
		!ownLevel && r.grid.byLevel && !slices.Equal(first.labels(), r.grid.labels()) {
		return r.at.Fault("rows %s and %s have different levels or numbers of data sets: pool them", t.parts[0].name,
			r.name)
	}
	return nil
}

// partTitle is the heading of a labelled row.
func (t *projection) partTitle(src Source, r line) string {
	switch {
	case r.pair != pair{}:
		return r.name + ": " + t.scope.Label(r.pair.First) + " and " + t.scope.Label(r.pair.Second)
	case t.Pool == "levels":
		title := []string{src.Title(r.places[0].data), cmp.Or(r.label, r.grid.Experiment.Setting())}
		return strings.TrimSuffix(strings.Join(title, ", "), ", ")
	case t.blocked():
		return t.grid.heading(src, t.grid.rows[r.first]) + ", " + r.name
	}
	return r.name
}

// blocked reports whether each place has a block of all labelled rows.
func (t *projection) blocked() bool {
	return t.Pool == "" && t.Method == "" && len(t.Pairs) == 0 && len(t.lines) > len(t.parts)
}

func inWords(label string, e *experiment.Named, p experiment.Point) string {
	p = e.Complete(p)
	for _, axis := range e.Axes() {
		v, err := axis.Find(p[axis.Name])
		if err != nil {
			continue
		}
		bare := v.Text
		if !math.IsNaN(v.Number) {
			bare = words.Thousands(v.Number)
		}
		label = strings.NewReplacer("{"+axis.Name+"}", v.Phrase, "{"+axis.Name+".value}", bare).Replace(label)
	}
	return label
}

func (t *projection) resolveRows() error {
	if len(t.parts) > 0 {
		return t.layParts()
	}
	t.Along = words.Each(t.Written, strictyaml.Node.Text)
	if len(t.Along) == 0 {
		t.Along = names{experiment.Data, experiment.Level}
		if !t.byLevel {
			t.Along = t.Along[:1]
		} else if len(t.grid.Data()) < 2 {
			t.Along = t.Along[1:]
		}
	}
	if _, err := t.scope.Method(t.scope.Members(t.Along[0])[0]); err == nil && len(t.Across) == 0 {
		methods, err := t.methods(t.Along, "rows", t.Experiment)
		for _, m := range methods {
			r := line{places: t.rows}.of(m)
			t.lines = append(t.lines, r)
		}
		return err
	}
	t.lines = []line{{}}
	for i, name := range t.Along {
		axis, err := t.axisOf(name, t.block.At("rows").Index(i))
		if err != nil {
			return err
		}
		var product []line
		for _, l := range t.lines {
			for _, v := range axis.Values {
				product = append(product, l.along(name, v))
			}
		}
		t.lines = product
	}
	for i, text := range t.Real {
		axis, _ := t.Experiment.Axis(t.Along[0])
		v, err := axis.Find(text)
		if err != nil {
			return t.block.At("real-only").Index(i).Fault("%w", err)
		}
		for j, r := range t.lines {
			t.lines[j].realOnly = r.realOnly || r.values[0].Text == v.Text
		}
	}
	return nil
}

func (t *projection) axisOf(name string, at strictyaml.Node) (experiment.Axis, error) {
	axis, ok := t.Experiment.Axis(name)
	if !ok || axis.Open {
		return axis, at.Fault("experiment %s does not vary %s; it varies %s", t.Experiment.Name, name,
			words.Enumerate(varied(t.Experiment)))
	}
	_, fixed := t.fixed[name]
	part := name == experiment.Data || name == experiment.Level
	if fixed && !(part && len(t.block.Field("rows").Entries()) == 0) {
		return axis, t.block.At("at").At(name).Fault("the table runs along %s: at must not fix it", name)
	}
	var err error
	switch wanted := t.Values[name]; {
	case len(wanted) == 0 && name == experiment.Data:
		axis.Values, err = t.grid.values(name, t.Part.Data, t.block.At("data"))
	case len(wanted) == 0 && name == experiment.Level:
		of := slices.DeleteFunc(slices.Clone(t.rows), func(r row) bool { return r.data != t.rows[0].data })
		axis.Values = words.Each(of, func(r row) experiment.Value { return r.level })
	default:
		axis.Values, err = t.grid.values(name, wanted, t.block.At("values").At(name))
	}
	return axis, err
}

type pairs = strictyaml.List[pair]

// A pair is two methods that ought to be the same.
type pair struct {
	First  string `yaml:"first" doc:"Method whose numbers may be in print." example:"p=1" required:"yes"`
	Second string `yaml:"second" doc:"Method that it is held against." example:"p=2" required:"yes"`
}

func (t *projection) paired() bool { return len(t.Pairs) > 0 }

func (t *projection) fromPrint() bool { return t.parts != nil && t.Printed != "" }

// layPairs makes a row of each pair in each labelled row.
func (t *projection) layPairs() error {
	for i, pair := range t.Pairs {
		at := t.block.At("pairs").Index(i)
		if pair.First == pair.Second {
			return at.Fault("a pair is two methods, first and second")
		}
		for _, r := range t.parts {
			if err := cmp.Or(t.methodOf(pair.First, r.grid.Experiment, at.At("first")),
				t.methodOf(pair.Second, r.grid.Experiment, at.At("second"))); err != nil {
				return err
			}
		}
	}
	for _, r := range t.parts {
		for _, r.pair = range t.Pairs {
			t.lines = append(t.lines, r)
		}
	}
	return nil
}
