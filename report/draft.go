package report

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/goccy/go-yaml"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"gpca/report/contamination"
	"gpca/report/dataset"
	"gpca/report/dataset/library"
	"gpca/report/experiment/subspace"
	"gpca/report/experiment/trial"
	"gpca/report/folder"
	"gpca/report/strictyaml"
	"gpca/report/study"
	"gpca/report/words"
	"gpca/solver"
	"gpca/solver/robust"
)

//go:embed draft.tmpl
var draftTemplate string

// A Wish says what a study is drafted for.
type Wish struct {
	File string // where the study is going to lie
	Data string // a file or a folder of the user's own, empty for generated data
	Full bool   // adds every key that there is, explained and commented out

	Columns library.Wishes
	Methods []string // those that are compared, nil for the usual ones
}

type draft struct {
	Wish
	Name, About string
	Facts       []string // what was guessed, and why
	Block       string   // of the data, empty for a set that comes with the program
	Set         string
	Split       string
	Classes     int
	Components  int
	Levels      []float64 // of noise on images, none for other data
	Scaled      bool
	Score       string // the constant of the score, as a number

	features []string // their names, nil where they have none
}

// DraftStudy returns the source of a study to begin with, which runs as it stands, and words on its data: first what
// they are, then what was guessed or left out.
func DraftStudy(ctx context.Context, w Wish) (source []byte, about []string, err error) {
	d := draft{Wish: w, Name: draftName(w.File)}
	set, err := d.open(ctx)
	if err != nil {
		return nil, nil, err
	}
	if err := d.fill(set); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", cmp.Or(w.Data, d.Set), err)
	}
	if d.Methods == nil {
		d.Methods = []string{"p=2", "p=1", ownScore, "spherical", "robpca", "robpca alpha=0.5", "grid"}
	}
	var b bytes.Buffer
	t := template.Must(template.New("draft").Funcs(template.FuncMap{
		"quote": quote, "list": list, "explain": d.explain,
	}).Parse(draftTemplate))
	if err := t.Execute(&b, &d); err != nil {
		return nil, nil, fmt.Errorf("draft of %s: %w", d.File, err)
	}
	if _, err := study.Parse(d.File, b.Bytes(), kinds()); err != nil {
		return nil, nil, fmt.Errorf("no study can be drafted on these data: %w", err)
	}
	return b.Bytes(), append([]string{d.About}, d.Facts...), nil
}

// ownScore is the name of the score that the study defines, for the user to replace.
const ownScore = "fair"

// Own reports whether the methods have the score of the study.
func (d *draft) Own() bool { return slices.Contains(d.Methods, ownScore) }

func (d *draft) open(ctx context.Context) (*dataset.Set, error) {
	if d.Data == "" {
		d.Set = "iris"
		set, _, err := library.New(library.Catalogue(nil, nil)).Open(ctx, d.Set)
		return set, err
	}
	f, err := library.Inspect(ctx, d.Data, d.Columns)
	if err != nil {
		return nil, err
	}
	if slices.Contains(kinds().Data, f.Name) {
		f.Name = "my-" + f.Name
	}
	d.Set, d.Facts, d.features = f.Name, f.Facts, f.Features
	for _, path := range []*string{&f.File, &f.Labels, &f.Test.File, &f.Test.Labels} {
		if *path != "" {
			*path = folder.Relative(filepath.Dir(d.File), filepath.Join(f.Folder, *path))
		}
	}
	block, err := yaml.MarshalWithOptions(map[string][]library.FileSet{"data": {f.FileSet}}, yaml.OmitZero(),
		yaml.IndentSequence(true))
	d.Block = string(block)
	return f.Set, err
}

// notInNames is what the name of a study is spared.
var notInNames = regexp.MustCompile(`[^\pL\pN]+`)

func draftName(path string) string {
	base, _, _ := strings.Cut(filepath.Base(path), ".")
	return cmp.Or(strings.Trim(notInNames.ReplaceAllString(base, "-"), "-"), "mine")
}

// quote writes a text as YAML, in quotes where it needs some.
func quote(text string) (string, error) {
	b, err := yaml.Marshal(text)
	return strings.TrimSpace(string(b)), err
}

func list(items any) string {
	if texts, ok := items.([]string); ok {
		return "[" + strings.Join(texts, ", ") + "]"
	}
	return strings.ReplaceAll(fmt.Sprint(items), " ", ", ")
}

func (d *draft) say(format string, of ...any) { d.Facts = append(d.Facts, fmt.Sprintf(format, of...)) }

// fill fills in what suits a data set. It refuses one that is too small.
func (d *draft) fill(set *dataset.Set) error {
	samples, features := set.Samples.Dims()
	d.Classes = len(set.Classes)
	d.About = fmt.Sprintf("%s: %d samples, %d features, %d classes", d.Set, samples, features, d.Classes)
	train, smallest := d.divide(set)
	of, remedy := "", ""
	if d.Classes > 0 {
		of, remedy = " of class "+set.Classes[smallest], ": leave small classes out, or give --class none"
	}
	rank := min(train-1, features)
	if rank < 2 {
		return fmt.Errorf("%s and %s%s to train on, and outliers beside a component need 2 and 3%s",
			words.Count(features, "feature"), words.Count(train, "sample"), of, remedy)
	}
	scaled := d.scale(set)
	if err := d.count(scaled, set.Labels, min(rank-1, mostComponents)); err != nil {
		return err
	}
	total := 0.0
	for j := range features {
		total += stat.Variance(mat.Col(nil, j, scaled), nil)
	}
	// Half the typical distance of a sample from the mean, to one digit.
	d.Score = fmt.Sprintf("%.0e", cmp.Or(math.Sqrt(total)/2, 1))
	if v, err := strconv.ParseFloat(d.Score, 64); err == nil {
		d.Score = strconv.FormatFloat(v, 'f', -1, 64)
	}
	// Salt and pepper is black and white, from 0 to 255.
	if most := mat.Max(set.Samples); set.Image.Width > 0 && d.Classes > 0 && mat.Min(set.Samples) >= 0 && most > 127 &&
		most <= 255 {
		d.Levels = []float64{0, 0.1, 0.2, 0.3}
	}
	return nil
}

