package main

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gpca/report"
	"gpca/report/publication/compare"
	"gpca/report/strictyaml"
	"gpca/solver/typo"
)

// texts are a page of the manual for each way to use the program, and the help of each verb.
//
//go:embed manual/*.md verbs/*.txt
var texts embed.FS

func text(file string) string {
	content, err := texts.ReadFile(file)
	must(err)
	return string(content)
}

// manual is "report help PAGE" for all pages but that on studies, which has the keys of study
// files too.
func (p *program) manual() (all []*cobra.Command) {
	files, err := texts.ReadDir("manual")
	must(err)
	for _, f := range files {
		if f.Name() == "study.md" {
			continue
		}
		page := text("manual/" + f.Name())
		title, _, _ := strings.Cut(strings.TrimPrefix(page, "# "), "\n")
		all = append(all, &cobra.Command{
			Use: strings.TrimSuffix(f.Name(), ".md"), Short: title, Args: cobra.NoArgs,
			RunE: func(*cobra.Command, []string) error {
				_, err := fmt.Fprint(p.stdout, page)
				return err
			},
		})
	}
	return all
}

// pagesWith are up to three pages of the manual that have a word, those that have it most often first.
func pagesWith(word string) (pages []string) {
	files, err := texts.ReadDir("manual")
	must(err)
	often := map[string]int{}
	for _, f := range files {
		page, content := strings.TrimSuffix(f.Name(), ".md"), strings.ToLower(text("manual/"+f.Name()))
		if often[page] = strings.Count(content, strings.ToLower(word)); often[page] > 0 {
			pages = append(pages, page)
		}
	}
	slices.SortStableFunc(pages, func(a, b string) int { return often[b] - often[a] })
	return pages[:min(3, len(pages))]
}

func (p *program) helpStudy(cmd *cobra.Command, args []string) error {
	shape, page := report.DescribeStudy(), text("manual/study.md")+"\n## The keys\n\n"
	if len(args) > 0 {
		narrow, found := shape.Narrow(args[0])
		if !found {
			return usage(cmd, fmt.Errorf("a study has no %q: %s", args[0], typo.DidYouMean(args[0], shape.Names())))
		}
		shape, page = narrow, ""
	}
	_, err := fmt.Fprint(p.stdout, page+shape.Explain("", ""))
	return err
}

func (p *program) schema(cmd *cobra.Command, of []string) error {
	if len(of) > 0 && of[0] != "compare" {
		return usage(cmd, fmt.Errorf("there is no schema of %q: there are one of studies, without a name, and compare",
			of[0]))
	}
	if len(of) > 0 { // a list of verdicts
		verdict := strictyaml.Describe("A verdict on a number in print.", compare.Exported{})
		return p.answerJSON(map[string]any{"type": "array", "items": verdict.Schema("Verdict")})
	}
	return p.answerJSON(report.DescribeStudy().Schema("Study"))
}
