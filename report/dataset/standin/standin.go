// Package standin generates a stand-in for every data set of the catalogue, so that a whole report can be made without
// any of them.
//
// A stand-in has the features, the classes, the range of values and the image size of the real set, but fewer samples
// if the real set is large. Two generators draw nearly all of them: normal classes (classes.go) and smooth pictures
// (pictures.go). Nothing was copied from, or fitted to, the rows of a real set. The accuracies are plausible but say
// nothing about the published ones.
//
// The name of a set is its seed; sets that code the same samples have the seed of one. Values are rounded as in the
// files of the real set, which also hides differences in the last bit between architectures.
package standin

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"gpca/report/dataset"
)

// version enters seeds and digests. Raise it with any change to what is drawn.
const version = "v2"

// Generate returns the stand-in for a data set, always with the same values. The caller owns it.
func Generate(name string) (*dataset.Set, error) {
	e, err := dataset.Find(name)
	if err != nil {
		return nil, err
	}
	c := collection{split: new(dataset.Split)}
	r := dataset.Random("gpca stand-in " + cmp.Or(tables[name].of, name) + " " + version)
	switch {
	case tables[name].counts != nil:
		tables[name].draw(&c, e, r)
	case images[name].classes > 0:
		images[name].draw(&c, e, r)
	case name == "balance":
		balance(&c)
	case name == "waveform":
		waveform(&c, r)
	default:
		return nil, fmt.Errorf("data set %s has no stand-in: give the folder of the real set with --data", name)
	}
	if len(c.split.Train) == 0 {
		c.split = nil
	}
	set := dataset.Join(e.Encode(c.Part))
	set.Name, set.Title, set.Origin = name, e.Title, dataset.StandIn
	set.Classes, set.Split, set.Image = slices.Clone(e.Classes), c.split, e.Image
	if e.Classes == nil {
		set.Labels = nil
	}
	set.Digest = set.ValuesDigest("gpca stand-in " + version)
	// The entry's notes are facts of the real set.
	set.About = dataset.Description{Citation: e.Citation, Terms: e.Terms, URL: e.URL, Files: e.Description.Files}
	return set, nil
}

//go:embed contents.json
var recorded []byte

// contents, by the names of the stand-ins, are what only the samples tell. It is the same for ever, so a plan need
// not draw them.
var contents = sync.OnceValues(func() (all map[string]dataset.Description, err error) {
	return all, json.Unmarshal(recorded, &all)
})

// Describe describes the stand-in of an entry without drawing it; false where there is none.
func Describe(e dataset.Entry) (dataset.Description, bool) {
	all, err := contents()
	d, ok := all[e.Name]
	if err != nil || !ok {
		return dataset.Description{}, false
	}
	d.Name, d.Title, d.Origin, d.Classes, d.Image = e.Name, e.Title, dataset.StandIn, e.Classes, e.Image
	d.Citation, d.Terms, d.URL, d.Files = e.Citation, e.Terms, e.URL, e.Description.Files
	return d, true
}

// A collection gathers samples one at a time.
type collection struct {
	dataset.Part
	split *dataset.Split
}

func (c *collection) add(label int, sample []float64) {
	c.Rows++
	c.Features = append(c.Features, sample...)
	c.Labels = append(c.Labels, label)
}
