package exhibit

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"gpca/report/exhibit/layout"
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

// locateParts reads the rows that are mappings.
func (t *projection) locateParts() error {
	if err := words.Try(t.Written, t.locatePart); err != nil {
		return err
	}
	t.grid = t.parts[0].Grid
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
		label := inWords(written.Label, e, g.Point(g.Spots[0]))
		r := layout.Row{Key: cmp.Or(label, e.Name), RealOnly: written.RealOnly, Spots: g.Spots, At: n, Grid: g,
			Printed: written.Printed}
		if r.Title = layout.Fixed(r.Key); t.Pool == "levels" {
			r.Title = layout.Title{} // which layParts completes
			if label := cmp.Or(label, e.Setting()); label != "" {
				r.Title = layout.Fixed(label)
			}
		}
		if _, twice := t.Variant(r.Key); twice {
			return n.At("label").Fault("row %s stands twice: give each a label", r.Key)
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
	case first.RealOnly:
		return t.block.At("rows").Index(0).Fault("the first row must not be real-only, or generated data " +
			"has none")
	case len(t.Pairs) > 0:
		return t.layPairs()
	case t.Pool == "levels":
		for _, r := range t.parts {
			for _, spots := range words.Grouped(r.Spots, func(s layout.Spot) string { return s.Data }) {
				of := r
				of.Spots, of.Title = spots, before(layout.Piece{Data: spots[0].Data}, r.Title)
				t.lines = append(t.lines, of)
				r.First += len(spots)
			}
		}
		return nil
	case t.Pool == "" && t.Method == "":
		blocks = len(first.Spots)
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
			if r.First = i; blocks > 1 {
				r.Spots = r.Spots[i : i+1]
				r.Title = before(t.grid.Spots[i].Title().Pieces[0], r.Title)
			}
			t.lines = append(t.lines, r)
		}
	}
	return nil
}

func before(p layout.Piece, t layout.Title) layout.Title {
	t.Pieces = append([]layout.Piece{p}, t.Pieces...)
	return t
}

// aligned refuses a row whose spots are not those of the first row.
func (t *projection) aligned(r layout.Row) error {
	first, ownLevel := t.parts[0].Grid, r.Grid.Fixed[experiment.Level] != ""
	if len(first.Spots) != len(r.Grid.Spots) || first.ByLevel != r.Grid.ByLevel ||
		!ownLevel && r.Grid.ByLevel && !slices.Equal(first.Labels(), r.Grid.Labels()) {
		return r.At.Fault("rows %s and %s have different levels or numbers of data sets: pool them", t.parts[0].Key,
			r.Key)
	}
	return nil
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
		if !t.ByLevel {
			t.Along = t.Along[:1]
		} else if len(t.grid.Data()) < 2 {
			t.Along = t.Along[1:]
		}
	}
	if _, err := t.scope.Method(t.scope.Members(t.Along[0])[0]); err == nil && len(t.Across) == 0 {
		methods, err := t.methods(t.Along, "rows", t.Experiment)
		for _, m := range methods {
			r := along(layout.Row{Spots: t.Spots}, experiment.Method, experiment.Value{Text: m, Label: m})
			t.lines = append(t.lines, r)
		}
		return err
	}
	t.lines = []layout.Row{{}}
	for i, name := range t.Along {
		axis, err := t.axisOf(name, t.block.At("rows").Index(i))
		if err != nil {
			return err
		}
		var product []layout.Row
		for _, l := range t.lines {
			for _, v := range axis.Values {
				product = append(product, along(l, name, v))
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
			t.lines[j].RealOnly = r.RealOnly || r.Values[0].Text == v.Text
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
	_, fixed := t.Fixed[name]
	part := name == experiment.Data || name == experiment.Level
	if fixed && !(part && len(t.block.Field("rows").Entries()) == 0) {
		return axis, t.block.At("at").At(name).Fault("the table runs along %s: at must not fix it", name)
	}
	var err error
	switch wanted := t.Values[name]; {
	case len(wanted) == 0 && name == experiment.Data:
		axis.Values, err = valuesOf(t.grid, name, t.Part.Data, t.block.At("data"))
	case len(wanted) == 0 && name == experiment.Level:
		of := slices.DeleteFunc(slices.Clone(t.Spots), func(s layout.Spot) bool { return s.Data != t.Spots[0].Data })
		axis.Values = words.Each(of, func(s layout.Spot) experiment.Value { return s.Level })
	default:
		axis.Values, err = valuesOf(t.grid, name, wanted, t.block.At("values").At(name))
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
			if err := cmp.Or(t.methodOf(pair.First, r.Grid.Experiment, at.At("first")),
				t.methodOf(pair.Second, r.Grid.Experiment, at.At("second"))); err != nil {
				return err
			}
		}
	}
	for _, r := range t.parts {
		for _, p := range t.Pairs {
			r.Pair = layout.Pair(p)
			t.lines = append(t.lines, r)
		}
	}
	return nil
}
