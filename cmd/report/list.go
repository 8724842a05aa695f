package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gpca/report"
	"gpca/report/dataset/library"
	"gpca/report/plan"
	"gpca/report/study"
	"gpca/report/suggest"
)

// A section is one kind of things to list.
type section struct {
	name  string
	items func(*inventory) ([]item, error)
}

// An item is one thing listed; as JSON it is an object.
type item interface {
	// row is the item in columns, under those of heading.
	row() []string
	heading() []string
}

// sections are all there is to list, in the order of a full list.
func sections() []section {
	return []section{
		{"studies", (*inventory).studies},
		{"tables", (*inventory).tables},
		{"figures", (*inventory).figures},
		{"datasets", (*inventory).datasets},
		{"methods", (*inventory).methods},
		{"noises", (*inventory).noises},
		{"kernels", (*inventory).kernels},
	}
}

func sectionNames() []string {
	var names []string
	for _, s := range sections() {
		names = append(names, s.name)
	}
	return names
}

func (p *program) listCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "list [" + strings.Join(sectionNames(), "|") + "]",
		Short: "List what there is to choose from",
		Long: `List shows the studies, tables, figures, data sets, methods, noises and kernels,
or the kinds that are named. With a selection it shows what that needs.`,
		Example: `  report list datasets              which are real, which are generated
  report list methods --table 2.8   the methods behind a table`,
		ValidArgs: sectionNames(),
		Args:      onlySections,
		RunE: func(cmd *cobra.Command, args []string) error {
			i, err := p.takeInventory(cmd)
			if err != nil {
				return err
			}
			return p.list(i, args)
		},
	}
	cmd.Flags().SortFlags = false
	p.studyFlags(cmd)
	p.selectionFlags(cmd)
	p.answerFlags(cmd)
	return cmd
}

func onlySections(cmd *cobra.Command, args []string) error {
	for _, a := range args {
		if !slices.Contains(sectionNames(), a) {
			return usage(cmd, fmt.Errorf("there is no list of %q: %s", a, suggest.DidYouMean(a, sectionNames())))
		}
	}
	return nil
}

// list prints the named sections, all for none.
func (p *program) list(i *inventory, names []string) error {
	objects := map[string][]item{}
	first := true
	for _, s := range sections() {
		if len(names) > 0 && !slices.Contains(names, s.name) {
			continue
		}
		items, err := s.items(i)
		if err != nil {
			return err
		}
		if items == nil {
			items = []item{} // in JSON a list without items, not null
		}
		objects[s.name] = items
		if p.options.json {
			continue
		}
		if !first {
			fmt.Fprintln(p.stdout)
		}
		first = false
		if err := p.listSection(s.name, items, len(names) != 1); err != nil {
			return err
		}
	}
	if p.options.json {
		return p.answerJSON(objects)
	}
	return nil
}

// listSection prints one section, under its name when it is not alone.
func (p *program) listSection(name string, items []item, titled bool) error {
	indent := ""
	if titled {
		fmt.Fprintln(p.stdout, name)
		indent = "  "
	}
	if len(items) == 0 {
		return p.answerTable([][]string{{"none"}}, indent)
	}
	rows := [][]string{items[0].heading()}
	for _, i := range items {
		rows = append(rows, i.row())
	}
	return p.answerTable(rows, indent)
}

// An inventory is what the items are taken from.
type inventory struct {
	study   *study.Study
	library *library.Library
	// plan narrows the items down to what a selection needs; nil does not.
	plan *plan.Plan
}

func (p *program) takeInventory(cmd *cobra.Command) (*inventory, error) {
	i := &inventory{}
	folders, err := p.findData()
	if err != nil {
		return nil, err
	}
	if i.study, err = report.OpenStudy(p.options.study); err != nil {
		return nil, err
	}
	i.library = report.OpenLibrary(i.study, folders, nil)
	if s := p.options.selection; !s.IsZero() {
		i.plan, err = plan.New(cmd.Context(), i.study, i.library, s, 0)
	}
	return i, err
}

// has reports whether the inventory shows a thing that the selection, if there
// is one, needs as listed by names.
func (i *inventory) has(name string, names func(*plan.Plan) []string) bool {
	return i.plan == nil || slices.Contains(names(i.plan), name)
}
