package main

import (
	"embed"
	"fmt"
	"path"
	"strings"

	"github.com/spf13/cobra"
)

// manual has a page for each way to use the program.
//
//go:embed manual/*.md
var manual embed.FS

// page is a page of the manual by its name.
func page(name string) string {
	text, err := manual.ReadFile(path.Join("manual", name+".md"))
	must(err)
	return string(text)
}

// manualCommands are "report help PAGE" for all pages but that on studies, which has the keys
// of study files too.
func (p *program) manualCommands() (all []*cobra.Command) {
	files, err := manual.ReadDir("manual")
	must(err)
	for _, f := range files {
		name := strings.TrimSuffix(f.Name(), ".md")
		if name == "study" {
			continue
		}
		text := page(name)
		title, _, _ := strings.Cut(strings.TrimPrefix(text, "# "), "\n")
		all = append(all, verb(&cobra.Command{
			Use: name, Short: title, Args: cobra.NoArgs,
			RunE: func(*cobra.Command, []string) error {
				_, err := fmt.Fprint(p.stdout, text)
				return err
			},
		}))
	}
	return all
}
