package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/spf13/cobra"

	"gpca/report/bundle"
	"gpca/report/input"
	"gpca/report/render"
)

// bundle describes the output folder for archives: as an RO-Crate, and for CODECHECK where its file is beside the study.
func (p *program) bundle(cmd *cobra.Command, _ []string) error {
	m, chosen, err := p.drawn(cmd)
	if err != nil {
		return err
	}
	crate, err := bundle.Crate(chosen, p.options.said, m)
	if err != nil {
		return err
	}
	files := []render.File{{Path: bundle.CrateFile, Content: crate}}
	users, err := input.Read(filepath.Join(chosen.Folder, bundle.CheckFile))
	if err == nil {
		users, err = bundle.Check(users, m)
		files = append(files, render.File{Path: bundle.CheckFile, Content: users})
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := render.Write(p.options.out, files); err != nil {
		return err
	}
	fmt.Fprintf(p.stdout, "%s describes %d files\n", filepath.Join(p.options.out, bundle.CrateFile), len(m.Files))
	return nil
}

func (p *program) bundleFlags(cmd *cobra.Command) {
	f, said := cmd.Flags(), &p.options.said
	f.StringVar(&said.Author, "author", "", "`name` and ORCID of the author, as in \"A. Author <0000-0003-1419-2405>\"")
	f.StringVar(&said.License, "license", "", "`license` by its name at spdx.org, or its address")
	f.StringVar(&said.Published, "published", "", "`date` of publication")
}
