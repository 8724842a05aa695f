package library

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"gpca/report/dataset"
	"gpca/report/dataset/delimited"
	"gpca/report/dataset/unpack"
	"gpca/report/strictyaml"
	"gpca/solver/typo"
)

// A FileSet is a data set in files of a study's own, as a study file describes it.
type FileSet struct {
	Name  string `yaml:"name"`
	Title string `yaml:"title"` // Name if empty
	// File is the path of the file, or of the folder of images: below the study's
	// folder, else below one of those in which data is looked for. Files may be gzipped.
	File string `yaml:"file"`
	// Format is the name of a format, such as "csv". If it is empty, the ending of File
	// tells.
	Format string `yaml:"format"`

	// Class is where the class of a sample is. In tables it is a column: "last", its
	// name in the header, or its number from 1; in .npz and MATLAB files also the name
	// of an array. Of images it is "folder", or a regular expression for the names of
	// the files whose group is the class. "none" is for a set without classes.
	Class string `yaml:"class"`
	// Labels is the path of a file that holds nothing but the classes of the samples,
	// in place of Class.
	Labels string `yaml:"labels"`
	// Array names the array of the samples in .npz and MATLAB files; it may be left
	// out where there is only one.
	Array string `yaml:"array"`
	// Samples says which index of an array counts the samples: "first", the usual one,
	// or "last", the usual one of MATLAB arrays of three dimensions or more.
	Samples string `yaml:"samples"`

	// Test is where the test samples are, Train how many of the first samples are the
	// training samples. With neither, the set has no published split.
	Test  Test `yaml:"test"`
	Train int  `yaml:"train"`

	// Header says whether the first line holds the names of the columns. If it is
	// nil, a first line without any number does.
	Header *bool `yaml:"header"`
	// Omit lists columns that are no features, by name or number from 1.
	Omit strictyaml.List[string] `yaml:"omit"`
	// Missing says what to do about missing values: "drop" leaves their rows out. If it
	// is empty they are an error.
	Missing string `yaml:"missing"`
	// MissingMarks are the fields that mark a missing value, besides an empty one. Nil
	// stands for ?, NA, N/A, NaN, nan and null.
	MissingMarks strictyaml.List[string] `yaml:"missing-marks"`
	// Constant says what to do about a column with one value only: "keep" keeps it. If
	// it is empty such a column is an error in a table that holds no images: it tells
	// nothing, and is more often a mistake of whoever made the file than not. Pixels are
	// often constant.
	Constant string `yaml:"constant"`

	// Image is the size of the image that each sample holds row by row. Images in files
	// of their own, and arrays of images, say it themselves; for a folder of images it is
	// the size that they are reduced to.
	Image dataset.ImageSize `yaml:"image"`

	// Folder is where the study lies.
	Folder string `yaml:"-"`
}

// Test says where test samples are: in another file, in other arrays, or in the rows
// that a column marks. What it leaves out is as for the training samples.
type Test struct {
	File   string `yaml:"file"`
	Labels string `yaml:"labels"`
	Array  string `yaml:"array"`
	Class  string `yaml:"class"`
	// Column names a column, by name or number, or in .npz and MATLAB files an array,
	// that is Is for test samples.
	Column string `yaml:"column"`
	Is     string `yaml:"is"`
}

// MayBeScalar lets a file stand for the mapping that names it.
func (Test) MayBeScalar() {}

// UnmarshalYAML reads the bare path of a file, or a mapping.
func (t *Test) UnmarshalYAML(node ast.Node) error {
	if err := yaml.NodeToValue(node, &t.File); err == nil {
		return nil
	}
	type mapping Test // decoded by its keys
	return yaml.NodeToValue(node, (*mapping)(t), yaml.Strict())
}

// A format is a kind of file, or of folder.
type format struct {
	name string
	// endings are how the names of such files end.
	endings []string
	// keys are the keys of a FileSet that the format knows, of those that are for some
	// formats only.
	keys []string
	// class is the Class that is meant where none is given, "" where one must be.
	class string
	// read reads one part of the set.
	read func(*loader, part) (*content, error)
	// arrays reads the arrays of a file, nil for files that hold none.
	arrays arrayReader
	// inspect fills in what a look at the files tells; see Inspect.
	inspect func(*loader, *FileSet) error
}

