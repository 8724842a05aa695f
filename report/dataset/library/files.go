package library

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"gpca/report/dataset"
	"gpca/report/dataset/columns"
	"gpca/report/dataset/internal/arff"
	"gpca/report/dataset/internal/delimited"
	"gpca/report/dataset/internal/libsvm"
	"gpca/report/dataset/internal/matlab"
	"gpca/report/dataset/internal/xlsx"
	"gpca/report/dataset/npy"
	"gpca/report/dataset/unpack"
	"gpca/report/strictyaml"
	"gpca/report/words"
	"gpca/solver/typo"
)

// A FileSet describes a data set in a study's own files.
type FileSet struct {
	Name   string `yaml:"name" doc:"What experiments call the data set." example:"wine" required:"yes"`
	Title  string `yaml:"title" doc:"What tables call it; the name unless given." example:"Wine"`
	File   string `yaml:"file" doc:"Path below the folder of the study or of data." example:"wine.csv" required:"yes"`
	Format string `yaml:"format" doc:"Format of the file; as its ending tells unless given." example:"csv"`

	Class  string `yaml:"class" doc:"Column (last, name, number), array, folder, pattern or none." example:"last"`
	Labels string `yaml:"labels" doc:"File that holds the classes alone, in place of class." example:"labels.npy"`
	// Outliers do not change the samples: the digest leaves them out.
	Outliers list `yaml:"outliers" doc:"Classes whose samples are outliers, for kind detect." example:"[other]"`

	Sheet   string `yaml:"sheet" doc:"Sheet of a workbook, by name or number; the first unless given." example:"Data"`
	Array   string `yaml:"array" doc:"Array of the samples in a file of several." example:"x"`
	Columns string `yaml:"columns" doc:"Array with the names of the columns." example:"names"`
	Samples string `yaml:"samples" doc:"Index that counts samples in an array." words:"first last" example:"last"`

	Test  Test `yaml:"test" doc:"Where the test samples are: a file, or a mapping." example:"test.csv"`
	Train int  `yaml:"train" doc:"How many of the first samples are the training samples." least:"0" example:"100"`

	columns.Dialect `yaml:",inline"`

	ID           string `yaml:"id" doc:"Column, by name or number, or array that names the samples." example:"name"`
	Omit         list   `yaml:"omit" doc:"Columns that are no features, by name or number from 1." example:"[id]"`
	Missing      string `yaml:"missing" doc:"What becomes of rows with missing cells; apply imputes kept ones." words:"drop keep" example:"drop"`
	MissingMarks list   `yaml:"missing-marks" doc:"All fields for a missing value, beside an empty one." example:"[\"-\"]"`
	// Constant columns of a table are usually a mistake; constant pixels are common.
	Constant string `yaml:"constant" doc:"What becomes of constant columns of a table." words:"keep" example:"keep"`

	Image dataset.ImageSize `yaml:"image" doc:"Size of the image in a sample." example:"{width: 16, height: 16}"`

	// Memory is how many bytes the samples may take, 0 for any number.
	Memory int64 `yaml:"-"`
	// Folder is that of the study file, and Place says where in it the set is: file, line and column.
	Folder string `yaml:"-"`
	Place  string `yaml:"-"`
}

type list = strictyaml.List[string]

// Describe lists the formats and the marks of missing values.
func (FileSet) Describe() map[string]strictyaml.Shape {
	return map[string]strictyaml.Shape{
		"format":        {Words: formatNames()},
		"missing-marks": {Default: `["` + strings.Join(missingMarks, `", "`) + `"]`},
	}
}

// Test says where the test samples are: in another file, in other arrays, or in marked rows.
type Test struct {
	File   string `yaml:"file" doc:"File of the test samples." example:"test.csv"`
	Labels string `yaml:"labels" doc:"File of their classes." example:"test-labels.npy"`
	Array  string `yaml:"array" doc:"Array of the test samples." example:"x_test"`
	Class  string `yaml:"class" doc:"Where their classes are." example:"y_test"`
	Column string `yaml:"column" doc:"Column, or array, that marks test samples." example:"set"`
	Is     string `yaml:"is" doc:"What stands in that column for test samples." example:"test"`
}

// MayBeScalar lets a file name replace the mapping.
func (Test) MayBeScalar() {}

// A format has a reader of tables or of arrays, or neither for a folder of images.
type format struct {
	name      string
	endings   []string // of the names of such files
	keys      []string // of a FileSet that the format knows, of those that not all know
	class     string   // the Class that is meant where none is given, "" where one must be
	sparse    bool     // whether files leave out features that are 0
	columns   bool     // whether the samples of an array of three dimensions are usually last
	table     tableReader
	separator delimited.Separator // of the fields of a text, 0 for other formats
	arrays    arrayReader
}

