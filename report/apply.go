package report

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"

	"gpca/report/dataset"
	"gpca/report/dataset/columns"
	"gpca/report/dataset/library"
	"gpca/report/experiment/apply"
	"gpca/report/experiment/subspace"
	"gpca/report/folder"
	"gpca/report/input"
	"gpca/report/method"
	"gpca/report/strictyaml"
	"gpca/report/study"
	"gpca/report/words"
	"gpca/solver/objective"
	"gpca/solver/robust"
)

// An Application says how robust PCA is applied to one table.
type Application struct {
	File, Out string // of the table, and folder of the report
	// Method is a name, an expression of u, or a script in Python or R. Components is a number or auto.
	Method, Components string
	// Scale is what columns are divided by; auto is for [apply.SuggestScale].
	Scale string
	// CutOff is the share of regular rows within cut-offs, or calibrated; empty for 0.975.
	CutOff string
	library.Wishes
	Missing string // drop or impute, empty for neither
	Model   string // path of a saved model, empty for a fit
	Font    string // path of a font for letters that no other has, empty for none
}

// An Applied is what an application becomes: a study in the output folder with its file, the set that was read for it,
// and what was guessed.
type Applied struct {
	Study  *study.Study
	Source []byte
	Set    *dataset.Set
	Facts  []columns.Fact
	Scaled string // what columns are divided by, why, and the flag that undoes it; empty for a saved model
}

// methodOfGaps is the method for missing cells, where none is named.
const methodOfGaps = "macropca"

// mostClasses is how many classes are described by themselves, and fewestRows how many rows each of them has.
const mostClasses, fewestRows = 12, 10

// Draft drafts the study of the table.
func (a Application) Draft(ctx context.Context) (d Applied, err error) {
	path := filepath.Join(a.Out, "apply.yaml")
	if a.Components == "auto" {
		a.Components = ""
	}
	if n, err := strconv.Atoi(cmp.Or(a.Components, "1")); err != nil || n < 1 {
		return d, fmt.Errorf("--components is %q: give a number from 1, or auto", a.Components)
	}
	name, own, script, err := a.chooseMethod()
	if err != nil {
		return d, err
	}
	f, set, facts, err := a.inspect(ctx)
	if err != nil {
		return a.withGaps(ctx, err)
	}
	if a.Model != "" {
		name = ""
	}
	for _, file := range []*string{&a.Model, &a.Font} {
		if *file, err = a.fromOut(*file); err != nil {
			return d, err
		}
	}
	beside(&f, a.Out)
	for _, path := range []string{path, f.File, a.Model, a.Font, script} {
		if !utf8.ValidString(path) {
			return d, fmt.Errorf("%q is not UTF-8, and a study names files in UTF-8: rename it", path)
		}
	}
	d.Scaled, d.Set, d.Facts = a.chooseScale(set), set, facts
	d.Source, err = strictyaml.Marshal(a.study(name, own, f, set))
	if err == nil {
		d.Study, err = study.Parse(path, d.Source, kinds())
	}
	if err != nil {
		return d, fmt.Errorf("%s: %w", a.File, err)
	}
	d.Source = append([]byte(words.OneLine("# Written by report apply. Run it again: report --study "+path+" --out "+
		a.Out)+"\n"), d.Source...)
	for i := range d.Study.Files {
		d.Study.Files[i].Place = "" // the user knows no study
	}
	d.Study.Folder = a.Out
	return d, nil
}

// fromOut is the path of a file, if any, from the output folder, where the study lies.
func (a Application) fromOut(file string) (string, error) {
	if file == "" {
		return "", nil
	}
	file, err := filepath.Abs(file)
	return folder.Relative(a.Out, file), err
}

// interpreter is the program that runs a method of the user's own, empty for a method by name. The end of a name says
// it, since parameters have points too.
func interpreter(method string) string {
	return map[string]string{".py": "python3", ".R": "Rscript"}[filepath.Ext(method)]
}

// chooseMethod returns the name of the method and, of one of the user's own, its definition and script, if any.
func (a Application) chooseMethod() (name string, own yaml.MapSlice, script string, err error) {
	name = cmp.Or(a.Method, apply.Usual)
	if program := interpreter(name); program != "" {
		script, err = a.fromOut(name)
		name = filepath.Base(name)
		return name, block("name", name, "command", []string{program, script}), script, err
	}
	if _, err := method.Parse(name); err == nil {
		return name, nil, "", nil
	} else if !strings.ContainsAny(name, "u") || !strings.ContainsAny(name, "+-*/^()?") {
		if errors.Is(err, objective.ErrUnknown) {
			err = method.Unknown(name)
		}
		return "", nil, "", fmt.Errorf("--method: %w; or an expression of u, or a script .py or .R; one at a time", err)
	}
	return "own", block("name", "own", "expression", name), "", nil
}

