package main

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"gpca/report"
	"gpca/report/dataset"
	"gpca/report/exhibit"
	"gpca/report/experiment"
	"gpca/report/plan"
	"gpca/report/study"
)

// complete registers what the shell offers for a flag.
func complete(cmd *cobra.Command, flag string, values func() []cobra.Completion) {
	directive := cobra.ShellCompDirectiveNoFileComp
	if flag == "study" {
		directive = cobra.ShellCompDirectiveDefault // or a file
	}
	must(cmd.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return values(), directive
	}))
}

// chosenStudy is the study that the flags before the one being completed
// choose, an empty one when they choose none.
func (p *program) chosenStudy() *study.Study {
	s, err := report.OpenStudy(p.options.study)
	if err != nil {
		return &study.Study{}
	}
	return s
}

func (p *program) completeTables() []cobra.Completion {
	return numbers(p.chosenStudy().AllTables())
}

func (p *program) completeFigures() []cobra.Completion {
	return numbers(p.chosenStudy().AllFigures())
}

func numbers[E exhibit.Exhibit](exhibits []E) []cobra.Completion {
	var values []cobra.Completion
	for _, e := range exhibits {
		values = append(values, cobra.CompletionWithDesc(e.Head().Number, e.Head().Caption))
	}
	return values
}

func (p *program) completeDatasets() []cobra.Completion {
	var used []string
	for _, part := range p.chosenStudy().Parts() {
		for _, e := range part.Experiments {
			axis, _ := e.Axis(experiment.Data)
			for _, v := range axis.Values {
				used = append(used, v.Text)
			}
		}
	}
	var values []cobra.Completion
	for _, e := range dataset.Catalogue() {
		if slices.Contains(used, e.Name) {
			values = append(values, cobra.CompletionWithDesc(e.Name, e.Title))
		}
	}
	return values
}

func (p *program) completeMethods() []cobra.Completion {
	s := p.chosenStudy()
	chosen, err := plan.New(context.Background(), s, report.OpenLibrary(s, nil, nil), plan.Selection{}, 0)
	if err != nil {
		return nil
	}
	var values []cobra.Completion
	for _, q := range chosen.Asked() {
		description := s.Label(q.Method.Name)
		if f, err := q.Method.Function(); err == nil {
			description = f.Formula()
		}
		v := cobra.CompletionWithDesc(q.Method.Name, description)
		if !slices.Contains(values, v) {
			values = append(values, v)
		}
	}
	return values
}
