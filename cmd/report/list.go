package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"gpca/report"
	"gpca/report/dataset/library"
	"gpca/report/study"
	"gpca/report/words"
	"gpca/solver/typo"
)

type section struct {
	name  string
	items func(*inventory) ([]item, error)
}

var sections = []section{
	{"studies", (*inventory).studies},
	{"tables", (*inventory).tables},
	{"figures", (*inventory).figures},
	{"datasets", (*inventory).datasets},
	{"methods", (*inventory).methods},
	{"noises", (*inventory).noises},
	{"kernels", (*inventory).kernels},
	{"venues", (*inventory).venues},
}

func sectionNames() []string { return words.Each(sections, func(s section) string { return s.name }) }

type item []field

// A field is in the JSON object under its key, and in a column for people. One without a
// key or a heading is not there.
type field struct {
	key, heading string
	value        any
}

func onlySections(cmd *cobra.Command, args []string) error {
	for _, a := range args {
		if !slices.Contains(sectionNames(), a) {
			return usage(cmd, fmt.Errorf("there is no list of %q: %s", a, typo.DidYouMean(a, sectionNames())))
		}
	}
	return nil
}

// list answers list: it prints the named sections, all for none, each under its name when
// it is not alone.
func (p *program) list(_ *cobra.Command, names []string) error {
	folders, err := p.findData()
	if err != nil {
		return err
	}
	s, err := report.OpenStudy(p.options.study)
	if err != nil {
		return err
	}
	inventory := &inventory{s, report.OpenLibrary(s, folders, nil)}
	objects := map[string][]map[string]any{}
	for _, s := range sections {
		if len(names) > 0 && !slices.Contains(names, s.name) {
			continue
		}
		items, err := s.items(inventory)
		if err != nil {
			return err
		}
		if len(objects) > 0 && !p.options.json {
			fmt.Fprintln(p.stdout)
		}
		objects[s.name] = append([]map[string]any{}, words.Each(items, item.object)...) // without items, not null
		if p.options.json {
			continue
		}
		indent := ""
		if len(names) != 1 {
			fmt.Fprintln(p.stdout, s.name)
			indent = "  "
		}
		if err := p.answerTable(tabulate(items), indent); err != nil {
			return err
		}
	}
	if p.options.json {
		return p.answerJSON(objects)
	}
	return nil
}

func (i item) object() map[string]any {
	all := map[string]any{}
	for _, f := range i {
		if f.key != "" {
			all[f.key] = f.value
		}
	}
	return all
}

// tabulate makes a row of each item, under the headings.
func tabulate(items []item) [][]string {
	rows := make([][]string, 1+len(items))
	rows[0] = []string{"none"}
	for i, item := range items {
		rows[0] = nil
		for _, f := range item {
			if f.heading != "" {
				rows[0] = append(rows[0], f.heading)
				rows[i+1] = append(rows[i+1], orNone(fmt.Sprint(f.value)))
			}
		}
	}
	return rows
}

// An inventory is what the items are taken from.
type inventory struct {
	study *study.Study
	sets  *library.Library
}
