package dataset

import "context"

// A Description is what is known of a data set before its samples are read. Its
// slices are shared: nobody changes them.
type Description struct {
	Name, Title, Citation, Terms, URL string

	Origin Origin
	Digest string // as in Set
	// Folder is where the files lie. It is empty for a generated set, and for a
	// real one whose files are not here.
	Folder string

	Samples, Features int
	Classes           []string
	ClassCounts       []int
	Train, Test       int // sizes of the published split, 0 without one
	Image             ImageSize
	Notes             []string
}

// Imbalance is the mean of the squared class sizes over the square of their
// mean: 1 for classes of one size and for a set without classes.
func (d Description) Imbalance() float64 {
	total, squares := 0.0, 0.0
	for _, n := range d.ClassCounts {
		total += float64(n)
		squares += float64(n) * float64(n)
	}
	if total == 0 {
		return 1
	}
	return squares * float64(len(d.ClassCounts)) / (total * total)
}

// A Source is one data set that can be opened. Its methods may be called by
// several goroutines at a time.
type Source interface {
	// Describe is cheap where it can be: a real set of the catalogue is described
	// by its entry, and its files are not read.
	Describe(ctx context.Context) (Description, error)
	// Open reads or generates the set.
	Open(ctx context.Context) (*Set, error)
}

// A SetSource is a source that knows its description only once it has read or
// generated its set. Who has the set at hand gets the description from it
// without a second reading.
type SetSource interface {
	Source
	DescribeSet(set *Set) Description
}

// A Provider finds the sources that it knows by name.
type Provider interface {
	Names() []string
	Find(name string) (Source, bool)
}

// Describe describes the set by its content. What the content does not tell,
// such as the citation, is left empty.
func (s *Set) Describe() Description {
	d := Description{Name: s.Name, Title: s.Title, Origin: s.Origin, Digest: s.Digest, Classes: s.Classes, Image: s.Image}
	d.Samples, d.Features = s.Samples.Dims()
	if s.Split != nil {
		d.Train, d.Test = len(s.Split.Train), len(s.Split.Test)
	}
	if s.Classes != nil {
		d.ClassCounts = make([]int, len(s.Classes))
	}
	for _, label := range s.Labels {
		if label >= 0 && label < len(d.ClassCounts) { // a wrong label is reported by who reads it
			d.ClassCounts[label]++
		}
	}
	return d
}

// Describe describes the real set of an entry, whose files lie in a folder; ""
// if they are not here.
func (e Entry) Describe(folder string) Description {
	return Description{
		Name: e.Name, Title: e.Title, Citation: e.Citation, Terms: e.Terms, URL: e.URL,
		Origin: Real, Digest: e.Digest(), Folder: folder,
		Samples: e.Samples, Features: e.Features,
		Classes: e.ClassNames, ClassCounts: e.ClassCounts,
		Train: e.Train, Test: e.Test, Image: e.Image, Notes: e.Notes,
	}
}
