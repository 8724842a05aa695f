package library

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"gpca/report/dataset"
	"gpca/report/dataset/columns"
	"gpca/report/dataset/internal/delimited"
	"gpca/report/dataset/internal/imagefolder"
	"gpca/report/dataset/internal/numbers"
	"gpca/report/dataset/npy"
	"gpca/report/dataset/unpack"
	"gpca/report/input"
	"gpca/report/words"
)

// Wishes are what a user says of a file.
type Wishes struct {
	columns.Wishes
	Sheet, Array string // as in a study file
	// Memory is how many bytes the samples may take, 0 for any number.
	Memory int64
}

// Inspected is what a file was found to be.
type Inspected struct {
	FileSet                  // as a study file would describe it
	Facts     []columns.Fact // what was guessed or left out, and why
	undecided *undecided     // until it is opened
}

// Inspect describes a file, or a folder of images, as a study file would, with the files of labels and
// of test samples beside it. Its Folder is that of path. The wishes leave open what is to be guessed.
func Inspect(ctx context.Context, path string, wishes Wishes) (*Inspected, error) {
	f := &Inspected{FileSet: FileSet{File: filepath.Base(path), Folder: filepath.Dir(path), Memory: wishes.Memory,
		Sheet: wishes.Sheet, Array: wishes.Array}}
	name, _, _ := strings.Cut(strings.ToLower(f.File), ".")
	f.Name = cmp.Or(strings.Trim(notOfNames.ReplaceAllString(name, "-"), "-"), "data")
	info, err := os.Stat(path)
	if err != nil {
		remedy := "give the path of a file or folder of data"
		if near := input.Near(path); near != "" {
			remedy = "did you mean " + near + "?"
		}
		return f, fmt.Errorf("%w: %s", err, remedy)
	}
	if !utf8.ValidString(path) {
		return f, fmt.Errorf("%q is not UTF-8, and a study names its data in UTF-8: rename the file or folder", path)
	}
	r := &loader{FileSet: f.FileSet, ctx: ctx, format: formatOf(path)}
	if info.IsDir() {
		f.Format = images
		r.format = format{name: images}
	}
	if r.format.name == "" {
		err = foreign(path, nil)
	} else if r.format.name == "npy" && npy.Structured(beginOf(path)) {
		f.Format = "records"
		r.format, _ = f.format()
	}
	switch {
	case err != nil:
		err = fmt.Errorf("%s: %w", path, err)
	case r.format.arrays != nil:
		err = r.inspectArrays(f, wishes)
	case r.format.name == images:
		err = r.inspectImages(&f.FileSet)
	default:
		err = r.inspectTable(f, wishes)
	}
	if err == nil && (r.format.table == nil || r.format.sparse) {
		f.ID, f.Omit = cmp.Or(strings.TrimPrefix(wishes.ID, none), f.ID), wishes.Omit
		if wishes.Class != "" {
			f.Class, f.Labels, f.Test.Labels = wishes.Class, "", ""
		}
	}
	return f, err
}

// Open reads what is not read yet. Dropping leaves out samples with missing values unless Missing says what becomes of
// them, and says so there.
func (f *Inspected) Open(ctx context.Context, dropping bool) (*dataset.Set, error) {
	r := &loader{FileSet: f.FileSet, ctx: ctx, undecided: f.undecided, dropping: dropping}
	f.undecided = nil
	set, err := r.open()
	f.Missing, f.Facts = r.Missing, append(f.Facts, r.facts...)
	return set, err
}

// ColumnNames returns the names of the columns of a table, numbers for those without one, nil where none has one.
func (f *Inspected) ColumnNames() []string {
	if f.undecided == nil || !f.undecided.Named {
		return nil
	}
	names := f.undecided.Names()
	for i, name := range names {
		if name == "" {
			names[i] = f.undecided.Name(i)
		}
	}
	return names
}

var notOfNames = regexp.MustCompile(`[^a-z0-9]+`)

