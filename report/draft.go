package report

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset"
	"gpca/report/dataset/columns"
	"gpca/report/dataset/library"
	"gpca/report/experiment/apply"
	"gpca/report/experiment/subspace"
	"gpca/report/experiment/trial"
	"gpca/report/external"
	"gpca/report/folder"
	"gpca/report/strictyaml"
	"gpca/report/study"
	"gpca/report/version"
	"gpca/report/words"
)

//go:embed draft.tmpl
var draftTemplate string

// A Wish says what a study is drafted for.
type Wish struct {
	File string // where the study is going to lie
	Data string // a file or a folder of the user's own, empty for generated data
	Full bool   // adds every key that there is, explained and commented out
	// Program is a script beside the study, to compare with the methods; zero for none.
	Program external.Script

	Columns library.Wishes
	Methods []string // those that are compared, nil for the usual ones
}

type draft struct {
	Wish
	Name, About string
	Facts       []string // what was guessed, and why
	Block       string   // of the data, empty for a set that comes with the program
	Set         string
	Split, Part string // how samples divide, and why that is a part; empty for all
	Classes     int
	Components  int
	Noise       bool // on images
	Scaled      bool
	Score       string   // the constant of the function, as a number
	Outlying    []int    // rows, from 1, that are far out as they are
	Cellwise    []string // methods to add for a table with missing cells
	Flags       string   // by which apply reads the table alike
}

// DraftStudy returns the source of a study to begin with, which runs as it stands, and words on its data: first what
// they are, then what was guessed or left out.
func DraftStudy(ctx context.Context, w Wish) (source []byte, about []string, err error) {
	d := draft{Wish: w, Name: draftName(w.File)}
	set, err := d.open(ctx)
	if err != nil {
		return nil, nil, err
	}
	if err := d.fill(ctx, set); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", cmp.Or(w.Data, d.Set), err)
	}
	if d.Methods == nil {
		d.Methods = append([]string{"p=2", "p=1", ownFunction, "spherical", "robpca", "robpca alpha=0.5", "grid"},
			d.Cellwise...)
	}
	if w.Program.File != "" {
		d.Methods = append(slices.Clip(d.Methods), "mine")
	}
	var b bytes.Buffer
	err = template.Must(template.New("").Funcs(template.FuncMap{
		"quote": strictyaml.Quote, "line": words.OneLine, "explain": d.explain,
		"quoted":  func(all []string) string { return strings.Join(words.Each(all, strictyaml.Quote), ", ") },
		"program": func() string { return version.Read().Number }, "format": func() string { return study.Format },
	}).Parse(draftTemplate)).Execute(&b, &d)
	if err == nil {
		_, err = study.Parse(d.File, b.Bytes(), kinds())
	}
	if err != nil {
		return nil, nil, fmt.Errorf("no study can be drafted on these data: %w", err)
	}
	return b.Bytes(), append([]string{d.About}, d.Facts...), nil
}

// inspect describes data of the user's under a name that no set of the program has.
func inspect(ctx context.Context, path string, wishes library.Wishes) (*library.Inspected, error) {
	f, err := library.Inspect(ctx, path, wishes)
	if slices.Contains(kinds().Data, f.Name) {
		f.Name = "my-" + f.Name
	}
	return f, err
}

// beside lets a study that is going to lie in a folder name the files of a set.
func beside(f *library.FileSet, in string) {
	for _, path := range []*string{&f.File, &f.Labels, &f.Test.File, &f.Test.Labels} {
		if *path != "" {
			*path = folder.Relative(in, filepath.Join(f.Folder, *path))
		}
	}
}

// ownFunction is the name of the function that the study defines, for the user to replace.
const ownFunction = "fair"

// Own reports whether the methods have the function of the study.
func (d *draft) Own() bool { return slices.Contains(d.Methods, ownFunction) }

