package library

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset"
	"gpca/report/words"
)

// A content is what a reader makes of one part of a set.
type content struct {
	samples []float64 // row by row, NaN for a missing value
	width   int       // features of a sample
	// labels are the classes of the samples, "" for a missing one; nil for a set
	// without classes.
	labels []string
	// marks are what the column says that parts the rows, nil without one.
	marks []string
	image dataset.ImageSize
	// notes say what of the file is not in the set, as it is.
	notes []string
	// place names a value of a sample in errors, such as "line 3: column 2"; its class and
	// its mark are the columns labelColumn and markColumn.
	place func(row, column int) string
	// table tells that the columns are those of a table, each with a meaning.
	table bool
	// sparse tells that features are 0 that a file does not name.
	sparse bool
}

const (
	labelColumn = -1
	markColumn  = -2
)

func (c *content) rows() int { return len(c.samples) / c.width }

// set reads all parts and makes a set of them.
func (r *loader) set() (*dataset.Set, error) {
	format, _ := r.format() // which Validate has checked
	var all []*content
	dropped := 0
	for _, p := range r.parts() {
		begin := len(r.paths)
		c, err := format.read(r, p)
		if err != nil {
			return nil, err
		}
		n, err := r.clean(c)
		if err == nil && len(all) > 0 {
			err = c.fit(all[0])
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.paths[begin], err)
		}
		all, dropped = append(all, c), dropped+n
	}
	train := all[0]
	classes, err := classesOf(train.labels)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.paths[0], err)
	}
	codes := make(map[string]int, len(classes))
	for code, class := range classes {
		codes[class] = code
	}
	var parts []dataset.Part
	for _, c := range all {
		p := dataset.Part{Rows: c.rows(), Features: c.samples}
		for _, label := range c.labels {
			p.Labels = append(p.Labels, codes[label])
		}
		parts = append(parts, p)
	}
	set := dataset.Join(parts...)
	if set.Image = train.image; r.Image.Width != 0 {
		set.Image = r.Image
	}
	if size := set.Image; size.Width != 0 && size.Width*size.Height != train.width {
		return nil, fmt.Errorf("%s: an image of %dx%d has %d pixels, and a sample has %d features",
			r.paths[0], size.Width, size.Height, size.Width*size.Height, train.width)
	}
	if set.Split == nil {
		set.Split, err = r.split(train)
	}
	if err == nil {
		err = checkSplit(set, classes)
	}
	if err == nil && train.table && set.Image.Width == 0 && r.Constant == "" {
		err = checkConstant(set.Samples, train)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.paths[0], err)
	}
	set.Name, set.Title, set.Origin = r.Name, cmp.Or(r.Title, r.Name), dataset.Real
	set.Files, set.Classes = r.paths, classes
	set.About.Folder = filepath.Dir(r.paths[0])
	set.About.Notes = train.notes
	if dropped > 0 {
		set.About.Notes = append(set.About.Notes,
			words.Count(float64(dropped), "sample")+" with missing values left out.")
	}
	// The bytes of the files, and what was made of them: other columns or rows left out,
	// or another size of images, make another set.
	set.Digest = dataset.DigestOf(append(slices.Clone(r.digests), set.ValuesDigest("own data"),
		fmt.Sprintf("%q %v %v", classes, set.Split, set.Image))...)
	return set, nil
}

// clean refuses or drops samples with missing values, and says how many it dropped.
func (r *loader) clean(c *content) (dropped int, err error) {
	for i, v := range c.samples {
		if math.IsInf(v, 0) {
			return 0, fmt.Errorf("%s: %v is not a finite number: correct it", c.place(i/c.width, i%c.width), v)
		}
	}
	if c.width == 0 || len(c.samples) == 0 {
		return 0, errors.New("no samples: give at least one, of at least one feature")
	}
	var bad []int // rows
	missing, at := 0, ""
	note := func(row, column int) {
		if missing++; missing == 1 {
			at = c.place(row, column)
		}
		if bad == nil || bad[len(bad)-1] != row {
			bad = append(bad, row)
		}
	}
	filled := make([]int, c.width)
	for row := range c.rows() {
		if c.labels != nil && c.labels[row] == "" {
			note(row, labelColumn)
		}
		if c.marks != nil && c.marks[row] == "" {
			note(row, markColumn)
		}
		for column, v := range c.samples[row*c.width : (row+1)*c.width] {
			if math.IsNaN(v) {
				note(row, column)
			} else {
				filled[column]++
			}
		}
	}
	if missing == 0 {
		return 0, nil
	}
	if column := slices.Index(filled, 0); column >= 0 {
		return 0, fmt.Errorf("%s: the column is empty, every value of it is missing: leave it out%s",
			c.place(0, column), c.byOmit())
	}
	rows := c.rows()
	if r.Missing == "" {
		verb := "are"
		if missing == 1 {
			verb = "is"
		}
		return 0, fmt.Errorf("%s: %s %s missing in %d of %d samples, and this is the first: fill them in, or give "+
			"missing: drop to leave these samples out",
			at, words.Count(float64(missing), "value"), verb, len(bad), rows)
	}
	if len(bad) == rows {
		return 0, fmt.Errorf("%s: a value is missing in every sample, so that none would be left: leave columns out%s",
			at, c.byOmit())
	}
	c.drop(bad)
	return len(bad), nil
}

// byOmit says how columns are left out, if they can be.
func (c *content) byOmit() string {
	if c.table {
		return " by omit"
	}
	return ""
}