// Numbers of samples times features, or times the samples of a class where there are fewer, that take the robust
// methods at all levels two minutes on two processors in ten draws: as a cross-validation, and as one division.
const (
	mostOfFolds    = 7_000
	mostOfDivision = 55_000
)

// divide chooses how samples divide, and returns how many of the smallest class are trained on.
func (d *draft) divide(set *dataset.Set) (train, smallest int) {
	samples, features := set.Samples.Dims()
	counts := append(set.Describe().ClassCounts, samples)[:max(d.Classes, 1)]
	classes, least := len(counts), slices.Min(counts)
	all, size := samples*4/5, func(n int) int { return n * min(features, n/classes) }
	if set.Split != nil {
		all = len(set.Split.Train)
	}
	n := min(all, max(mostOfDivision/features, int(math.Sqrt(float64(mostOfDivision*classes)))))
	switch {
	case set.Split != nil && n == all:
		d.Split = "published"
	case set.Split == nil && size(all) <= mostOfFolds && least >= 30: // each fold has some of a class
		d.Split = "{folds: 5}"
	case n < samples/10:
		d.Split = fmt.Sprintf("{train: %d, test: %[1]d}", n)
	default:
		d.Split = fmt.Sprintf("{stratified: %d}", min(99, 100-100*n/samples))
	}
	if n < all {
		d.say("split: %d of %d samples to train on in each draw, so that it takes minutes", n, samples)
	}
	return least * n / samples, slices.Index(counts, least)
}

// scale divides columns by their spreads where these differ much. Pixels have one unit.
func (d *draft) scale(set *dataset.Set) *mat.Dense {
	spreads := contamination.UnitsOf(set.Samples).Spread
	low, high := 0, 0
	for j, s := range spreads {
		if s > 0 && (s < spreads[low] || spreads[low] == 0) {
			low = j
		}
		if s > spreads[high] {
			high = j
		}
	}
	times := spreads[high] / spreads[low]
	if d.Scaled = set.Image.Width == 0 && times > 10; !d.Scaled {
		return set.Samples
	}
	name := func(at int) string {
		if at < len(d.features) {
			return d.features[at]
		}
		return fmt.Sprintf("column %d", at+1)
	}
	var without []string
	for j := range spreads {
		if robust.MAD(mat.Col(nil, j, set.Samples)) == 0 {
			without = append(without, name(j))
		}
	}
	instead := ""
	if without != nil {
		instead = "; by Qn or the standard deviation where the MAD is 0: " + words.Some(without, 60)
	}
	d.say("scale: mad, since %s varies %s times as much as %s%s", name(high), words.Thousands(math.Round(times)),
		name(low), instead)
	return subspace.Scaling(words.Each(spreads, func(s float64) float64 { return cmp.Or(s, 1) })).Divide(set.Samples)
}

// mostComponents is the most that are chosen.
const mostComponents = 10

// count chooses the number of components, at most so many: of those that keep from one half to four fifths of the
// variance within classes, the one before the largest drop of the eigenvalues. Without a drop the last component is
// any of several, and an angle to it says little (C. Davis, W. M. Kahan, SIAM J. Numerical Analysis 7, 1970).
func (d *draft) count(samples *mat.Dense, labels []int, most int) error {
	eigenvalues, err := d.spectrum(samples, labels)
	if err != nil {
		return err
	}
	total := floats.Sum(eigenvalues)
	sum, kept, drop := 0.0, 0.0, 0.0
	for k := 1; k <= most && sum < 0.8*total; k++ {
		sum += eigenvalues[k-1]
		ratio := eigenvalues[k-1] / max(eigenvalues[k], 1e-12*total)
		if sum < total/2 || ratio > drop {
			d.Components, kept = k, sum
		}
		if sum >= total/2 {
			drop = max(drop, ratio)
		}
	}
	if !(kept > 0) {
		return errors.New("the samples of a class are all equal: components need samples that differ")
	}
	d.say("components: %d, with %.0f%% of the variance and a gap after the last", d.Components, 100*kept/total)
	return nil
}

// spectrum returns the sums of squares of samples within their classes along the principal components, of some
// samples where there are many.
func (d *draft) spectrum(samples *mat.Dense, labels []int) ([]float64, error) {
	n, features := samples.Dims()
	groups := [][]int{trial.Every(n)}
	if d.Classes > 0 {
		groups = trial.ByClass(groups[0], labels, d.Classes)
	}
	var within []float64
	for _, rows := range groups {
		var some []int
		for at := 0; at < len(rows); at += 1 + n/1000 {
			some = append(some, rows[at])
		}
		centred, _ := solver.Centre(trial.RowsOf(samples, some))
		within = append(within, centred.RawMatrix().Data...)
	}
	var svd mat.SVD
	if !svd.Factorize(mat.NewDense(len(within)/features, features, within), mat.SVDNone) {
		return nil, errors.New("the principal components are not found")
	}
	values := svd.Values(nil)
	floats.Mul(values, values)
	return values, nil
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
