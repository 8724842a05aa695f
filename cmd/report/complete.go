package main

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"gpca/report"
	"gpca/report/exhibit"
	"gpca/report/experiment"
	"gpca/report/formula"
	"gpca/report/plan"
	"gpca/report/study"
)

// complete registers what the shell offers for a flag, of the study that the flags before
// it choose.
func (p *program) complete(cmd *cobra.Command, flag string, values func(*study.Study) []cobra.Completion) {
	must(cmd.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		s, err := report.OpenStudy(p.options.study)
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return values(s), cobra.ShellCompDirectiveNoFileComp
	}))
}

func tables(s *study.Study) []cobra.Completion  { return numbers(s.AllTables()) }
func figures(s *study.Study) []cobra.Completion { return numbers(s.AllFigures()) }

func numbers[E exhibit.Exhibit](exhibits []E) []cobra.Completion {
	var values []cobra.Completion
	for _, e := range exhibits {
		values = append(values, cobra.CompletionWithDesc(e.Head().Number, e.Head().Caption))
	}
	return values
}

func datasets(s *study.Study) []cobra.Completion {
	return asked(s, func(p *plan.Plan, q exhibit.Query) (name, about string) {
		name = q.Point[experiment.Data]
		return name, p.Title(name)
	})
}

func methods(s *study.Study) []cobra.Completion {
	return asked(s, func(_ *plan.Plan, q exhibit.Query) (name, about string) {
		if f, err := q.Method.Function(); err == nil {
			return q.Method.Name, formula.Plain(f.Formula())
		}
		return q.Method.Name, s.Label(q.Method.Name)
	})
}

// asked describes what the exhibits of a study ask for, each once.
func asked(s *study.Study, describe func(*plan.Plan, exhibit.Query) (name, about string)) []cobra.Completion {
	p, err := plan.New(context.Background(), s, report.OpenLibrary(s, nil, nil), plan.Selection{}, 0)
	if err != nil {
		return nil
	}
	var values []cobra.Completion
	for _, q := range p.Asked() {
		if v := cobra.CompletionWithDesc(describe(p, q)); !slices.Contains(values, v) {
			values = append(values, v)
		}
	}
	return values
}