// inspectTable reads a table, and guesses what its columns are for unless its format says so.
func (r *loader) inspectTable(f *Inspected, wishes Wishes) (err error) {
	ending := r.format.name
	if f.undecided, err = load(r, f.File, func(file io.Reader) (*undecided, error) {
		r.Dialect = wishes.Dialect
		d := r.dialect()
		if ending == "" || r.format.separator != 0 {
			if d, file, err = r.guessDialect(f, file, d); err != nil {
				return nil, err
			}
		}
		source, err := r.format.table(d, file)
		if err != nil {
			return nil, err
		}
		open := source
		if !r.format.sparse {
			open = source.Undecided(wishes.Wishes)
		}
		table, err := columns.Read(open, d, file)
		if source.Said != nil {
			r.facts = append(r.facts, source.Said()...)
		}
		f.Facts = append(r.facts, f.Facts...)
		return &undecided{Table: table, source: source}, err
	}); err != nil {
		return err
	}
	if f.undecided.path, f.undecided.digest = r.paths[0], r.digests[0]; r.format.sparse {
		return nil
	}
	if r.format.name != ending {
		f.Format = r.format.name
	}
	var roles columns.Roles
	if roles, f.Facts, err = f.undecided.Guess(wishes.Wishes, f.Facts); err != nil {
		err = fmt.Errorf("%s: %w", f.File, err)
	}
	f.Class, f.ID, f.Omit = roles.Class, roles.ID, roles.Omit
	f.Footer = f.undecided.Footer
	if roles.Missing {
		f.Missing = "drop"
	}
	f.Image = dataset.ImageSize{Width: roles.Side, Height: roles.Side}
	f.Test.File = r.beside(f.File, "train", "test")
	return err
}

// guessDialect guesses how a text is written, and with it the format of the text.
func (r *loader) guessDialect(f *Inspected, file io.Reader, d columns.Dialect) (columns.Dialect, io.Reader, error) {
	ending := r.format.name
	switch ending {
	case "csv": // it may have other separators
		d.Separator = r.Separator
	case "xlsx": // its cells are parted by commas
		d.Separator, d.Encoding, d.Quote, d.Comment = "comma", "utf-8", "double", none
	}
	d, facts, file, err := columns.Guess(file, d)
	if ending == "" && errors.Is(err, delimited.ErrZero) {
		err = errors.New("not a text, and the ending tells no format: give the file one of the usual endings")
	}
	if err != nil {
		return d, file, err
	}
	f.Facts, f.Dialect = facts, d.Kept()
	named, ok := words.First(formats(), func(f format) bool { return f.separator == d.Sign() && d.Sign() != 0 })
	if !ok {
		named = formats()[0]
	}
	if ok || ending == "xlsx" {
		f.Dialect.Separator = ""
	}
	if ending != "xlsx" {
		r.format = named
	}
	return d, file, nil
}

// beside returns the first existing file whose name has one of others in place of word, else "".
func (r *loader) beside(file, word string, others ...string) string {
	if !strings.Contains(file, word) {
		return ""
	}
	for _, other := range others {
		name := strings.Replace(file, word, other, 1)
		for _, name := range []string{name, strings.TrimSuffix(name, ".gz"), name + ".gz"} {
			if _, err := os.Stat(filepath.Join(r.Folder, name)); err == nil && name != file {
				return name
			}
		}
	}
	return ""
}

func (r *loader) labelsBeside(file string) string {
	stem, _, _ := strings.Cut(file, ".")
	for _, pair := range [][2]string{
		{"images-idx3", "labels-idx1"}, {"images.idx3", "labels.idx1"}, {"images", "labels"},
		{"samples", "labels"}, {"features", "labels"}, {"data", "labels"}, {"data", "target"}, {"X", "y"}, {"x", "y"},
		{".", "-labels."}, {".", "_labels."}, {stem, "y"}, {stem, "labels"},
	} {
		if found := r.beside(file, pair[0], pair[1]); found != "" {
			return found
		}
	}
	return ""
}