func (d *draft) open(ctx context.Context) (*dataset.Set, error) {
	if d.Data == "" {
		d.Set = "iris"
		return library.New(library.Catalogue(nil, nil)).Open(ctx, d.Set)
	}
	f, err := inspect(ctx, d.Data, d.Columns)
	if err != nil {
		return nil, err
	}
	set, err := f.Open(ctx, true)
	if err != nil {
		return nil, err
	}
	d.Set, d.Facts = f.Name, words.Each(f.Facts, columns.Fact.String)
	if f.Missing != "" {
		d.Flags = " --missing " + f.Missing
	}
	if f.Missing != "" && d.Methods == nil {
		d.Cellwise = []string{"macropca"}
		d.say("methods: macropca too, for cells, as some are missing (other methods: --methods)")
	}
	beside(&f.FileSet, filepath.Dir(d.File))
	block, err := strictyaml.Marshal(map[string][]library.FileSet{"data": {f.FileSet}})
	d.Block = string(block)
	return set, err
}

// notInNames is what the name of a study is spared.
var notInNames = regexp.MustCompile(`[^\pL\pN]+`)

func draftName(path string) string {
	base, _, _ := strings.Cut(filepath.Base(path), ".")
	return cmp.Or(strings.Trim(notInNames.ReplaceAllString(base, "-"), "-"), "mine")
}

func (d *draft) say(format string, of ...any) { d.Facts = append(d.Facts, fmt.Sprintf(format, of...)) }

// fill fills in what suits a data set. It refuses one that is too small.
func (d *draft) fill(ctx context.Context, set *dataset.Set) error {
	samples, features := set.Samples.Dims()
	d.Classes = len(set.Classes)
	d.About = fmt.Sprintf("%s: %d samples, %d features, %d classes", d.Set, samples, features, d.Classes)
	train, smallest := d.divide(set, 1)
	of, remedy := "", ""
	if d.Classes > 0 {
		of, remedy = " of class "+set.Classes[smallest], ": leave small classes out, or give --class none"
	}
	rank := min(train-1, features)
	if rank < 2 {
		return fmt.Errorf("%s and %s%s to train on, and outliers beside a component need 2 and 3%s",
			words.Count(features, "feature"), words.Count(train, "sample"), of, remedy)
	}
	// Salt and pepper is 0 and 255.
	lightest := mat.Max(set.Samples)
	d.Noise = set.Image.Width > 0 && d.Classes > 0 && mat.Min(set.Samples) >= 0 && lightest > 127 && lightest <= 255
	scale, why := apply.SuggestScale(set)
	if d.Scaled = scale != subspace.NoScale; d.Scaled {
		d.say("scale: %s, %s", scale, why)
	}
	if err := d.describe(ctx, set, scale, min(rank-1, 10)); err != nil {
		return err
	}
	if d.divide(set, d.Components); d.Part != "" {
		d.say("split: %s (split in the study)", d.Part)
	}
	return nil
}

// describe chooses the number of components, at most so many, and finds the rows that are far out, as apply does: in
// each class by itself, since the study fits each.
func (d *draft) describe(ctx context.Context, set *dataset.Set, scale string, most int) error {
	samples, width := set.Samples.Dims()
	labels := set.Labels
	if labels == nil {
		labels = make([]int, samples)
	}
	variance, how, part, loose, tail, flags := 0.0, "", "", "", "", d.Flags
	for c, rows := range trial.ByClass(trial.Every(samples), labels, max(d.Classes, 1)) {
		some := apply.Soon(rows, width)
		f, far, err := apply.Describe(ctx, set, some, scale)
		switch {
		case err != nil && d.Classes > 0:
			return fmt.Errorf("class %s: %w: leave it out, or give --class none", set.Classes[c], err)
		case err != nil:
			return err
		case len(some) < len(rows):
			part = ", of a part of the rows; outlying ones, which take minutes, are not looked for: see report apply"
		case len(far) > 0 && d.Data != "": // else the set may be generated now and real later
			d.Outlying = append(d.Outlying, far...)
			if f.Model.Method != apply.Usual {
				flags = d.Flags + " --method '" + f.Model.Method + "'"
			}
			if f.Skewed != "" {
				tail = " (scores are skewed, and a long tail counts as outlying)"
			}
		}
		if variance += float64(len(rows)) / float64(samples) * f.Model.Total; d.Classes > 0 {
			how = "by the rule of ROBPCA in each class"
		} else {
			how, loose = fmt.Sprintf("with %.0f%% of the variance, by the rule of ROBPCA", f.Kept()), f.Loose()
		}
		d.Components = max(d.Components, f.K())
	}
	if d.Components > most {
		d.Components, how = most, "as so few samples bear no more"
	}
	d.say("components: %d, %s (components in the study)", d.Components, how+part)
	if loose != "" {
		d.say("not determined, so that angles tell little: %s", loose)
	}
	d.nameOutlying(set, tail, flags)
	// Half the typical distance from the mean, to one digit.
	half, err := strconv.ParseFloat(fmt.Sprintf("%.0e", math.Sqrt(variance)/2), 64)
	d.Score = strconv.FormatFloat(half, 'f', -1, 64)
	return err
}

