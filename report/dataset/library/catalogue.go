package library

import (
	"context"
	"fmt"
	"slices"

	"gpca/report/dataset"
	"gpca/report/dataset/standin"
)

// A provider finds sources in a list of names.
type provider struct {
	names []string
	find  func(at int) dataset.Source // for the name at that place
}

func (p provider) Names() []string { return slices.Clone(p.names) }

func (p provider) Find(name string) (dataset.Source, bool) {
	at := slices.Index(p.names, name)
	if at < 0 {
		return nil, false
	}
	return p.find(at), true
}

// Catalogue provides the data sets of the catalogue: the real set in the first of
// the folders that has it, else its stand-in. A set without a stand-in is
// required: the error of Describe and Open says what is missing.
//
// If real is not nil and says that the real set of a name is wanted, its source
// describes the real set, and, where that is not in the folders, Open fails:
// results on real data are then not mixed with results on a stand-in.
func Catalogue(folders []string, real func(name string) bool) dataset.Provider {
	entries := dataset.Catalogue()
	return provider{dataset.Names(), func(at int) dataset.Source {
		e := entries[at]
		return entrySource(e, folders, real != nil && real(e.Name))
	}}
}

// entrySource chooses the source of an entry.
func entrySource(e dataset.Entry, folders []string, real bool) dataset.Source {
	folder, found := e.Locate(folders)
	switch {
	case found:
		return located{e, folder}
	case real:
		return absent{e}
	case slices.Contains(standin.Names(), e.Name):
		return generated{e}
	}
	return failing{e.NotFound(folders)}
}

// A located set is a real one whose files are there.
type located struct {
	entry  dataset.Entry
	folder string
}

func (s located) Describe(context.Context) (dataset.Description, error) {
	return s.entry.Describe(s.folder), nil
}

func (s located) Open(ctx context.Context) (*dataset.Set, error) { return s.entry.Open(ctx, s.folder) }

// An absent set is a real one that is wanted though its files are not there.
type absent struct{ entry dataset.Entry }

func (s absent) Describe(context.Context) (dataset.Description, error) {
	return s.entry.Describe(""), nil
}

func (s absent) Open(context.Context) (*dataset.Set, error) {
	return nil, fmt.Errorf("data set %s: the real set is wanted but not there: give its folder with --data", s.entry.Name)
}

// A generated set is the stand-in of an entry.
type generated struct{ entry dataset.Entry }

func (s generated) Open(context.Context) (*dataset.Set, error) { return standin.Generate(s.entry.Name) }

func (s generated) Describe(ctx context.Context) (dataset.Description, error) {
	return describeOpened(ctx, s)
}

// DescribeSet tells what the stand-in stands for, and its own size and content.
// The notes of the entry are facts of the real set, so they are left out.
func (s generated) DescribeSet(set *dataset.Set) dataset.Description {
	d := set.Describe()
	d.Title, d.Citation, d.Terms, d.URL = s.entry.Title, s.entry.Citation, s.entry.Terms, s.entry.URL
	return d
}

// describeOpened describes a source by its set.
func describeOpened(ctx context.Context, s dataset.SetSource) (dataset.Description, error) {
	set, err := s.Open(ctx)
	if err != nil {
		return dataset.Description{}, err
	}
	return s.DescribeSet(set), nil
}

// A failing source stands for a set that can neither be described nor opened.
type failing struct{ err error }

func (s failing) Describe(context.Context) (dataset.Description, error) {
	return dataset.Description{}, s.err
}

func (s failing) Open(context.Context) (*dataset.Set, error) { return nil, s.err }
