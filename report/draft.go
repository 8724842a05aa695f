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

	"github.com/goccy/go-yaml"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"gpca/report/dataset"
	"gpca/report/dataset/library"
	"gpca/report/folder"
	"gpca/report/strictyaml"
	"gpca/report/study"
	"gpca/report/words"
)

//go:embed draft.tmpl
var draftTemplate string

type draft struct {
	File, Name, About string
	Full              bool
	Data              string // its block, empty for a set that comes with the program
	Set               string
	Split             string // empty for a set without classes
	Components        []int
	Levels            []float64 // none where there is no noise
	Repetitions       int
	Scale             string // of the scores, as a number
	Measure           string
}

// DraftStudy returns the source of a study to begin with, which runs as it stands, and
// words on its data. File is where it is going to lie. Data is a file or a folder of the
// user's own, empty for generated data. Full adds every key that there is, explained and
// commented out.
func DraftStudy(ctx context.Context, file, data string, full bool) (source []byte, about string, err error) {
	d := draft{File: file, Name: draftName(file), Full: full}
	set, err := d.open(ctx, data)
	if err != nil {
		return nil, "", err
	}
	if err := d.fill(set); err != nil {
		return nil, "", fmt.Errorf("%s: %w", cmp.Or(data, d.Set), err)
	}
	var b bytes.Buffer
	t := template.Must(template.New("draft").Funcs(template.FuncMap{
		"quote": quote, "list": list, "explain": d.explain,
	}).Parse(draftTemplate))
	if err := t.Execute(&b, &d); err != nil {
		return nil, "", fmt.Errorf("draft of %s: %w", file, err)
	}
	if _, err := study.Parse(file, b.Bytes(), kinds()); err != nil {
		return nil, "", fmt.Errorf("no study can be drafted on these data: %w", err)
	}
	return b.Bytes(), d.About, nil
}

func (d *draft) open(ctx context.Context, data string) (*dataset.Set, error) {
	if data == "" {
		d.Set = "iris"
		set, _, err := library.New(library.Catalogue(nil, nil)).Open(ctx, d.Set)
		return set, err
	}
	f, set, err := library.Inspect(ctx, data)
	if err != nil {
		return nil, err
	}
	if slices.Contains(kinds().Data, f.Name) {
		f.Name = "my-" + f.Name
	}
	d.Set = f.Name
	for _, path := range []*string{&f.File, &f.Labels, &f.Test.File, &f.Test.Labels} {
		if *path != "" {
			*path = folder.Relative(filepath.Dir(d.File), filepath.Join(f.Folder, *path))
		}
	}
	block, err := yaml.MarshalWithOptions(map[string][]library.FileSet{"data": {f}}, yaml.OmitZero(),
		yaml.IndentSequence(true))
	d.Data = string(block)
	return set, err
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

func list(numbers any) string { return strings.ReplaceAll(fmt.Sprint(numbers), " ", ", ") }

func (d *draft) Most() int { return slices.Max(d.Components) }

// fill fills in what suits a data set. It refuses one without room for two components.
func (d *draft) fill(set *dataset.Set) error {
	samples, features := set.Samples.Dims()
	d.About = fmt.Sprintf("%s: %d samples, %d features, %d classes", d.Set, samples, features, len(set.Classes))
	if d.Repetitions = 10; samples*features > 1e6 {
		d.Repetitions = 3
	}
	d.Measure, d.Components = "Explained variance", []int{1, 2, 5, 10}
	train := samples // that components are fitted to
	if len(set.Classes) > 0 {
		train = slices.Min(set.Describe().ClassCounts)
		folds := max(2, min(10, train))
		d.Split = fmt.Sprintf("{folds: %d}", folds)
		if train -= (train + folds - 1) / folds; set.Split != nil {
			d.Split, train = "published", train*len(set.Split.Train)/samples
		}
		d.Measure = "Accuracy"
	}
	most := min(train-1, features) // the rank after centring
	if most < 2 {
		return fmt.Errorf("%s and %s to train on, of the smallest class if there are classes: two components need 2 "+
			"and 3", words.Count(features, "feature"), words.Count(train, "sample"))
	}
	if d.Split != "" && features > 2 {
		most = min(most, features-1) // with all of them no class has an error
	}
	if most < 10 {
		d.Components = []int{1, 2, 3, 4}[:min(4, most)]
	} else if d.Split != "" && most >= 30 {
		d.Components = []int{5, 10, 20, 30}
	}
	total := 0.0
	for j := range features {
		total += stat.Variance(mat.Col(nil, j, set.Samples), nil)
	}
	// Half the typical distance of a sample from the mean, to one digit.
	d.Scale = fmt.Sprintf("%.0e", cmp.Or(math.Sqrt(total)/2, 1))
	if v, err := strconv.ParseFloat(d.Scale, 64); err == nil {
		d.Scale = strconv.FormatFloat(v, 'f', -1, 64)
	}
	if set.Image.Width > 0 && d.Split != "" && mat.Min(set.Samples) >= 0 && mat.Max(set.Samples) <= 255 {
		d.Levels = []float64{0, 0.1, 0.2, 0.3}
	}
	return nil
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