// Format-specific keys of tables, of single arrays and of archives.
var (
	tableKeys = append(words.Each(columns.Flags, func(f columns.Flag) string { return f.Name }),
		"id", "omit", "missing-marks", "constant", "test.column")
	arrayKeys   = []string{"labels", "test.labels", "samples"}
	archiveKeys = append([]string{"array", "test.array", "columns", "id", "test.column"}, arrayKeys...)
)

// formats lists all formats. A new one is one more line here.
func formats() []format {
	return []format{
		ofText("csv", delimited.Comma, tableKeys, ".csv"),
		ofText("semicolons", delimited.Semicolon, tableKeys),
		ofText("tsv", delimited.Tab, tableKeys, ".tsv"),
		ofText("xlsx", delimited.Comma, append([]string{"sheet"}, tableKeys...), ".xlsx", ".xlsm"),
		ofText("blanks", delimited.Blanks, tableKeys),
		{name: "arff", endings: []string{".arff"}, keys: tableKeys, table: named(arff.Open)},
		{name: "libsvm", endings: []string{".libsvm", ".svm"}, class: first, sparse: true, table: named(libsvm.Open)},
		{name: "npy", endings: []string{".npy"}, keys: arrayKeys, class: none, arrays: single(npy.Open)},
		{name: "records", keys: tableKeys, table: named(npy.Records)},
		{name: "npz", endings: []string{".npz"}, keys: archiveKeys, class: none, arrays: npy.ReadArchive},
		{name: "idx", endings: []string{".idx", "-ubyte"}, keys: arrayKeys, class: none, arrays: single(openIDX)},
		{name: "matlab", endings: []string{".mat"}, keys: archiveKeys, class: none, columns: true,
			arrays: matlab.Read},
		{name: images, class: folder},
	}
}

func ofText(name string, separator delimited.Separator, keys []string, endings ...string) format {
	return format{name: name, endings: endings, keys: keys, table: columns.Dialect.Open, separator: separator}
}

func formatNames() []string { return words.Each(formats(), func(f format) string { return f.name }) }

// formatOf returns the format by the ending of a file, or one without a name.
func formatOf(path string) format {
	known, _ := words.First(formats(), func(f format) bool { return ends(path, f.endings) })
	return known
}

func ends(path string, endings []string) bool {
	path = strings.TrimSuffix(strings.ToLower(path), ".gz")
	return slices.ContainsFunc(endings, func(ending string) bool { return strings.HasSuffix(path, ending) })
}

func (f FileSet) format() (format, error) {
	if f.Format != "" {
		return typo.Find("format", f.Format, formats(), func(f format) string { return f.name })
	}
	known := formatOf(f.File)
	if known.name == "" {
		return known, fmt.Errorf("%s: %w", f.File, cmp.Or(foreign(f.File, nil),
			fmt.Errorf("the ending tells no format: give one of %s", strings.Join(formatNames(), ", "))))
	}
	return known, nil
}

// Validate checks all that can be checked without reading the files.
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
	special := slices.Concat(tableKeys, archiveKeys, []string{"sheet"})
	for _, key := range given(f, "") {
		if slices.Contains(special, key) && !slices.Contains(format.keys, key) {
			return fmt.Errorf("%s is not for the format %s: leave it out", key, format.name)
		}
	}
	if err := f.checkClasses(cmp.Or(f.Class, f.Labels, format.class)); err != nil {
		return err
	}
	return f.checkTest()
}

func (f FileSet) checkClasses(class string) error {
	switch {
	case class == "":
		return errors.New("no class: give the name or the number of its column, or last, or none")
	case len(f.Outliers) > 0 && class == none:
		return errors.New("outliers names classes, and the set has none: say by class or labels where they are, or " +
			"leave outliers out")
	case f.Class != "" && f.Labels != "":
		return errors.New("class and labels both say where the classes are: leave one out")
	}
	return nil
}

func (f FileSet) checkTest() error {
	elsewhere := f.Test.File+f.Test.Array != ""
	ways := slices.DeleteFunc([]bool{f.Train != 0, f.Test.Column != "", elsewhere}, func(way bool) bool { return !way })
	switch {
	case len(ways) > 1:
		return errors.New("the test samples are given twice: give one of train, a column, and a file or array for test")
	case (f.Test.Column == "") != (f.Test.Is == ""):
		return errors.New("test by a column: give both, the column and what it is for test samples, as in {column: " +
			"set, is: test}")
	case !elsewhere && f.Test.Labels+f.Test.Class != "":
		return errors.New("test has classes and no samples: give its file or array")
	case f.Labels != "" && f.Test.File != "" && f.Test.Labels == "":
		return errors.New("test has no labels: give the file of its classes, as in {file: a.npy, labels: b.npy}")
	}
	return nil
}

