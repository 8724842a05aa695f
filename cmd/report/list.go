package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gpca/report"
	"gpca/report/dataset/library"
	"gpca/report/plan"
	"gpca/report/study"
	"gpca/report/words"
	"gpca/solver/typo"
)

// A section is a list of things of a kind.
type section struct {
	name  string
	items func(*inventory) ([]item, error)
}

// sections are all there is to list, in the order of a full list.
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

// An item is one thing listed, field by field.
type item []field

// A field is in the JSON object under its key, and in a column for people. One without a
// key or a heading is not there.
type field struct {
	key, heading string
	value        any
}

// MarshalJSON returns an object with the keys in order.
func (i item) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	separator := "{"
	for _, f := range i {
		if f.key == "" {
			continue
		}
		fmt.Fprintf(&b, "%s%q:", separator, f.key)
		separator = ","
		if err := e.Encode(f.value); err != nil {
			return nil, err
		}
	}
	b.WriteString("}")
	return b.Bytes(), nil
}

// columns are the headings and the values of an item.
func (i item) columns() (headings, values []string) {
	for _, f := range i {
		if f.heading != "" {
			headings = append(headings, f.heading)
			values = append(values, orNone(fmt.Sprint(f.value)))
		}
	}
	return headings, values
}

func (p *program) listCommand() *cobra.Command {
	return verb(&cobra.Command{
		Use:   "list [" + strings.Join(sectionNames(), "|") + "]",
		Short: "List what there is to choose from",
		Long: `List shows the studies, tables, figures, data sets, methods, noises, kernels and
venues of figures,
or only the named lists. Of a data set it shows the samples that a run would take, real
or generated, the files that it is in or is looked for in, below a folder of data, and
where they are published; --json names all files. With a selection it shows what the selection needs.`,
		Example: `  report list datasets              which are real, which are generated
  report list methods --table 2.8   the methods behind a table`,
		ValidArgs: sectionNames(),
		Args:      onlySections,
		RunE:      p.list,
	}, p.studyFlags, p.selectionFlags, p.answerFlags)
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
func (p *program) list(cmd *cobra.Command, names []string) error {
	inventory, err := p.takeInventory(cmd)
	if err != nil {
		return err
	}
	objects := map[string][]item{}
	for _, s := range sections {
		if len(names) > 0 && !slices.Contains(names, s.name) {
			continue
		}
		items, err := s.items(inventory)
		if err != nil {
			return err
		}
		first := len(objects) == 0
		objects[s.name] = append([]item{}, items...) // in JSON a list without items, not null
		if p.options.json {
			continue
		}
		indent := ""
		if len(names) != 1 {
			if !first {
				fmt.Fprintln(p.stdout)
			}
			fmt.Fprintln(p.stdout, s.name)
			indent = "  "
		}
		rows := [][]string{{"none"}}
		for _, i := range items {
			headings, values := i.columns()
			rows[0] = headings
			rows = append(rows, values)
		}
		if err := p.answerTable(rows, indent); err != nil {
			return err
		}
	}
	if p.options.json {
		return p.answerJSON(objects)
	}
	return nil
}

// An inventory is what the items are taken from.
type inventory struct {
	study *study.Study
	sets  *library.Library
	// plan narrows the items down to what a selection needs; nil does not.
	plan *plan.Plan
}

func (p *program) takeInventory(cmd *cobra.Command) (*inventory, error) {
	folders, err := p.findData()
	if err != nil {
		return nil, err
	}
	i := &inventory{}
	if i.study, err = report.OpenStudy(p.options.study); err != nil {
		return nil, err
	}
	i.sets = report.OpenLibrary(i.study, folders, nil)
	if s := p.options.selection; !s.IsZero() {
		i.plan, err = plan.New(cmd.Context(), i.study, i.sets, s, 0)
	}
	return i, err
}

// needs reports whether the inventory shows a thing that the selection, if there is one,
// needs as listed by names.
func (i *inventory) needs(name string, names func(*plan.Plan) []string) bool {
	return i.plan == nil || slices.Contains(names(i.plan), name)
}
