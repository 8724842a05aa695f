package report

import (
	"bytes"
	"cmp"
	"context"
	_ "embed" // for the study
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/goccy/go-yaml"

	"gpca/report/dataset"
	"gpca/report/dataset/library"
	"gpca/report/experiment/apply"
	"gpca/report/folder"
	"gpca/report/input"
	"gpca/report/method"
	"gpca/report/study"
)

//go:embed apply.tmpl
var applyTemplate string

// An Application says how robust PCA is applied to one table.
type Application struct {
	File, Out string // of the table, and folder of the report
	// Method is a name or an expression of u. Components is a number or auto.
	Method, Components, Scale string
	// Class and ID name columns, empty for a guess; class none is for none. Omit are further columns.
	Class, ID string
	Omit      []string
	Missing   string // drop or impute, empty for neither
	Model     string // path of a saved model, empty for a fit
}

// applied is what the study is filled in with.
type applied struct {
	File, Out, Name, Title, Data, Set     string
	Method, Expression, Components, Scale string
	Classes                               []string
	Model                                 string
	Image                                 bool
}

// mostClasses is how many classes are described by themselves, and fewestRows how many rows each of them has.
const mostClasses, fewestRows = 12, 10

// DraftApplication returns a study of one table, which lies in the output folder, its source, and what was guessed.
func DraftApplication(ctx context.Context, a Application) (s *study.Study, source []byte, facts []string, err error) {
	d := applied{File: filepath.Join(a.Out, "apply.yaml"), Out: a.Out, Name: draftName(a.File),
		Title: filepath.Base(a.File), Method: cmp.Or(a.Method, "robpca"), Scale: a.Scale}
	if a.Components != "auto" && a.Components != "" {
		if n, err := strconv.Atoi(a.Components); err != nil || n < 1 {
			return nil, nil, nil, fmt.Errorf("--components is %q: give a number from 1, or auto", a.Components)
		}
		d.Components = a.Components
	}
	if _, err := method.Parse(d.Method); err != nil {
		if !strings.ContainsAny(d.Method, "u") || !strings.ContainsAny(d.Method, "+-*/^()?") {
			return nil, nil, nil, fmt.Errorf("--method: %w; or an expression of u", err)
		}
		d.Method, d.Expression = "own", d.Method
	}
	f, set, facts, err := a.inspect(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	if d.Image = set.Image.Width > 0; a.Model != "" {
		if d.Model, err = filepath.Abs(a.Model); err != nil {
			return nil, nil, nil, err
		}
		d.Model, d.Method = folder.Relative(a.Out, d.Model), ""
	}
	counts := set.Describe().ClassCounts
	if len(counts) > 1 && len(counts) <= mostClasses && slices.Min(counts) >= fewestRows && a.Model == "" &&
		!slices.Contains(set.Classes, "all") {
		d.Classes = set.Classes
	}
	d.Set = f.Name
	f.File = folder.Relative(a.Out, filepath.Join(f.Folder, f.File))
	if f.Labels != "" {
		f.Labels = folder.Relative(a.Out, filepath.Join(f.Folder, f.Labels))
	}
	block, err := yaml.MarshalWithOptions(map[string][]library.FileSet{"data": {f}}, yaml.OmitZero(),
		yaml.IndentSequence(true))
	if err != nil {
		return nil, nil, nil, err
	}
	d.Data = string(block)
	var b bytes.Buffer
	t := template.Must(template.New("apply").Funcs(template.FuncMap{"quote": quote}).Parse(applyTemplate))
	if err := t.Execute(&b, d); err != nil {
		return nil, nil, nil, fmt.Errorf("study of %s: %w", a.File, err)
	}
	s, err = study.Parse(d.File, b.Bytes(), kinds())
	if err != nil {
		return nil, nil, nil, fmt.Errorf("%s: %w", a.File, err)
	}
	s.Folder = a.Out
	return s, b.Bytes(), facts, nil
}

// inspect describes the table as a study would, reads it, and says what was guessed.
func (a Application) inspect(ctx context.Context) (library.FileSet, *dataset.Set, []string, error) {
	found, err := library.Inspect(ctx, a.File, library.Wishes{Class: a.Class, ID: a.ID, Omit: a.Omit})
	f := found.FileSet
	if f.Class == "" && f.Labels == "" && err != nil { // not even described
		return f, nil, nil, err
	}
	if slices.Contains(kinds().Data, f.Name) {
		f.Name = "my-" + f.Name
	}
	f.Test, f.Missing = library.Test{}, map[string]string{"drop": "drop", "impute": "keep"}[a.Missing]
	if err = nil; a.Model != "" {
		err = a.ofModel(ctx, &f)
	}
	var set *dataset.Set
	if err == nil {
		set, err = open(ctx, f)
	}
	switch {
	case err != nil && a.Missing == "" && strings.Contains(err.Error(), "missing: drop"):
		return f, nil, nil, fmt.Errorf("%w (--missing drop), or --missing impute to replace them by the median of "+
			"their column", err)
	case err == nil && f.ID == "" && set.IDs == nil:
		f, set = named(ctx, f, set)
	}
	if a.Model != "" {
		return f, set, nil, err // which says what the columns are
	}
	facts := slices.DeleteFunc(found.Facts, func(fact string) bool {
		return strings.HasPrefix(fact, "omitted "+f.ID+":") ||
			strings.HasPrefix(fact, "dropped ") && a.Missing != "drop"
	})
	if f.ID != "" && a.ID == "" {
		facts = append(facts, "id: "+f.ID+", which names the rows")
	}
	return f, set, facts, err
}

func open(ctx context.Context, f library.FileSet) (*dataset.Set, error) {
	return library.New(library.Files(nil, []library.FileSet{f})).Open(ctx, f.Name)
}

// ofModel leaves out the columns that a saved model does not have. One that it has and the table has not is an error.
func (a Application) ofModel(ctx context.Context, f *library.FileSet) error {
	source, err := input.Read(a.Model)
	if err != nil {
		return fmt.Errorf("--model: %w", err)
	}
	m, err := apply.ReadModel(source)
	if err != nil {
		return fmt.Errorf("--model %s: %w", a.Model, err)
	}
	names, err := library.Header(ctx, *f)
	if err != nil || names == nil {
		return err
	}
	if err := m.Lacks(names); err != nil {
		return fmt.Errorf("%s: %w", a.File, err)
	}
	f.Constant, f.Omit, f.Class = "keep", nil, cmp.Or(a.Class, "none")
	for i, name := range names {
		if !slices.Contains(m.Columns, name) && name != f.Class && name != f.ID {
			f.Omit = append(f.Omit, cmp.Or(name, strconv.Itoa(i+1)))
		}
	}
	return nil
}

// named takes the first column that was left out and has a different word for each row as the name of rows.
func named(ctx context.Context, f library.FileSet, set *dataset.Set) (library.FileSet, *dataset.Set) {
	for _, column := range f.Omit {
		g := f
		g.ID, g.Omit = column, nil
		for _, name := range f.Omit {
			if name != column {
				g.Omit = append(g.Omit, name)
			}
		}
		with, err := open(ctx, g)
		if err != nil || slices.Contains(with.IDs, "") {
			continue
		}
		if ids := slices.Sorted(slices.Values(with.IDs)); len(slices.Compact(ids)) == len(with.IDs) {
			return g, with
		}
	}
	return f, set
}