// withGaps drafts the study by the method that takes missing cells, where their error is the only one, no method is
// named, and no row would be lost, as those without a class are.
func (a Application) withGaps(ctx context.Context, err error) (d Applied, _ error) {
	gaps, ok := errors.AsType[library.MissingError](err)
	if !ok || a.Method+a.Model != "" {
		return d, err
	}
	a.Method = methodOfGaps
	made, failed := a.Draft(ctx)
	if failed != nil || made.Set.Samples.RawMatrix().Rows < gaps.Of {
		return d, err
	}
	made.Facts = slices.Insert(made.Facts, 0, columns.Fact{Kind: "method", Columns: []string{methodOfGaps},
		Why: fmt.Sprintf("as the table lacks %s; another by --method needs --missing",
			words.Count(gaps.Values, "cell"))})
	return made, nil
}

// chooseScale sets the scale, and says which it is and why. A saved model has its own.
func (a *Application) chooseScale(set *dataset.Set) string {
	method, err := robust.Parse(a.Method)
	switch {
	case a.Model != "":
		a.Scale = ""
		return ""
	case a.Scale == "auto" && err == nil && method.Gaps:
		a.Scale = subspace.NoScale
		return "columns divided by robust scales, as always by " + a.Method
	case a.Scale == "auto":
		why := ""
		if a.Scale, why = apply.SuggestScale(set); a.Scale == subspace.NoScale {
			return "columns as they are, " + why + " (--scale mad divides them)"
		}
		return "columns divided by their MAD, " + why + " (--scale none leaves them)"
	case a.Scale == "mad":
		return "columns divided by mad" + apply.WithoutMAD(set) + ", as --scale says"
	case a.Scale == subspace.NoScale:
		return "columns as they are, as --scale says"
	}
	return "columns divided by " + a.Scale + ", as --scale says"
}

// block is a mapping of keys to values, without empty ones.
func block(pairs ...any) (made yaml.MapSlice) {
	for pair := range slices.Chunk(pairs, 2) {
		if v := reflect.ValueOf(pair[1]); v.IsValid() && !v.IsZero() {
			made = append(made, yaml.MapItem{Key: pair[0], Value: pair[1]})
		}
	}
	return made
}

// study applies a method, which may be the user's own, to a set.
func (a Application) study(name string, own yaml.MapSlice, f library.FileSet, set *dataset.Set) yaml.MapSlice {
	type list = []yaml.MapSlice
	exhibit := func(number, caption, kind string, more ...any) yaml.MapSlice {
		return block(append([]any{"number", number, "caption", caption, "kind", kind, "experiment", "apply", "method",
			name}, more...)...)
	}
	var methods list
	if own != nil {
		methods = list{own}
	}
	tables := list{exhibit("1", "Outlying rows", "listing", "of", "outliers")}
	figures := list{exhibit("1", "Outlier map: rows high up break the pattern of the others, rows far right follow "+
		"it beyond what is usual", "outlier-map"), exhibit("2", "Variance by component", "variances"),
		exhibit("3", "Scores of the rows", "scores"), exhibit("4", "Rows and columns together", "biplot"),
		exhibit("5", "Loadings by column", "loadings"), exhibit("6", "Cells of the outlying rows, above or below what "+
			"the others of their row predict", "cell-map")}
	var classes []string
	if a.Model != "" {
		figures = slices.Delete(figures, 1, 2)
	} else {
		tables = append(tables, exhibit("2", "Importance of components", "listing", "of", "importance"))
		counts := set.Describe().ClassCounts
		if len(counts) > 1 && len(counts) <= mostClasses && slices.Min(counts) >= fewestRows &&
			!slices.Contains(set.Classes, "all") {
			classes = append([]string{"all"}, set.Classes...)
			tables = append(tables, exhibit("3", "Each class by itself", "", "rows", []string{"class"}))
		}
	}
	if set.Image.Width > 0 {
		row := func(label, show string) yaml.MapSlice { return block("label", label, "show", show) }
		figures = append(figures, exhibit("7", "Components as pictures", "pictures", "rows",
			list{row("component", "component-pictures")}), exhibit("8", "The farthest rows and the nearest", "pictures",
			"rows", list{row("farthest", "outlying-pictures"), row("nearest", "usual-pictures")}))
	}
	components, _ := strconv.Atoi(a.Components) // 0 for the rule
	chance := ""
	if a.Model == "" && interpreter(a.Method) == "" {
		chance = apply.Chance(set.Samples.Dims())
	}
	return block("name", draftName(a.File), "title", "Robust PCA of "+filepath.Base(a.File), "text", "apply", "seed", 1,
		"theme", block("font", a.Font),
		"repetitions", 1, "data", []library.FileSet{f}, "methods", methods, "experiments", list{block("name", "apply",
			"kind", "apply", "data", f.Name, "components", components, "scale", a.Scale, "class", classes, "model",
			a.Model, "cut-off", a.CutOff, "chance", chance)}, "tables", tables, "figures", figures)
}

