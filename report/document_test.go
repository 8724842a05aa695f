package report

import (
	"slices"
	"strings"
	"testing"

	"gpca/report/dataset"
	"gpca/report/document"
	"gpca/report/grid"
	"gpca/report/store"
	"gpca/report/study"
)

// realStore is a store that has a result on each data set of a study as
// published, so that a plan takes them for real.
func realStore(t *testing.T, s *study.Study, sets ...string) *store.Store {
	t.Helper()
	results := memory(t)
	for _, n := range s.Needs(study.Selection{}) {
		e, err := dataset.Find(n.Data)
		if err != nil {
			t.Fatal(err)
		}
		if results.Has(n.Data, dataset.Real) || len(sets) > 0 && !slices.Contains(sets, n.Data) {
			continue
		}
		c := grid.Cell{Data: n.Data, Origin: dataset.Real, Digest: e.Digest(), Repetitions: 1}
		if err := results.Put(grid.Result{Key: c.Key(), Cell: c, Values: []float64{1}}); err != nil {
			t.Fatal(err)
		}
	}
	return results
}

// The text of the thesis's report is one that can be read whatever the data and
// however much is computed, says which it is, and places every table, chart and
// figure of the study once.
func TestTextOfTheThesis(t *testing.T) {
	s, err := study.Open("thesis")
	if err != nil {
		t.Fatal(err)
	}
	data := NewData(nil)
	for _, c := range []struct {
		name     string
		real     []string // empty for all
		standIns bool
		which    func(int) bool
		fail     bool
		label    string
		says     []string
	}{
		{"stand-ins, empty", nil, true, func(int) bool { return false }, false,
			"Data: stand-in (generated)", []string{"Not all data is real.", "All data sets are generated stand-ins.", "0 are computed", "are missing"}},
		{"stand-ins, full", nil, true, func(int) bool { return true }, false,
			"Data: stand-in (generated)", []string{"Not all data is real.", "cells of the study are computed.", "mnist-kernel: split on MNIST, 30 components for each class, kernel gaussian(sigma=5000)."}},
		{"mixed, partial", []string{"iris", "usps"}, false, func(i int) bool { return i%2 == 0 }, true,
			"Data: partly stand-in (generated)", []string{"Real: USPS and Iris. Generated stand-ins: Yale", "1 failed"}},
		{"real, full", nil, false, func(int) bool { return true }, false,
			"Data: real", []string{"All data is real: USPS, Yale Faces, MNIST, Iris", "cells of the study are computed."}},
	} {
		t.Run(c.name, func(t *testing.T) {
			results := memory(t)
			if !c.standIns {
				results = realStore(t, s, c.real...)
			}
			p, err := NewPlan(t.Context(), s, data, results, Selection{}, 0)
			if err != nil {
				t.Fatal(err)
			}
			answer(t, p, results, c.which)
			if c.fail {
				fail(t, p.Cells[1], results, "class 3: no number")
			}
			r := newRenderer(p, results, RenderOptions{Data: data})
			if err := r.build(t.Context()); err != nil {
				t.Fatal(err)
			}
			d, err := r.document(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if err := d.Validate(); err != nil {
				t.Error(err)
			}
			if d.DataLabel != c.label {
				t.Errorf("label %q, want %q", d.DataLabel, c.label)
			}
			checkPlaced(t, r, d)
			var text strings.Builder
			if err := document.WriteMarkdown(&text, d); err != nil {
				t.Fatal(err)
			}
			for _, want := range c.says {
				if !strings.Contains(strings.ReplaceAll(text.String(), "*", ""), want) {
					t.Errorf("the text does not say %q", want)
				}
			}
			if strings.Contains(text.String(), "<no value>") || strings.Contains(text.String(), "::") {
				t.Error("the text shows a directive or an action")
			}
		})
	}
}

func checkPlaced(t *testing.T, r *renderer, d *document.Document) {
	t.Helper()
	placed := map[string]int{}
	for _, b := range d.Blocks {
		switch b := b.(type) {
		case document.TableBlock:
			placed["table "+b.Table.Number]++
		case document.FigureBlock:
			placed["figure "+b.Number]++
		}
	}
	for _, table := range r.tables {
		if n := placed["table "+table.Number]; n != 1 {
			t.Errorf("table %s stands %d times in the text", table.Number, n)
		}
	}
	for _, f := range r.figures {
		if n := placed["figure "+f.number]; n != 1 {
			t.Errorf("figure %s stands %d times in the text", f.number, n)
		}
	}
}