// given are the keys of a description that have values.
func given(of any, before string) (keys []string) {
	for field, value := range reflect.ValueOf(of).Fields() {
		switch key := field.Tag.Get("yaml"); {
		case field.Anonymous:
			keys = append(keys, given(value.Interface(), before)...)
		case key == "test":
			keys = append(keys, given(value.Interface(), "test.")...)
		case !value.IsZero():
			keys = append(keys, before+key)
		}
	}
	return keys
}

// Values of several keys.
const (
	first  = "first"
	last   = "last"
	none   = "none"
	folder = "folder"
)

// Files provides the data sets in a study's own files, which lie beside the study or in one of
// the folders.
func Files(folders []string, sets []FileSet) Provider {
	return Provider{words.Each(sets, func(f FileSet) string { return f.Name }), func(at int) Source {
		return Source{nil, func(ctx context.Context) (*dataset.Set, error) {
			return (&loader{FileSet: sets[at], ctx: ctx, folders: folders}).open()
		}}
	}}
}

func (r *loader) open() (set *dataset.Set, err error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	r.format, _ = r.FileSet.format() // Validate has checked it
	if set, err = r.set(); err != nil {
		err = fmt.Errorf("data set %s: %w", r.Name, err)
		if r.Place != "" {
			err = fmt.Errorf("%s: %w", r.Place, err)
		}
		return nil, err
	}
	return set, nil
}

type loader struct {
	FileSet
	format    format
	ctx       context.Context
	folders   []string
	undecided *undecided // of the training file, if that was read before
	columns   *layout    // of the training file
	// dropping leaves out samples with missing values where nothing else is said of these.
	dropping bool
	held     int64          // bytes that samples of other parts take
	facts    []columns.Fact // what of the files read so far is left out
	// paths and digests are those of the files read so far.
	paths, digests []string
}

type part struct{ file, labels, array, class string }

func (r *loader) parts() []part {
	class := r.Class
	if r.Labels == "" {
		class = cmp.Or(class, r.format.class)
	}
	parts := []part{{r.File, r.Labels, r.Array, class}}
	if t := r.Test; t.File+t.Array != "" {
		parts = append(parts, part{cmp.Or(t.File, r.File), t.Labels, cmp.Or(t.Array, r.Array), cmp.Or(t.Class, class)})
	}
	return parts
}

func load[T any](r *loader, path string, read func(io.Reader) (T, error)) (value T, err error) {
	found, err := r.locate(path)
	if err != nil {
		return value, err
	}
	value, digest, err := unpack.ReadFile(r.ctx, found, r.room(), func(file io.Reader) (value T, err error) {
		if r.format.separator != 0 || r.format.name == "" {
			var head []byte
			if head, file, err = unpack.Peek(file, 512); err == nil {
				err = foreign(path, head)
			}
			if r.format.name == "xlsx" && bytes.HasPrefix(head, []byte("PK")) {
				var facts []columns.Fact
				file, facts, err = xlsx.Text(file, r.Sheet)
				r.facts = append(r.facts, facts...)
			}
		}
		if err != nil {
			return value, err
		}
		return read(file)
	})
	if disk, ok := errors.AsType[*fs.PathError](err); ok {
		err = fmt.Errorf("%w: give a file that can be read", disk.Err) // the path follows
	}
	if err != nil {
		return value, fmt.Errorf("%s: %w", found, withRemedy(err))
	}
	r.paths, r.digests = append(r.paths, found), append(r.digests, digest)
	return value, nil
}

// afford returns an error if so many values are more than the memory that is left.
func (r *loader) afford(values float64) error {
	if room := r.room(); 8*values > float64(room) {
		return unpack.TooLarge{Bytes: int64(min(8*values, 1<<62)), Room: room}
	}
	return nil
}

// room is how many bytes of memory are left.
func (r *loader) room() int64 {
	if r.Memory == 0 {
		return math.MaxInt64
	}
	return max(r.Memory-r.held, 0)
}

func (r *loader) locate(path string) (string, error) {
	folders := append([]string{r.Folder}, r.folders...)
	if filepath.IsAbs(path) {
		folders = []string{""}
	}
	var tried []string
	for _, folder := range folders {
		at := filepath.Join(folder, path)
		if _, err := os.Stat(at); !errors.Is(err, fs.ErrNotExist) {
			return at, err
		}
		if absolute, err := filepath.Abs(at); err == nil {
			at = absolute
		}
		tried = append(tried, at)
	}
	return "", fmt.Errorf("%s: %w: tried %s: correct the path, put it there, or give its folder with --data",
		path, fs.ErrNotExist, strings.Join(slices.Compact(tried), ", "))
}
