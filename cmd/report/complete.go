package main

import (
	"context"

	"github.com/spf13/cobra"

	"gpca/report"
	"gpca/report/exhibit"
	"gpca/report/experiment"
	"gpca/report/formula"
	"gpca/report/plan"
	"gpca/report/study"
	"gpca/report/words"
)

// complete registers what the shell offers for a flag, of the study that the flags before
// it choose.
func (p *program) complete(cmd *cobra.Command, flag string, values func(*study.Study) []cobra.Completion) {
	must(cmd.RegisterFlagCompletionFunc(flag, func(
		*cobra.Command, []string, string,
	) (all []cobra.Completion, _ cobra.ShellCompDirective) {
		if s, err := report.OpenStudy(p.options.study); err == nil {
			all = values(s)
		}
		return all, cobra.ShellCompDirectiveNoFileComp
	}))
}

func tables(s *study.Study) []cobra.Completion  { return numbers(s.AllTables()) }
func figures(s *study.Study) []cobra.Completion { return numbers(s.AllFigures()) }

func numbers[E exhibit.Exhibit](exhibits []E) []cobra.Completion {
	return words.Each(exhibits, func(e E) cobra.Completion {
		return cobra.CompletionWithDesc(e.Head().Number, e.Head().Caption)
	})
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
	return words.AppendNew(nil, words.Each(p.Asked(), func(q exhibit.Query) cobra.Completion {
		return cobra.CompletionWithDesc(describe(p, q))
	})...)
}
