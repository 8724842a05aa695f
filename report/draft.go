package report

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpca/report/contamination"
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
	Split       string
	Classes     int
	Components  int
	Noise       bool // on images
	Scaled      bool
	Score       string   // the constant of the score, as a number
	Outlying    []int    // rows, from 1, that are far out as they are
	Cellwise    []string // methods to add for a table with missing cells
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
		d.Methods = append([]string{"p=2", "p=1", ownScore, "spherical", "robpca", "robpca alpha=0.5", "grid"}, d.Cellwise...)
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

// ownScore is the name of the score that the study defines, for the user to replace.
const ownScore = "fair"

// Own reports whether the methods have the score of the study.
func (d *draft) Own() bool { return slices.Contains(d.Methods, ownScore) }

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
	// Salt and pepper is 0 and 255.
	lightest := mat.Max(set.Samples)
	d.Noise = set.Image.Width > 0 && d.Classes > 0 && mat.Min(set.Samples) >= 0 && lightest > 127 && lightest <= 255
	scaled := d.scale(set)
	if err := d.count(scaled, set.Labels, min(rank-1, 10)); err != nil {
		return err
	}
	return d.findOutlying(ctx, scaled, set)
}

// findOutlying finds the rows that are outliers as they are, by class: those farther from the fit of ROBPCA, over the
// cut-offs, than any row of clean tables of the same shape and covariance.
func (d *draft) findOutlying(ctx context.Context, samples *mat.Dense, set *dataset.Set) error {
	const most = 300 // rows that are fitted to
	if d.Data == "" {
		return nil // the set may be generated now and real later
	}
	labels := set.Labels
	n, _ := samples.Dims()
	if labels == nil {
		labels = make([]int, n)
	}
	by, err := robust.Parse("robpca alpha=0.5")
	if err != nil {
		return err
	}
	fitted := func(to, judged *mat.Dense) ([]float64, error) {
		f, err := by.Fit(ctx, to, robust.Settings{Components: d.Components, Seed: 1, Workers: runtime.NumCPU()})
		if err != nil {
			return nil, err
		}
		_, orthogonal := f.Distances(to)
		far, away := f.CutOffs(orthogonal)
		score, orthogonal := f.Distances(judged)
		for i := range score {
			score[i] = max(robust.Excess(score[i], far), robust.Excess(orthogonal[i], away))
		}
		return score, nil
	}
	for _, rows := range trial.ByClass(trial.Every(n), labels, max(d.Classes, 1)) {
		var some []int
		for at := 0; at < len(rows); at += 1 + len(rows)/most {
			some = append(some, rows[at])
		}
		if len(some) < 2*d.Components+10 {
			continue
		}
		all, part := trial.RowsOf(samples, rows), trial.RowsOf(samples, some)
		excess, err := fitted(part, all)
		if err != nil {
			d.say("outlying rows are not looked for: %s", err)
			return ctx.Err()
		}
		limit, err := d.farthestOfClean(all, excess, len(some), fitted)
		if err != nil {
			return err
		}
		for i, e := range excess {
			if e > limit {
				d.Outlying = append(d.Outlying, rows[i]+1)
			}
		}
	}
	if slices.Sort(d.Outlying); len(d.Outlying) > 0 {
		d.say("outlying: %d of %d rows of your table are far out, and no part of the truth: %s; see report apply",
			len(d.Outlying), n, words.Some(words.Each(d.Outlying, strconv.Itoa), 12))
	}
	return nil
}

// farthestOfClean is the largest excess in clean tables of so many rows, with the covariance of the rows within the
// cut-offs.
func (d *draft) farthestOfClean(
	samples *mat.Dense, excess []float64, rows int, fitted func(to, judged *mat.Dense) ([]float64, error),
) (float64, error) {
	const most, tables = 300, 20
	var regular []int
	for i, e := range excess {
		if e <= 1 && len(regular) < most {
			regular = append(regular, i)
		}
	}
	r, farthest := rand.New(rand.NewPCG(1, 1)), 1.0
	centred, _ := solver.Centre(trial.RowsOf(samples, regular))
	for range tables {
		mixing := mat.NewDense(rows, len(regular), nil)
		mixing.Apply(func(_, _ int, _ float64) float64 { return r.NormFloat64() }, mixing)
		clean := solver.Product(mixing, centred)
		of, err := fitted(clean, clean)
		if err != nil {
			return 0, err
		}
		farthest = max(farthest, slices.Max(of))
	}
	return farthest, nil
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
	classes, least, all := len(counts), slices.Min(counts), samples*4/5
	if set.Split != nil {
		all = len(set.Split.Train)
	}
	n := min(all, max(mostOfDivision/features, int(math.Sqrt(float64(mostOfDivision*classes)))))
	switch {
	case set.Split != nil && n == all:
		d.Split = "published"
	case set.Split == nil && all*min(features, all/classes) <= mostOfFolds && least >= 30: // each fold has some of each
		d.Split = "{folds: 5}"
	case n < samples/10:
		d.Split = fmt.Sprintf("{train: %d, test: %[1]d}", n)
	default:
		d.Split = fmt.Sprintf("{stratified: %d}", 100-100*n/samples)
	}
	if n < all {
		d.say("split: %d of %d samples to train on in each draw, so that it takes minutes", n, samples)
	}
	return least * n / samples, slices.Index(counts, least)
}