func (r *loader) inspectArrays(f *Inspected, wishes Wishes) error {
	f.Class, f.ID = cmp.Or(wishes.Class, none), wishes.ID
	found, err := load(r, f.File, func(file io.Reader) ([]numbers.Named, error) {
		found, err := r.format.arrays(file)
		if err != nil {
			return nil, err
		}
		return found, r.chooseArrays(f, found, wishes.Class == "")
	})
	if err != nil || len(found) > 1 {
		return err
	}
	f.Test.File = r.beside(f.File, "train", "test", "t10k")
	if path := r.labelsBeside(f.File); path != "" {
		labels, err := r.labelFile(path)
		if err == nil && columns.ManyNumbers(distinct(labels), len(labels)) {
			return nil // a regression target
		}
		f.Class, f.Labels = "", path
		if f.Test.File != "" {
			f.Test.Labels = r.labelsBeside(f.Test.File)
		}
	}
	return nil
}

// samplesAmong is the one of several arrays that can be the samples, or that is asked for.
func samplesAmong(held []numbers.Named, asked string) (numbers.Named, error) {
	without := func(is func(numbers.Named) bool) []numbers.Named { return slices.DeleteFunc(slices.Clone(held), is) }
	likely := without(func(a numbers.Named) bool { return a.Words || !a.Matrix() })
	if len(likely) == 0 {
		likely = without(func(a numbers.Named) bool {
			return a.Words || len(a.Shape) < 2 || numbers.Entries(a.Shape) == 0
		})
	}
	if asked != "" {
		likely = without(func(a numbers.Named) bool { return a.Name != asked })
	}
	switch {
	case len(likely) == 0 && asked != "":
		return numbers.Named{}, fmt.Errorf("no array %q: the file holds %s", asked, numbers.List(held))
	case len(likely) == 0:
		unread, _ := words.First(held, func(a numbers.Named) bool { return a.Unread != "" })
		return unread, cmp.Or(unread.Refused(), fmt.Errorf("no array of samples, which has two dimensions or more, "+
			"the first of them for samples: the file holds %s", numbers.List(held)))
	case len(likely) > 1 && asked == "":
		read, _ := words.First(likely, func(a numbers.Named) bool { return a.Unread == "" })
		return read, fmt.Errorf("%d arrays may be the samples, %s: choose one, as by --array %q", len(likely),
			numbers.List(likely), cmp.Or(read.Name, likely[0].Name))
	}
	if a := likely[0]; a.Unread == "" && (len(a.Shape) < 2 || a.Words) {
		return a, fmt.Errorf("array %s has no samples: give one of numbers, of two dimensions or more", a)
	}
	return likely[0], likely[0].Refused()
}

// chooseArrays chooses those of the samples, of the classes and of names by their headers: only labels and words are
// read. What is left out is said.
func (r *loader) chooseArrays(f *Inspected, held []numbers.Named, guess bool) error {
	samples, err := samplesAmong(held, f.Array)
	if err == nil {
		err = r.afford(numbers.Entries(samples.Shape))
	}
	if err != nil || len(held) == 1 {
		return err
	}
	f.Array = samples.Name
	rows := float64(samples.Shape[0])
	if r.format.columns && len(samples.Shape) > 2 {
		rows = float64(samples.Shape[len(samples.Shape)-1])
	}
	others := numbers.Entries(samples.Shape) / rows
	var left []string
	for _, words := range []bool{false, true} { // labels that are numbers tell which index counts the samples
		for _, a := range held {
			if a.Words == words && !slices.Contains([]string{f.Array, f.Class, f.ID}, a.Name) {
				left = append(left, f.offer(a, &rows, &others, guess)...)
			}
		}
	}
	if guess && f.Class != none {
		f.say("class", f.Class, "with a label for each sample")
	}
	if left != nil {
		f.Facts = append(f.Facts, columns.Fact{Kind: columns.LeftOut, Columns: left,
			Why: samples.String() + " is read"})
	}
	return nil
}

