package main

import (
	"slices"

	"github.com/spf13/cobra"

	"gpca/report/dataset"
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

func (p *program) completeStudies() []cobra.Completion { return study.Embedded() }

// chosenStudy is the study that the flags before the one being completed
// choose, an empty one when they choose none.
func (p *program) chosenStudy() *study.Study {
	s, err := study.Open(p.options.study)
	if err != nil {
		return &study.Study{}
	}
	return s
}

func (p *program) completeTables() []cobra.Completion {
	var values []cobra.Completion
	for _, t := range p.chosenStudy().Tables {
		values = append(values, cobra.CompletionWithDesc(t.Number, t.Caption))
	}
	return values
}

func (p *program) completeFigures() []cobra.Completion {
	var values []cobra.Completion
	for _, f := range p.chosenStudy().Figures {
		values = append(values, cobra.CompletionWithDesc(f.Number, f.Caption))
	}
	return values
}

func (p *program) completeDatasets() []cobra.Completion {
	var used []string
	for _, e := range p.chosenStudy().Experiments {
		used = append(used, e.Data...)
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
	var values []cobra.Completion
	for _, n := range s.Needs(study.Selection{}) {
		description := s.Label(n.Method)
		if f, err := s.Method(n.Method).Function(); err == nil {
			description = f.Formula()
		}
		v := cobra.CompletionWithDesc(n.Method, description)
		if !slices.Contains(values, v) {
			values = append(values, v)
		}
	}
	return values
}
