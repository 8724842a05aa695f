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
	"gpca/report/dataset/columns"
	"gpca/report/dataset/internal/libsvm"
	"gpca/report/words"
)

type content struct {
	samples []float64 // row by row, NaN for a missing value
	width   int       // features of a sample
	labels  []string  // "" for a missing class; nil for a set without classes
	marks   []string  // of the column that marks test samples, nil without one
	ids     []string  // of the samples, nil where these have no names and are counted
	names   []string  // of the features, nil where these have none
	units   []string  // likewise
	image   dataset.ImageSize
	notes   []string // what was left out or changed
	// place names a value for errors, such as "line 3: column 2". The columns of the class and the
	// mark are labelColumn and markColumn.
	place func(row, column int) string
	// target says that the class held the numbers of a regression target, which are not kept.
	target bool
}

const (
	labelColumn = -1
	markColumn  = -2
)

func (c *content) rows() int { return len(c.samples) / c.width }

func (r *loader) read(p part) (*content, error) {
	switch {
	case r.format.table != nil:
		return r.table(p)
	case r.format.arrays != nil:
		return r.arrays(p)
	}
	return r.images(p)
}

func (r *loader) set() (*dataset.Set, error) {
	var all []*content
	dropped := 0
	for _, p := range r.parts() {
		begin := len(r.paths)
		c, err := r.read(p)
		if err != nil {
			return nil, err
		}
		if columns.Quantities(distinct(c.labels)) || len(all) > 0 && all[0].target {
			c.labels, c.target = nil, true
		}
		n, err := r.clean(c)
		if err == nil && len(all) > 0 {
			err = r.fit(c, all[0])
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.paths[begin], err)
		}
		all, dropped = append(all, c), dropped+n
		r.held += 8 * int64(len(c.samples))
	}
	if len(all) > 1 {
		if err := r.afford(float64(r.held / 8)); err != nil { // both are copied into one
			return nil, fmt.Errorf("%s: %w", r.paths[0], err)
		}
	}
	set, err := r.join(all)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.paths[0], err)
	}
	set.Name, set.Title, set.Origin = r.Name, cmp.Or(r.Title, r.Name), dataset.Real
	set.Files, set.About.Folder, set.About.Notes = r.paths, filepath.Dir(r.paths[0]), all[0].notes
	if dropped > 0 {
		set.About.Notes = append(set.About.Notes,
			words.Count(float64(dropped), "sample")+" with missing values left out.")
	}
	if all[0].target {
		set.About.Notes = append(set.About.Notes,
			"The class holds the numbers of a regression target: it is left out, and the set has no classes.")
	}
	set.About.Outliers = r.Outliers
	// The digest covers the files and the resulting values, since omitted columns or rows, or
	// another size of images, make another set.
	set.Digest = dataset.DigestOf(append(slices.Clone(r.digests), set.ValuesDigest("own data"),
		fmt.Sprintf("%q %v %v", set.Classes, set.Split, set.Image))...)
	if r.ID != "" {
		set.Digest = dataset.DigestOf(append([]string{set.Digest}, set.IDs...)...)
	}
	return set, nil
}

func (r *loader) join(all []*content) (*dataset.Set, error) {
	train := all[0]
	classes, err := classesOf(train.labels)
	if err != nil {
		return nil, err
	}
	codes := make(map[string]int, len(classes))
	for code, class := range classes {
		codes[class] = code
	}
	set := dataset.Join(words.Each(all, func(c *content) dataset.Part {
		label := func(class string) int { return codes[class] }
		return dataset.Part{Rows: c.rows(), Features: c.samples, Labels: words.Each(c.labels, label)}
	})...)
	set.Classes, set.Image, set.About.Columns = classes, cmp.Or(r.Image, train.image), train.names
	set.About.Units, set.About.Dialect = train.units, r.Dialect.Meanings()
	if len(all) == 1 {
		set.IDs = train.ids
	}
	if size := set.Image; size.Width != 0 && size.Width*size.Height != train.width {
		return nil, fmt.Errorf("an image of %dx%d has %d pixels, and a sample has %d features",
			size.Width, size.Height, size.Width*size.Height, train.width)
	}
	if set.Split == nil {
		set.Split, err = r.split(train)
	}
	if err == nil {
		err = checkSplit(set)
	}
	if err == nil {
		err = checkOutliers(r.Outliers, classes)
	}
	if err == nil && r.format.table != nil && !r.format.sparse && set.Image.Width == 0 && r.Constant == "" {
		err = checkConstant(set.Samples, train)
	}
	return set, err
}