// scale divides columns by their spreads where these differ much, as apply does.
func (d *draft) scale(set *dataset.Set) *mat.Dense {
	scale, why := apply.SuggestScale(set)
	if d.Scaled = scale != subspace.NoScale; !d.Scaled {
		return set.Samples
	}
	d.say("scale: %s, %s", scale, why)
	spreads := contamination.UnitsOf(set.Samples).Spread
	return subspace.Scaling(words.Each(spreads, func(s float64) float64 { return cmp.Or(s, 1) })).Divide(set.Samples)
}

// count chooses the number of components, at most so many: of those from two to where four fifths of the variance
// within classes are kept, the one before the largest drop of the classes' eigenvalues. Without a drop the last
// component is any of several, and an angle to it says little (C. Davis, W. M. Kahan, SIAM J. Numerical Analysis 7,
// 1970).
func (d *draft) count(samples *mat.Dense, labels []int, most int) error {
	n, features := samples.Dims()
	if labels == nil {
		labels = make([]int, n)
	}
	eigenvalues, rows := make([]float64, min(n, features)), 0
	for _, class := range trial.ByClass(trial.Every(n), labels, max(d.Classes, 1)) {
		var some []int // a thousand samples are enough
		for at := 0; at < len(class); at += 1 + n/1000 {
			some = append(some, class[at])
		}
		found := eigenvaluesOf(samples, some)
		if found == nil {
			return errors.New("the principal components are not found")
		}
		floats.Add(eigenvalues[:len(found)], found)
		rows += len(some)
	}
	total := floats.Sum(eigenvalues)
	if total == 0 {
		return errors.New("the samples of each class are equal: components need samples that differ")
	}
	d.Components = 1
	sum, kept, drop := eigenvalues[0], eigenvalues[0], 0.0
	for k := 2; k <= most && sum < 0.8*total; k++ {
		sum += eigenvalues[k-1]
		if ratio := eigenvalues[k-1] / max(eigenvalues[k], 1e-12*total); ratio > drop {
			d.Components, kept, drop = k, sum, ratio
		}
	}
	d.say("components: %d, with %.0f%% of the variance", d.Components, 100*kept/total)
	// Half the typical distance from the mean, to one digit.
	half, err := strconv.ParseFloat(fmt.Sprintf("%.0e", math.Sqrt(total/float64(rows))/2), 64)
	d.Score = strconv.FormatFloat(half, 'f', -1, 64)
	return err
}

// eigenvaluesOf are the eigenvalues of the scatter of some rows, the largest first, nil if they are not found. Wide
// rows are centred and multiplied a part of their columns at a time, since a copy of them may not fit into memory.
func eigenvaluesOf(samples *mat.Dense, rows []int) (found []float64) {
	const part = 1 << 12
	n, features := samples.Dims()
	if features <= part {
		centred, _ := solver.Centre(trial.RowsOf(samples, rows))
		var svd mat.SVD
		if !svd.Factorize(centred, mat.SVDNone) {
			return nil
		}
		found = svd.Values(nil)
		floats.Mul(found, found)
		return found
	}
	products := mat.NewSymDense(len(rows), nil)
	for at := 0; at < features; at += part {
		columns := samples.Slice(0, n, at, min(at+part, features)).(*mat.Dense)
		centred := trial.RowsOf(columns, rows)
		solver.CentreInPlace(centred)
		products.SymRankK(products, 1, centred)
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(products, false) {
		return nil
	}
	found = eigen.Values(nil)
	slices.Reverse(found)
	return found[:min(len(found), features)]
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
