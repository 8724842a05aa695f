package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/spf13/cobra"

	"gpca/report/bundle"
	"gpca/report/folder"
	"gpca/report/input"
)

// bundle describes the output folder for archives: as an RO-Crate, and for CODECHECK where its file is beside the
// study.
func (p *program) bundle(cmd *cobra.Command, _ []string) error {
	m, chosen, err := p.drawn(cmd)
	if err != nil {
		return err
	}
	crate, err := bundle.Crate(chosen, p.options.said, m)
	if err != nil {
		return err
	}
	files := map[string][]byte{bundle.CrateFile: crate}
	users, err := input.Read(filepath.Join(chosen.Folder, bundle.CheckFile))
	if err == nil {
		files[bundle.CheckFile], err = bundle.Check(users, m)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for name, content := range files {
		if err := folder.Replace(p.options.out, name, content); err != nil {
			return fmt.Errorf("bundle: %w", err)
		}
	}
	if err := folder.Sync(p.options.out); err != nil {
		return fmt.Errorf("bundle: %w", err)
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