// A MissingError is that of values that are missing, where nothing says what becomes of them.
type MissingError struct {
	Values, Rows, Of int    // how many are missing, in how many of all samples
	First            string // where the first one is
}

func (e MissingError) Error() string {
	verb := map[bool]string{true: "is", false: "are"}[e.Values == 1]
	return fmt.Sprintf("%s: %s %s missing in %d of %d samples, and this is the first: fill them in, or give missing: "+
		"drop to leave these samples out", e.First, words.Count(e.Values, "value"), verb, e.Rows, e.Of)
}

// gaps are what samples lack.
type gaps struct {
	kept    []int // rows without a gap
	missing int   // values that may not be
	first   string
	empty   int // a column without any value, −1 for none
}

func (c *content) gaps(keep bool) (g gaps, err error) {
	filled := make([]bool, c.width)
	for row := range c.rows() {
		before := g.missing
		note := func(gone bool, column int) {
			if gone && g.missing == 0 {
				g.first = c.place(row, column)
			}
			if gone {
				g.missing++
			}
		}
		note(c.labels != nil && c.labels[row] == "", labelColumn)
		note(c.marks != nil && c.marks[row] == "", markColumn)
		for column, v := range c.samples[row*c.width : (row+1)*c.width] {
			if math.IsInf(v, 0) {
				return g, fmt.Errorf("%s: %v is not a finite number: correct it", c.place(row, column), v)
			}
			note(math.IsNaN(v) && !keep, column)
			filled[column] = filled[column] || !math.IsNaN(v)
		}
		if g.missing == before {
			g.kept = append(g.kept, row)
		}
	}
	g.empty = slices.Index(filled, false)
	return g, nil
}

// clean refuses or drops samples with missing values, and counts the dropped ones.
func (r *loader) clean(c *content) (dropped int, err error) {
	g, err := c.gaps(r.Missing == "keep")
	if err != nil || g.missing == 0 && g.empty < 0 {
		return 0, err
	}
	if r.dropping && r.Missing == "" {
		r.Missing = "drop"
	}
	byOmit := ""
	if r.format.table != nil {
		byOmit = " by omit"
	}
	dropped = c.rows() - len(g.kept)
	switch {
	case g.empty >= 0 && (r.Missing != "keep" || r.Constant == ""): // a saved model fills it in
		return 0, fmt.Errorf("%s: the column is empty, every value of it is missing: leave it out%s",
			c.place(0, g.empty), byOmit)
	case g.missing == 0:
		return 0, nil
	case r.Missing == "":
		return 0, MissingError{Values: g.missing, Rows: dropped, Of: c.rows(), First: g.first}
	case len(g.kept) == 0:
		return 0, fmt.Errorf("%s: a value is missing in every sample, so that none would be left: leave columns out%s",
			g.first, byOmit)
	case r.Missing == "keep":
		r.facts = append(r.facts, columns.Fact{Kind: columns.LeftOut, Columns: []string{g.first},
			Why: words.Count(dropped, "sample") + " without a class, which no median fills: class none keeps them"})
	}
	c.keep(g.kept)
	return dropped, nil
}

func (c *content) keep(rows []int) {
	if c.ids == nil {
		for row := range c.rows() {
			c.ids = append(c.ids, strconv.Itoa(row+1))
		}
	}
	samples := c.samples[:0] // in place: no value moves up
	for _, row := range rows {
		samples = append(samples, c.samples[row*c.width:(row+1)*c.width]...)
	}
	c.samples = samples
	for _, column := range []*[]string{&c.labels, &c.marks, &c.ids} {
		if *column != nil {
			*column = words.Each(rows, func(row int) string { return (*column)[row] })
		}
	}
	place := c.place
	c.place = func(row, column int) string { return place(rows[row], column) }
}