// offer lets an array have a use, and returns what is left out: the array, or one of classes that it replaces. Rows and
// others change places where labels that are numbers show that the last index counts the samples.
func (f *Inspected) offer(a numbers.Named, rows, others *float64, guess bool) []string {
	labels, fault := labelsFor(a, *rows, *others)
	n, before := float64(len(labels)), f.Class
	turned := !a.Words && n != *rows && (n > *rows || columns.IsClassName(a.Name))
	if labels != nil && f.use(a, labels, n == *rows || turned, guess) {
		if turned {
			*rows, *others = *others, *rows
		}
		if before != none && before != f.Class {
			return []string{before}
		}
		return nil
	}
	switch {
	case fault != nil:
		return []string{fmt.Sprintf("%s, as %v", a, fault)}
	case a.Remedy != "":
		return []string{fmt.Sprintf("%s; %s)", strings.TrimSuffix(a.String(), ")"), a.Remedy)}
	}
	return []string{a.String()}
}

func (f *Inspected) say(kind, name, why string) {
	f.Facts = append(f.Facts, columns.Fact{Kind: kind, Columns: []string{name}, Why: why})
}

// labelsFor reads an array if it may have a label for each row or column, nil if it has none.
func labelsFor(a numbers.Named, rows, others float64) ([]string, error) {
	if n := numbers.Entries(a.Shape); a.Unread != "" || n != rows && n != others {
		return nil, nil
	}
	read, err := a.Read()
	if err != nil {
		return nil, err
	}
	labels, _ := labelsOf(read) // others are none
	return labels, nil
}

// use finds what labels, of the samples or of the features, are for: names, or classes.
func (f *Inspected) use(a numbers.Named, labels []string, ofSamples, guess bool) bool {
	different := distinct(labels)
	switch few := len(different) > 1 && len(different) <= max(2, len(labels)/2); {
	case a.Words && !ofSamples && f.Columns == "":
		f.Columns = a.Name
		f.say("columns", a.Name, "which names them")
		return true
	case a.Words && ofSamples && len(different) == len(labels) && f.ID == "":
		f.ID = a.Name
		f.say("id", a.Name, "which names the rows")
		return true
	case guess && ofSamples && few && !columns.ManyNumbers(different, len(labels)) &&
		(f.Class == none || columns.IsClassName(a.Name)):
		f.Class = a.Name
		return true
	}
	return false
}

// beginOf returns the first bytes of a file, unpacked, none where it cannot be read, which shows again.
func beginOf(path string) (head []byte) {
	if file, err := input.Open(path); err == nil {
		defer file.Close()
		if unpacked, err := unpack.Reader(file); err == nil {
			head, _, _ = unpack.Peek(unpacked, 1<<16)
		}
	}
	return head
}

// Images of more pixels than largestImage, or of different sizes, are reduced so that their
// longer side is reducedSide.
const (
	largestImage = 128 * 128
	reducedSide  = 64
)

func (r *loader) inspectImages(f *FileSet) error {
	paths, err := imagePaths(filepath.Join(r.Folder, f.File))
	if err != nil {
		return err
	}
	f.Class = none
	if !slices.ContainsFunc(paths, func(p string) bool { return !strings.Contains(p, "/") }) {
		f.Class = folder
	}
	var size dataset.ImageSize
	differ := false
	for _, path := range paths {
		img, err := load(r, filepath.Join(f.File, path), imagefolder.Decode)
		if err != nil {
			return err
		}
		now := dataset.ImageSize{Width: img.Width, Height: img.Height}
		differ = differ || size.Width != 0 && size != now
		size = now
	}
	if differ || size.Width*size.Height > largestImage {
		longer := max(size.Width, size.Height)
		reduced := func(side int) int { return max(1, side*reducedSide/longer) }
		f.Image = dataset.ImageSize{Width: reduced(size.Width), Height: reduced(size.Height)}
	}
	return nil
}
