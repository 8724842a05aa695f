package option_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"gpca/report/experiment"
	"gpca/report/experiment/internal/option"
	"gpca/report/internal/faults"
	"gpca/report/strictyaml"
)

type spec struct {
	Colour string
	Size   float64
}

type block struct {
	Colour strictyaml.List[string]  `yaml:"colour"`
	Size   strictyaml.List[float64] `yaml:"size"`
}

func (b *block) options() option.All[spec] {
	none := "none"
	colours := []experiment.Value{experiment.Called("none", "without colour"), experiment.Called("red", "in red")}
	return option.All[spec]{
		option.Of(&b.Colour, option.Option[spec, string]{Key: "colour", Title: "Colour", Default: none, Unset: &none,
			Words: experiment.Texts(colours), Value: option.Entry(colours),
			In: func(s *spec) *string { return &s.Colour }}),
		option.Of(&b.Size, option.Option[spec, float64]{Key: "size", Title: "Size", Plural: "sizes", Default: 1,
			Value: option.Number[float64]("metre"), Check: option.Positive[float64]("size"),
			In:    func(s *spec) *float64 { return &s.Size },
			Named: func(v float64) string { return " large" }}),
	}
}

// A declaration gives the axis, the field of a spec and the end of a cell's name.
func TestOption(t *testing.T) {
	b := &block{Colour: []string{"none", "red"}, Size: []float64{1, 2}}
	all := b.options()
	axes := all.Axes()
	if v := axes[0].Values[1]; axes[0].Name != "colour" || v.Text != "red" || v.Label != "in red" {
		t.Errorf("the axis of colours is %+v", axes[0])
	}
	for _, test := range []struct {
		at   experiment.Point
		want spec
		name string
	}{
		{experiment.Point{}, spec{"", 1}, ""},
		{experiment.Point{"colour": "none", "size": "2"}, spec{"", 2}, " large"},
		{experiment.Point{"colour": "red", "size": "1"}, spec{"red", 1}, ""},
	} {
		var s spec
		all.Set(&s, axes, test.at)
		assert.Check(t, s == test.want && all.Name(&s) == test.name,
			"at %v the spec is %+v and its name ends with %q, want %+v and %q", test.at, s, all.Name(&s), test.want,
			test.name)
	}
	got := all.Varied(axes)
	assert.Equal(t, got, "2 sizes", "what varies is %q, want 2 sizes: a colour is no setting", got)
	assert.Equal(t, all.Shapes()["size"].Default, "1", "the help gives the default")
}

// A value that is not valid is named with its place in the study.
func TestOptionFaults(t *testing.T) {
	faults.Check(t, "faults.txt", func(_ *testing.T, text string) error {
		b := &block{}
		n, err := strictyaml.Parse("s.yaml", []byte(text))
		if err == nil {
			err = n.Decode(b)
		}
		if err == nil {
			err = b.options().Check(n)
		}
		return err
	})
}