// nameOutlying says which rows are far out, as apply does with the flags.
func (d *draft) nameOutlying(set *dataset.Set, tail, flags string) {
	if len(d.Outlying) > 0 {
		d.say("outlying: %d of %d rows of your table are far out%s, and no part of the truth: %s; see report apply%s",
			len(d.Outlying), set.Samples.RawMatrix().Rows, tail,
			words.Some(words.Each(d.Outlying, set.RowName), 12), flags)
	}
	d.Outlying = words.Each(d.Outlying, func(row int) int { return row + 1 })
	slices.Sort(d.Outlying)
}

// Numbers of samples times features, or times the samples of a class where there are fewer, up to which the robust
// methods take at all levels: folds of a cross-validation, and one division, minutes in ten draws on two processors.
// Folds of more values take longer for their features alone, though their samples are few: one division does then. A
// division of so many times the components takes ten seconds. Where rows are fewer than so many a feature, components
// that are not well determined are lost at lower levels than by all rows: at 5 instead of 20, from 5% instead of 30%.
const (
	mostOfFolds    = 7_000
	valuesOfFolds  = 200_000
	mostOfDivision = 55_000
	soonOfDivision = 100_000
	rowsOfFeature  = 10
)

// divide chooses how samples divide for so many components, and returns how many of the smallest class are trained on.
func (d *draft) divide(set *dataset.Set, components int) (train, smallest int) {
	samples, features := set.Samples.Dims()
	counts := append(set.Describe().ClassCounts, samples)[:max(d.Classes, 1)]
	classes, least, all := len(counts), slices.Min(counts), samples*4/5
	if set.Split != nil {
		all = len(set.Split.Train)
	}
	n := min(all, max(mostOfDivision/features, int(math.Sqrt(float64(mostOfDivision*classes)))),
		max(soonOfDivision/features/components, rowsOfFeature*features*samples/least))
	d.Part = ""
	few := all*min(features, all/classes) <= mostOfFolds && all*features <= valuesOfFolds
	switch {
	case set.Split != nil && n == all:
		d.Split = "published"
	case set.Split == nil && few && least >= 30: // each fold has some of each
		d.Split = "{folds: 5}"
	case n < samples/10:
		d.Split = fmt.Sprintf("{train: %d, test: %[1]d}", n)
	default:
		d.Split = fmt.Sprintf("{stratified: %d}", 100-100*n/samples)
	}
	if n < all {
		d.Part = fmt.Sprintf("each draw trains on %s of %s rows, so that it takes seconds or minutes; {stratified: 20} "+
			"trains on %s times as many and takes as much longer", words.Thousands(n), words.Thousands(samples),
			words.Thousands(math.Round(8*float64(samples)/float64(n))/10))
	}
	return least * n / samples, slices.Index(counts, least)
}

// explain explains the keys of a section of the study, or of its head for no section.
func (d *draft) explain(section string) string {
	shape := kinds().Describe()
	switch {
	case !d.Full:
		return ""
	case section == "":
		shape.Keys = slices.DeleteFunc(shape.Keys, strictyaml.Key.IsBlock)
		return "\n# All keys of the head:\n" + shape.Explain("", "#")
	}
	of, _ := shape.Key(section)
	return "\n  # All keys of " + section + ":\n" + of.Explain("  - ", "#")
}