// formats are all formats. A new one is one more line here.
func formats() []format {
	return []format{
		delimitedFormat("csv", delimited.Comma, ".csv"),
		delimitedFormat("semicolons", delimited.Semicolon),
		delimitedFormat("tsv", delimited.Tab, ".tsv"),
		delimitedFormat("blanks", delimited.Blanks),
		tableFormat("arff", readARFF, ".arff"),
		{name: "libsvm", endings: []string{".libsvm", ".svm"}, class: first, read: (*loader).libsvm, inspect: func(*loader, *FileSet) error { return nil }},
		arrayFormat("npy", readNPY, nil, ".npy"),
		arrayFormat("npz", readNPZ, []string{"array", "test.column"}, ".npz"),
		arrayFormat("idx", readIDX, nil, ".idx", "-ubyte"),
		arrayFormat("matlab", readMATLAB, []string{"array", "test.column"}, ".mat"),
		{name: images, class: folder, read: (*loader).images, inspect: (*loader).inspectImages},
	}
}

// formatNames lists the names of all formats.
func formatNames() []string {
	var names []string
	for _, f := range formats() {
		names = append(names, f.name)
	}
	return names
}

// formatOf returns the format that the ending of a file tells.
func formatOf(path string) (format, bool) {
	path = strings.TrimSuffix(strings.ToLower(path), ".gz")
	all := formats()
	i := slices.IndexFunc(all, func(f format) bool {
		return slices.ContainsFunc(f.endings, func(ending string) bool { return strings.HasSuffix(path, ending) })
	})
	if i < 0 {
		return format{}, false
	}
	return all[i], true
}

// format returns the format of the set's files.
func (f FileSet) format() (format, error) {
	if f.Format != "" {
		return typo.Find("format", f.Format, formats(), func(f format) string { return f.name })
	}
	known, ok := formatOf(f.File)
	if !ok {
		return format{}, fmt.Errorf("%s: the ending tells no format: give one of %s", f.File, strings.Join(formatNames(), ", "))
	}
	return known, nil
}

// special lists the keys that are given and known to some formats only.
func (f FileSet) special() []string {
	var keys []string
	for _, k := range []struct {
		key   string
		given bool
	}{
		{"labels", f.Labels != "" || f.Test.Labels != ""},
		{"array", f.Array != "" || f.Test.Array != ""},
		{"samples", f.Samples != ""},
		{"header", f.Header != nil},
		{"omit", f.Omit != nil},
		{"missing-marks", f.MissingMarks != nil},
		{"constant", f.Constant != ""},
		{"test.column", f.Test.Column != ""},
	} {
		if k.given {
			keys = append(keys, k.key)
		}
	}
	return keys
}

// Validate checks all that can be checked without the files.
func (f FileSet) Validate() error {
	if f.Name == "" {
		return errors.New("a data set of files has no name: give one")
	}
	if err := f.validate(); err != nil {
		return fmt.Errorf("data set %s: %w", f.Name, err)
	}
	return nil
}

func (f FileSet) validate() error {
	if f.File == "" {
		return errors.New("no file: give its path")
	}
	format, err := f.format()
	if err != nil {
		return err
	}
	for _, key := range f.special() {
		if !slices.Contains(format.keys, key) {
			return fmt.Errorf("%s is not for the format %s: leave it out", key, format.name)
		}
	}
	for _, k := range []struct{ key, value, want string }{
		{"missing", f.Missing, "drop"}, {"constant", f.Constant, "keep"},
	} {
		if k.value != "" && k.value != k.want {
			return fmt.Errorf("%s is %q: give it as %s, or leave it out", k.key, k.value, k.want)
		}
	}
	splits := 0
	for _, given := range []bool{f.Train != 0, f.Test.Column != "", f.Test.File+f.Test.Array != ""} {
		if given {
			splits++
		}
	}
	switch {
	case f.Samples != "" && f.Samples != first && f.Samples != last:
		return fmt.Errorf("samples is %q: give it as first or last", f.Samples)
	case cmp.Or(f.Class, f.Labels, format.class) == "":
		return errors.New("no class: give the name or the number of its column, or last, or none")
	case f.Class != "" && f.Labels != "":
		return errors.New("class and labels both say where the classes are: leave one out")
	case splits > 1:
		return errors.New("the test samples are given twice: give one of train, a column, and a file or array for test")
	case f.Train < 0:
		return fmt.Errorf("train is %d: give the number of the first samples that are for training", f.Train)
	case (f.Test.Column == "") != (f.Test.Is == ""):
		return errors.New("test by a column: give both, the column and what it is for test samples, as in {column: set, is: test}")
	case f.Test.File+f.Test.Array == "" && f.Test.Labels+f.Test.Class != "":
		return errors.New("test has classes and no samples: give its file or array")
	case f.Labels != "" && f.Test.File != "" && f.Test.Labels == "":
		return errors.New("test has no labels: give the file of its classes, as in {file: a.npy, labels: b.npy}")
	case f.Image.Width < 0 || f.Image.Height < 0 || (f.Image.Width == 0) != (f.Image.Height == 0):
		return fmt.Errorf("image of %dx%d pixels: give its width and its height", f.Image.Width, f.Image.Height)
	}
	return nil
}

