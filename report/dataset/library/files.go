package library

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gpca/report/dataset"
	"gpca/report/dataset/delimited"
	"gpca/report/dataset/unpack"
	"gpca/solver/typo"
)

// A FileSet is a data set in files of a study's own, as a study file describes it.
type FileSet struct {
	Name  string `yaml:"name"`
	Title string `yaml:"title"` // Name if empty
	// File is the path of the file. With Test, the path of a second one, the two
	// are the training and the test part of the published split. Both may be
	// gzipped.
	File string `yaml:"file"`
	Test string `yaml:"test"`
	// Format is the name of a format, such as "csv". If it is empty, the ending
	// of File tells.
	Format string `yaml:"format"`
	// Class is the column of the class: "last", its name in the header, or its
	// number from 1. "none" is for a set without classes.
	Class string `yaml:"class"`
	// Header says whether the first line holds the names of the columns. If it is
	// nil, a first line without any number does.
	Header *bool `yaml:"header"`
}

// Files provides the data sets in a study's own files. What is wrong with a set or
// its files is the error of its Describe and Open.
func Files(sets []FileSet) Provider {
	names := make([]string, len(sets))
	for i, f := range sets {
		names[i] = f.Name
	}
	return Provider{names, func(at int) Source { return Source{nil, sets[at].open} }}
}

// Validate checks all that can be checked without the files.
func (f FileSet) Validate() error {
	if f.Name == "" {
		return errors.New("a data set of files has no name: give one")
	}
	_, err := f.format()
	switch {
	case f.File == "":
		err = errors.New("no file: give its path")
	case f.Class == "":
		err = errors.New("no class: give the name or the number of its column, or last, or none")
	}
	if err != nil {
		return fmt.Errorf("data set %s: %w", f.Name, err)
	}
	return nil
}

// A format is a kind of file.
type format struct {
	name string
	// ending is how the names of such files end.
	ending string
	// read reads a file. Of two files of a set, the second must fit the first, which
	// is nil for the first itself.
	read func(r io.Reader, f FileSet, first *content) (*content, error)
}

// formats are all formats. A new one is one more line here.
var formats = []format{
	{"csv", ".csv", readDelimited(delimited.Comma)},
	{"tsv", ".tsv", readDelimited(delimited.Tab)},
}

// format returns the format of the set's files.
func (f FileSet) format() (format, error) {
	path := strings.TrimSuffix(strings.ToLower(f.File), ".gz")
	var names []string
	for _, known := range formats {
		if f.Format == known.name || f.Format == "" && strings.HasSuffix(path, known.ending) {
			return known, nil
		}
		names = append(names, known.name)
	}
	if f.Format == "" {
		return format{}, fmt.Errorf("%s: the ending tells no format: give one of %s", f.File, strings.Join(names, ", "))
	}
	return format{}, fmt.Errorf("unknown format %q: %s", f.Format, typo.DidYouMean(f.Format, names))
}

// A content is what a reader makes of one file.
type content struct {
	dataset.Part
	classes []string // nil for a set without classes
	columns []delimited.Column
	class   int // the column of the class from 0, -1 for none
	header  bool
}

func (f FileSet) open(ctx context.Context) (set *dataset.Set, err error) {
	if err := f.Validate(); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("data set %s: %w", f.Name, err)
		}
	}()
	format, _ := f.format() // which Validate has checked
	paths := []string{f.File}
	if f.Test != "" {
		paths = append(paths, f.Test)
	}
	var first *content
	var parts []dataset.Part
	var lines []string
	for _, path := range paths {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		c, digest, err := unpack.ReadFile(path, func(r io.Reader) (*content, error) { return format.read(r, f, first) })
		if err == nil && first == nil {
			first, err = c, orderClasses(c)
		}
		if err != nil {
			return nil, fileError(path, err)
		}
		parts, lines = append(parts, c.Part), append(lines, digest)
	}
	set = dataset.Join(parts...)
	set.Name, set.Title, set.Origin, set.Files = f.Name, cmp.Or(f.Title, f.Name), dataset.Real, paths
	set.About.Folder = filepath.Dir(f.File)
	set.Classes = first.classes
	// The same files are another set with another column for the class.
	set.Digest = dataset.DigestOf(append(lines, fmt.Sprintf("class %d, header %t", first.class+1, first.header))...)
	return set, nil
}

// fileError names the file in an error of reading it.
func fileError(path string, err error) error {
	var disk *fs.PathError
	if !errors.As(err, &disk) {
		return fmt.Errorf("%s: %w", path, err)
	}
	tried, absErr := filepath.Abs(path)
	if absErr != nil {
		tried = path
	}
	return fmt.Errorf("%s: %w: tried %s: correct the path, or put the file there", path, disk.Err, tried)
}

// orderClasses puts classes that are all numbers into numerical order. Others
// stay in the order of their first appearance.
func orderClasses(c *content) error {
	if len(c.classes) == 1 {
		return fmt.Errorf("every sample has the class %q: a set has two classes or more, or class: none", c.classes[0])
	}
	numbers := map[string]float64{}
	for _, class := range c.classes {
		number, err := strconv.ParseFloat(class, 64)
		if err != nil {
			return nil
		}
		numbers[class] = number
	}
	ordered := slices.SortedFunc(slices.Values(c.classes), func(a, b string) int { return cmp.Compare(numbers[a], numbers[b]) })
	label := map[string]int{}
	for i, class := range ordered {
		if i > 0 && numbers[class] == numbers[ordered[i-1]] {
			return fmt.Errorf("the classes %q and %q are one number: write it in one way", ordered[i-1], class)
		}
		label[class] = i
	}
	for i, old := range c.Labels {
		c.Labels[i] = label[c.classes[old]]
	}
	c.classes = ordered
	return nil
}