// drop leaves rows out, which are in order.
func (c *content) drop(rows []int) {
	var kept []int
	samples := c.samples[:0] // in place: no value moves up
	for row := range c.rows() {
		if _, out := slices.BinarySearch(rows, row); !out {
			kept = append(kept, row)
			samples = append(samples, c.samples[row*c.width:(row+1)*c.width]...)
		}
	}
	c.samples = samples
	for _, column := range []*[]string{&c.labels, &c.marks} {
		if *column != nil {
			*column = words.Each(kept, func(row int) string { return (*column)[row] })
		}
	}
	place := c.place
	c.place = func(row, column int) string { return place(kept[row], column) }
}

// fit refuses a test part that does not go with the training part.
func (c *content) fit(train *content) error {
	if c.sparse {
		c.widen(train.width)
		train.widen(c.width)
	}
	if c.width != train.width {
		return fmt.Errorf("%d features, and the training samples have %d: give both the same columns",
			c.width, train.width)
	}
	if (c.labels == nil) != (train.labels == nil) {
		return errors.New("of the training and the test samples only one part has classes: give both or none")
	}
	unify(train.labels, c.labels)
	known := slices.Compact(slices.Sorted(slices.Values(train.labels)))
	for row, label := range c.labels {
		if _, ok := slices.BinarySearch(known, label); !ok {
			return fmt.Errorf("%s: %q is not one of %s: the test samples can have only classes of the training samples",
				c.place(row, labelColumn), label, strings.Join(known, ", "))
		}
	}
	return nil
}

// widen gives samples more features, all 0.
func (c *content) widen(width int) {
	if c.width >= width {
		return
	}
	samples := make([]float64, 0, c.rows()*width)
	for row := range slices.Chunk(c.samples, c.width) {
		samples = append(append(samples, row...), make([]float64, width-c.width)...)
	}
	c.samples, c.width = samples, width
}

// number is a class that is written as a number, false for another. Numbers that float64
// does not hold exactly are names.
func number(class string) (float64, bool) {
	v, err := strconv.ParseFloat(class, 64)
	return v, err == nil && math.Abs(v) <= 1<<53
}

// unify writes classes that are all numbers in one way: 6.0000 in one file may be 6 in
// another.
func unify(labels ...[]string) {
	written := map[string]string{}
	for _, part := range labels {
		for _, label := range part {
			if _, known := written[label]; known {
				continue
			}
			v, ok := number(label)
			if !ok {
				return
			}
			written[label] = strconv.FormatFloat(v, 'f', -1, 64)
		}
	}
	for _, part := range labels {
		for i, label := range part {
			part[i] = written[label]
		}
	}
}

// classesOf lists the classes of samples: in numerical order if all are numbers, else in
// the order of their first appearance.
func classesOf(labels []string) ([]string, error) {
	if labels == nil {
		return nil, nil
	}
	unify(labels)
	var classes []string
	known := map[string]bool{}
	numeric := true
	for _, label := range labels {
		if !known[label] {
			known[label] = true
			classes = append(classes, label)
			_, ok := number(label)
			numeric = numeric && ok
		}
	}
	if len(classes) == 1 {
		return nil, fmt.Errorf("every sample has the class %q: a set has two classes or more, or class: none",
			classes[0])
	}
	if numeric {
		slices.SortFunc(classes, func(a, b string) int {
			x, _ := number(a)
			y, _ := number(b)
			return cmp.Compare(x, y)
		})
	}
	return classes, nil
}

// split parts the rows of one file, nil if nothing says how.
func (r *loader) split(c *content) (*dataset.Split, error) {
	isTest := func(row int) bool { return row >= r.Train }
	switch {
	case r.Train == 0 && c.marks == nil:
		return nil, nil
	case r.Train >= c.rows():
		return nil, fmt.Errorf("train is %d, and there are %d samples: leave some for the test", r.Train, c.rows())
	case c.marks != nil:
		found := slices.Compact(slices.Sorted(slices.Values(c.marks)))
		if !slices.Contains(found, r.Test.Is) || len(found) == 1 {
			return nil, fmt.Errorf("column %s never parts test samples, which it calls %q, from others: it says %s",
				r.Test.Column, r.Test.Is, strings.Join(found, ", "))
		}
		isTest = func(row int) bool { return c.marks[row] == r.Test.Is }
	}
	return dataset.NewSplit(c.rows(), isTest), nil
}

// checkSplit refuses a split whose training samples lack a class.
func checkSplit(set *dataset.Set, classes []string) error {
	if set.Split == nil || classes == nil {
		return nil
	}
	trained := make([]bool, len(classes))
	for _, row := range set.Split.Train {
		trained[set.Labels[row]] = true
	}
	if i := slices.Index(trained, false); i >= 0 {
		return fmt.Errorf("no training sample has the class %q, which test samples have: mix the rows, or part them "+
			"in another way", classes[i])
	}
	return nil
}

// checkConstant refuses a column with one value only.
func checkConstant(samples *mat.Dense, c *content) error {
	rows, _ := samples.Dims()
	for column, v := range samples.RawRowView(0) {
		same := true
		for row := 1; row < rows && same; row++ {
			same = samples.At(row, column) == v
		}
		if same && rows > 1 {
			return fmt.Errorf("%s: the column is %v in every sample: leave it out by omit, or, if that is right, give "+
				"constant: keep (or image, if the columns are pixels)", c.place(0, column), v)
		}
	}
	return nil
}
