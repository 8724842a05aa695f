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
	"gpca/report/dataset/unpack"
	"gpca/report/strictyaml"
	"gpca/report/words"
	"gpca/solver/typo"
)

// A FileSet is a data set in files of a study's own, as a study file describes it.
type FileSet struct {
	Name   string `yaml:"name" doc:"What experiments call the data set." example:"wine" required:"yes"`
	Title  string `yaml:"title" doc:"What tables call it; the name unless given." example:"Wine"`
	File   string `yaml:"file" doc:"Path of the file, or of the folder of images: below the study's folder, else below one of those in which data is looked for. Files may be gzipped." example:"wine.csv" required:"yes"`
	Format string `yaml:"format" doc:"Format of the file; as its ending tells unless given." example:"csv"`

	Class   string `yaml:"class" doc:"Where the class of a sample is. In tables a column: last, its name or its number from 1; in .npz and MATLAB files also the name of an array; of images folder, or a regular expression for the names of files whose group is the class; none for a set without classes." example:"last"`
	Labels  string `yaml:"labels" doc:"File that holds nothing but the classes of the samples, in place of class." example:"labels.npy"`
	Array   string `yaml:"array" doc:"Name of the array of samples in .npz and MATLAB files that hold several." example:"x"`
	Samples string `yaml:"samples" doc:"Index of an array that counts the samples; first, but last in MATLAB arrays of three dimensions or more." words:"first last" example:"last"`

	Test  Test `yaml:"test" doc:"Where the test samples are: another file, or a mapping. What it leaves out is as for the training samples." example:"test.csv"`
	Train int  `yaml:"train" doc:"How many of the first samples are the training samples." example:"100"`

	Header       *bool                   `yaml:"header" doc:"Whether the first line holds the names of the columns; a line without a number does unless this says." example:"true"`
	Omit         strictyaml.List[string] `yaml:"omit" doc:"Columns that are no features, by name or number from 1." example:"[id]"`
	Missing      string                  `yaml:"missing" doc:"What becomes of rows with missing values: drop leaves them out, otherwise they are an error." words:"drop" example:"drop"`
	MissingMarks strictyaml.List[string] `yaml:"missing-marks" doc:"Fields that mark a missing value, beside an empty one." example:"[\"-\"]"`
	// A constant column of a table tells nothing, and is more often a mistake of whoever
	// made the file than not. Pixels are often constant.
	Constant string `yaml:"constant" doc:"What becomes of columns with one value: keep keeps them, otherwise they are an error in tables that hold no images." words:"keep" example:"keep"`

	Image dataset.ImageSize `yaml:"image" doc:"Size of the image that each sample holds row by row; for a folder of images the size that they are reduced to." example:"{width: 16, height: 16}"`

	// Folder is where the study lies.
	Folder string `yaml:"-"`
}

// Describe lists the formats and the marks of missing values.
func (FileSet) Describe() map[string]strictyaml.Shape {
	return map[string]strictyaml.Shape{
		"format":        {Words: formatNames()},
		"missing-marks": {Default: `["` + strings.Join(missingMarks, `", "`) + `"]`},
	}
}

// Test says where test samples are: in another file, in other arrays, or in the rows
// that a column marks. What it leaves out is as for the training samples.
type Test struct {
	File   string `yaml:"file" doc:"File of the test samples." example:"test.csv"`
	Labels string `yaml:"labels" doc:"File of their classes." example:"test-labels.npy"`
	Array  string `yaml:"array" doc:"Array of the test samples." example:"x_test"`
	Class  string `yaml:"class" doc:"Where their classes are." example:"y_test"`
	Column string `yaml:"column" doc:"Column, or array in .npz and MATLAB files, that marks test samples." example:"set"`
	Is     string `yaml:"is" doc:"What stands in that column for test samples." example:"test"`
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
		delimitedFormat("csv", ".csv"),
		delimitedFormat("semicolons"),
		delimitedFormat("tsv", ".tsv"),
		delimitedFormat("blanks"),
		tableFormat("arff", readARFF, ".arff"),
		{name: "libsvm", endings: []string{".libsvm", ".svm"}, class: first, read: (*loader).libsvm,
			inspect: func(*loader, *FileSet) error { return nil }},
		arrayFormat("npy", single(readNPY), nil, ".npy"),
		arrayFormat("npz", openNPZ, []string{"array", "test.column"}, ".npz"),
		arrayFormat("idx", single(readIDX), nil, ".idx", "-ubyte"),
		arrayFormat("matlab", openMATLAB, []string{"array", "test.column"}, ".mat"),
		arrayFormat("wav", single(readWAV), nil, ".wav"),
		{name: images, class: folder, read: (*loader).images, inspect: (*loader).inspectImages},
	}
}

// formatNames lists the names of all formats.
func formatNames() []string { return words.Each(formats(), func(f format) string { return f.name }) }

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
		return format{}, fmt.Errorf("%s: the ending tells no format: give one of %s",
			f.File, strings.Join(formatNames(), ", "))
	}
	return known, nil
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
		if k.given && !slices.Contains(format.keys, k.key) {
			return fmt.Errorf("%s is not for the format %s: leave it out", k.key, format.name)
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
		return errors.New("test by a column: give both, the column and what it is for test samples, as in {column: " +
			"set, is: test}")
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
	return Provider{words.Each(sets, func(f FileSet) string { return f.Name }), func(at int) Source {
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
	value, digest, err := unpack.ReadFile(r.ctx, found, read)
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
	return "", fmt.Errorf("%s: %w: tried %s: correct the path, put it there, or give its folder with --data",
		path, fs.ErrNotExist, strings.Join(slices.Compact(candidates), ", "))
}
