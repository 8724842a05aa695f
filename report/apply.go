package report

import (
	"cmp"
	"context"
	_ "embed" // for the study
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gpca/report/dataset"
	"gpca/report/dataset/columns"
	"gpca/report/dataset/library"
	"gpca/report/experiment/apply"
	"gpca/report/folder"
	"gpca/report/input"
	"gpca/report/method"
	"gpca/report/study"
	"gpca/solver/score"
)

//go:embed apply.tmpl
var applyTemplate string

// An Application says how robust PCA is applied to one table.
type Application struct {
	File, Out string // of the table, and folder of the report
	// Method is a name, an expression of u, or a script in Python or R. Components is a number or auto.
	Method, Components, Scale string
	library.Wishes
	Missing string // drop or impute, empty for neither
	Model   string // path of a saved model, empty for a fit
}

// applied is what the study is filled in with.
type applied struct {
	Application
	Path, Name, Title, Data, Set, Expression string
	Command                                  []string
	Classes                                  []string
	Image                                    bool
}

// mostClasses is how many classes are described by themselves, and fewestRows how many rows each of them has.
const mostClasses, fewestRows = 12, 10

// DraftApplication returns a study of one table, which lies in the output folder, its source, and what was guessed.
func DraftApplication(ctx context.Context, a Application) (s *study.Study, source []byte, facts []string, err error) {
	d := applied{Application: a, Path: filepath.Join(a.Out, "apply.yaml"), Name: draftName(a.File),
		Title: filepath.Base(a.File)}
	d.Method = cmp.Or(a.Method, "robpca")
	if d.Components == "auto" {
		d.Components = ""
	}
	if n, err := strconv.Atoi(cmp.Or(d.Components, "1")); err != nil || n < 1 {
		return nil, nil, nil, fmt.Errorf("--components is %q: give a number from 1, or auto", a.Components)
	}
	program := map[string]string{".py": "python3", ".R": "Rscript"}[filepath.Ext(d.Method)]
	if program != "" {
		script, err := filepath.Abs(d.Method)
		if err != nil {
			return nil, nil, nil, err
		}
		d.Method, d.Command = filepath.Base(script), []string{program, folder.Relative(a.Out, script)}
	} else if _, err := method.Parse(d.Method); err != nil {
		if !strings.ContainsAny(d.Method, "u") || !strings.ContainsAny(d.Method, "+-*/^()?") {
			if errors.Is(err, score.ErrUnknown) {
				err = method.Unknown(d.Method)
			}
			return nil, nil, nil, fmt.Errorf("--method: %w; or an expression of u, or a script .py or .R; one at a time", err)
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
	if d.Data, err = dataBlock(f, a.Out); err != nil {
		return nil, nil, nil, err
	}
	for _, path := range append([]string{d.Path, folder.Relative(a.Out, a.File), d.Model}, d.Command...) {
		if !utf8.ValidString(path) {
			return nil, nil, nil, fmt.Errorf("%q is not UTF-8, and a study names files in UTF-8: rename it", path)
		}
	}
	if source, s, err = fillIn(applyTemplate, d.Path, d, nil); err != nil {
		return nil, nil, nil, fmt.Errorf("%s: %w", a.File, err)
	}
	for i := range s.Files {
		s.Files[i].Place, s.Files[i].Loaded = "", set // the user knows no study
	}
	s.Folder = a.Out
	return s, source, facts, nil
}

// inspect describes the table as a study would, reads it, and says what was guessed.
func (a Application) inspect(ctx context.Context) (library.FileSet, *dataset.Set, []string, error) {
	f, err := inspect(ctx, a.File, a.Wishes)
	if errors.Is(err, columns.ErrNoFeature) && a.Model != "" { // it says what the columns are
		err = nil
	}
	if err != nil {
		return f.FileSet, nil, nil, err
	}
	f.Test, f.Missing = library.Test{}, map[string]string{"drop": "drop", "impute": "keep"}[a.Missing]
	if a.Model != "" {
		if err := a.ofModel(f); err != nil {
			return f.FileSet, nil, nil, err
		}
	}
	set, err := f.Open(ctx, false)
	if _, ok := errors.AsType[library.MissingError](err); ok && a.Missing == "" {
		err = fmt.Errorf("%w (--missing drop), or --missing impute to replace them by the median of their column", err)
	}
	var facts []string
	for _, fact := range f.Facts {
		if fact.Kind != "dropped" || a.Missing == "drop" {
			facts = append(facts, fact.String())
		}
	}
	return f.FileSet, set, facts, err
}

// ofModel leaves out the columns that a saved model does not have. One that it has and the table has not is an error.
func (a Application) ofModel(f *library.Inspected) error {
	f.Facts = nil
	source, err := input.Read(a.Model)
	if err != nil {
		return fmt.Errorf("--model: %w", err)
	}
	m, err := apply.ReadModel(source)
	if err != nil {
		return fmt.Errorf("--model %s: %w", a.Model, err)
	}
	names := f.ColumnNames()
	if names == nil {
		return nil
	}
	if err := m.Lacks(names); err != nil {
		return fmt.Errorf("%s: %w", a.File, err)
	}
	f.Constant, f.Omit, f.Class = "keep", nil, cmp.Or(a.Class, "none")
	if slices.Contains(m.Columns, f.ID) {
		f.ID = a.ID
	}
	for i, name := range names {
		if !slices.Contains(m.Columns, name) && name != f.Class && name != f.ID {
			f.Omit = append(f.Omit, cmp.Or(name, strconv.Itoa(i+1)))
		}
	}
	return nil
}