// Values that several keys take.
const (
	first  = "first"
	last   = "last"
	none   = "none"
	folder = "folder"
)

// Files provides the data sets in a study's own files, which lie beside the study or in
// one of the folders. What is wrong with a set or its files is the error of its Describe
// and Open.
func Files(folders []string, sets []FileSet) Provider {
	names := make([]string, len(sets))
	for i, f := range sets {
		names[i] = f.Name
	}
	return Provider{names, func(at int) Source {
		return Source{nil, func(ctx context.Context) (*dataset.Set, error) { return sets[at].open(ctx, folders) }}
	}}
}

func (f FileSet) open(ctx context.Context, folders []string) (*dataset.Set, error) {
	if err := f.Validate(); err != nil {
		return nil, err
	}
	set, err := (&loader{FileSet: f, ctx: ctx, folders: folders}).set()
	if err != nil {
		return nil, fmt.Errorf("data set %s: %w", f.Name, err)
	}
	return set, nil
}

// A loader reads the files of a set.
type loader struct {
	FileSet
	ctx     context.Context
	folders []string
	columns *layout // of the training file
	// paths and digests are of the files that have been read.
	paths, digests []string
}

// A part is where the training or the test samples are.
type part struct{ file, labels, array, class string }

// parts are the training part and, where it lies elsewhere, the test part.
func (f FileSet) parts() []part {
	format, _ := f.format() // which Validate has checked
	class := f.Class
	if f.Labels == "" {
		class = cmp.Or(class, format.class)
	}
	parts := []part{{f.File, f.Labels, f.Array, class}}
	if t := f.Test; t.File+t.Array != "" {
		parts = append(parts, part{cmp.Or(t.File, f.File), t.Labels, cmp.Or(t.Array, f.Array), cmp.Or(t.Class, class)})
	}
	return parts
}

// load reads a file, unpacked, with the reader of its format, and names it in errors.
func load[T any](r *loader, path string, read func(io.Reader) (T, error)) (value T, err error) {
	if err := r.ctx.Err(); err != nil {
		return value, err
	}
	found, err := r.locate(path)
	if err != nil {
		return value, err
	}
	value, digest, err := unpack.ReadFile(found, read)
	if disk, ok := errors.AsType[*fs.PathError](err); ok {
		err = fmt.Errorf("%w: give a file that can be read", disk.Err) // the path comes below
	}
	if err != nil {
		return value, fmt.Errorf("%s: %w", found, err)
	}
	r.paths, r.digests = append(r.paths, found), append(r.digests, digest)
	return value, nil
}

// locate returns the path under which a file or folder exists.
func (r *loader) locate(path string) (string, error) {
	candidates := []string{path}
	if !filepath.IsAbs(path) {
		candidates = nil
		for _, folder := range append([]string{r.Folder}, r.folders...) {
			candidates = append(candidates, filepath.Join(folder, path))
		}
	}
	for i, c := range candidates {
		_, err := os.Stat(c)
		if err == nil {
			return c, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
		if absolute, err := filepath.Abs(c); err == nil {
			candidates[i] = absolute
		}
	}
	return "", fmt.Errorf("%s: %w: tried %s: correct the path, put it there, or give its folder with --data", path, fs.ErrNotExist, strings.Join(slices.Compact(candidates), ", "))
}