// inspect describes the table as a study would, reads it, and says what was guessed.
func (a Application) inspect(ctx context.Context) (library.FileSet, *dataset.Set, []columns.Fact, error) {
	inspect, gaps := a.inspectTable, false
	if a.Model != "" {
		inspect = a.inspectForModel
	}
	f, err := inspect(ctx)
	if err != nil {
		return library.FileSet{}, nil, nil, err
	}
	f.Test = library.Test{}
	if method, err := robust.Parse(a.Method); err == nil {
		gaps = method.Gaps
	}
	if f.Missing = a.Missing; a.Missing == "impute" || a.Missing == "" && (gaps || a.Model != "") {
		f.Missing = "keep"
	}
	set, err := f.Open(ctx, false)
	if _, ok := errors.AsType[library.MissingError](err); ok && a.Missing == "" {
		err = fmt.Errorf("%w (--missing drop), or --missing impute to replace them by the median of their column", err)
	}
	return f.FileSet, set, slices.DeleteFunc(f.Facts, func(fact columns.Fact) bool {
		return fact.Kind == "dropped" && a.Missing != "drop"
	}), err
}

func (a Application) inspectTable(ctx context.Context) (*library.Inspected, error) {
	return inspect(ctx, a.File, a.Wishes)
}

// inspectForModel describes the columns that a saved model has, which are read as those of the table of the model.
func (a Application) inspectForModel(ctx context.Context) (*library.Inspected, error) {
	m, err := a.model()
	if err == nil {
		err = a.readAs(m, true)
	}
	if err != nil {
		return nil, err
	}
	f, err := a.inspectTable(ctx)
	if errors.Is(err, columns.ErrNoFeature) { // the model says what the columns are
		err = nil
	}
	if slices.ContainsFunc(f.Facts, func(fact columns.Fact) bool { return fact.Kind == "doubt" }) {
		if err = a.readAs(m, false); err == nil {
			f, err = a.inspectTable(ctx)
		}
	}
	if err != nil {
		return nil, err
	}
	return f, a.ofModel(m, f)
}

// model reads the saved model.
func (a Application) model() (*apply.Model, error) {
	source, err := input.Read(a.Model)
	if err != nil {
		return nil, fmt.Errorf("--model: %w", err)
	}
	m, err := apply.ReadModel(source)
	if err != nil {
		return nil, fmt.Errorf("--model %s: %w", a.Model, err)
	}
	return m, nil
}

// readAs reads codes for missing values, or else signs in numbers, as they are in the table of the model.
func (a *Application) readAs(m *apply.Model, codes bool) error {
	for _, said := range m.Dialect {
		if key, value, _ := strings.Cut(said, " "); (key == "na") == codes {
			if err := a.Dialect.Set(key, value); err != nil {
				return fmt.Errorf("--model %s: %s is %q, %w", a.Model, key, value, err)
			}
		}
	}
	return nil
}

// ofModel leaves out the columns that a saved model does not have. One that it has and the table has not is an error.
func (a Application) ofModel(m *apply.Model, f *library.Inspected) error {
	f.Facts = slices.DeleteFunc(f.Facts, func(fact columns.Fact) bool {
		return !fact.OfLines() && fact.Kind != columns.LeftOut
	})
	names := f.ColumnNames()
	if names == nil {
		return nil
	}
	if err := m.Lacks(names); err != nil {
		return fmt.Errorf("%s: %w", a.File, err)
	}
	f.Constant, f.Omit, f.Class = "keep", nil, cmp.Or(a.Class, "none")
	if slices.Contains(m.Columns, f.ID) {
		f.ID = strings.TrimPrefix(a.ID, "none")
	}
	for i, name := range names {
		if !slices.Contains(m.Columns, name) && name != f.Class && name != f.ID && strconv.Itoa(i+1) != f.ID {
			f.Omit = append(f.Omit, name)
		}
	}
	if f.Omit != nil {
		f.Facts = append(f.Facts, columns.Fact{Kind: "omitted", Columns: f.Omit, Why: "the model has no such column"})
	}
	return nil
}