// fit refuses a test part that does not go with the training part.
func (r *loader) fit(c, train *content) error {
	if r.format.sparse {
		if err := r.afford(float64(c.rows()+train.rows()) * float64(max(c.width, train.width))); err != nil {
			return err
		}
		zero := slices.Contains([]string{c.names[0], train.names[0]}, libsvm.FirstOfZero)
		for _, pair := range [][2]*content{{c, train}, {train, c}, {c, train}} {
			pair[0].widen(pair[1].width, zero)
		}
	}
	if c.width != train.width {
		return fmt.Errorf("%d features, and the training samples have %d: give both the same columns",
			c.width, train.width)
	}
	if (c.labels == nil) != (train.labels == nil) {
		return errors.New("of the training and the test samples only one part has classes: give both or none")
	}
	unify(train.labels, c.labels)
	known := distinct(train.labels)
	for row, label := range c.labels {
		if _, ok := slices.BinarySearch(known, label); !ok {
			return fmt.Errorf("%s: %q is not one of %s: the test samples can have only classes of the training samples",
				c.place(row, labelColumn), label, strings.Join(known, ", "))
		}
	}
	return nil
}

// widen gives sparse samples more features, all 0: at the end, and at the begin where indices of other samples start at
// 0, and those of these do not.
func (c *content) widen(width int, zero bool) {
	begin := 0
	if zero && c.names[0] != libsvm.FirstOfZero {
		begin, c.names = 1, append([]string{libsvm.FirstOfZero}, c.names...)
	}
	if width = max(width, c.width+begin); width == c.width {
		return
	}
	samples := make([]float64, c.rows()*width)
	for i, row := range slices.Collect(slices.Chunk(c.samples, c.width)) {
		copy(samples[i*width+begin:], row)
	}
	c.samples, c.width = samples, width
}

// distinct lists the different labels that are not missing.
func distinct(labels []string) []string {
	different := slices.Compact(slices.Sorted(slices.Values(labels)))
	return slices.DeleteFunc(different, func(label string) bool { return label == "" })
}

// unify writes classes in one way if all are numbers, which it reports: 6.0000 in one file may be 6 in another.
func unify(labels ...[]string) bool {
	written := map[string]string{}
	for _, label := range slices.Concat(labels...) {
		v, ok := columns.NumberOf(label)
		if !ok {
			return false
		}
		written[label] = strconv.FormatFloat(v, 'f', -1, 64)
	}
	for _, part := range labels {
		for i, label := range part {
			part[i] = written[label]
		}
	}
	return true
}

// classesOf lists classes: in numerical order if all are numbers, else in order of appearance.
func classesOf(labels []string) ([]string, error) {
	numeric := unify(labels)
	alike := words.Grouped(labels, func(label string) string { return label })
	classes := words.Each(alike, func(group []string) string { return group[0] })
	if len(classes) == 1 {
		return nil, fmt.Errorf("every sample has the class %q: a set has two classes or more, or class: none",
			classes[0])
	}
	if numeric {
		slices.SortFunc(classes, func(a, b string) int {
			x, _ := columns.NumberOf(a)
			y, _ := columns.NumberOf(b)
			return cmp.Compare(x, y)
		})
	}
	return classes, nil
}

// split divides the rows of one file, nil without a rule.
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

func checkSplit(set *dataset.Set) error {
	if set.Split == nil || set.Classes == nil {
		return nil
	}
	trained := make([]bool, len(set.Classes))
	for _, row := range set.Split.Train {
		trained[set.Labels[row]] = true
	}
	if i := slices.Index(trained, false); i >= 0 {
		return fmt.Errorf("no training sample has the class %q, which test samples have: mix the rows, or part them "+
			"in another way", set.Classes[i])
	}
	return nil
}

func checkOutliers(outliers, classes []string) error {
	for i, o := range outliers {
		if !slices.Contains(classes, o) {
			return fmt.Errorf("outliers: no class is called %q: the set has %s", o,
				cmp.Or(words.List(classes, "and"), none))
		}
		if slices.Contains(outliers[:i], o) {
			return fmt.Errorf("outliers: class %s stands twice: name it once", o)
		}
	}
	if len(outliers) > 0 && len(outliers) == len(classes) {
		return errors.New("outliers names every class: leave one out, whose samples are regular")
	}
	return nil
}

func checkConstant(samples *mat.Dense, c *content) error {
	for column := range c.width {
		v, row := samples.At(0, column), 1
		for row < c.rows() && samples.At(row, column) == v {
			row++
		}
		if row > 1 && row == c.rows() {
			return fmt.Errorf("%s: the column is %v in every sample: leave it out by omit, or, if that is right, give "+
				"constant: keep (or image, if the columns are pixels)", c.place(0, column), v)
		}
	}
	return nil
}
