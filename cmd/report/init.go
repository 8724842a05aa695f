package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"gpca/report"
	"gpca/report/external"
	"gpca/report/publication"
)

// draft answers init: it writes a study, or a publication, and says what to do with it.
func (p *program) draft(cmd *cobra.Command, args []string) error {
	if p.options.paper != "" {
		return p.draftPaper(p.options.paper, args)
	}
	if len(args) > 1 {
		return fmt.Errorf("init writes one study, not %d: tables of a publication need --paper NAME", len(args))
	}
	file := append(args, "mine.yaml")[0]
	wish := p.options.wish
	wish.File, wish.Data = file, p.options.data
	if p.options.language != "" {
		var err error
		if wish.Program, err = external.FindScript(p.options.language); err != nil {
			return fmt.Errorf("--method: %w", err)
		}
		script := filepath.Join(filepath.Dir(file), wish.Program.File)
		if there, err := os.ReadFile(script); err != nil || !bytes.Equal(there, wish.Program.Source) {
			if err := p.writeNew(script, wish.Program.Source); err != nil {
				return err
			}
		}
		fmt.Fprintf(p.stdout, "%s is written: a method mine of the study, to change\n", script)
	}
	source, about, err := report.DraftStudy(cmd.Context(), wish)
	if err != nil {
		return err
	}
	if err := p.writeNew(file, source); err != nil {
		return err
	}
	fmt.Fprintf(p.stdout, "%s is written, on %s\nnext: report --study %[1]s\n", file, strings.Join(about, "\n  "))
	return nil
}

// draftPaper writes the folder of a publication from tables as they are printed.
func (p *program) draftPaper(name string, tables []string) error {
	if len(tables) == 0 {
		return errors.New("init --paper needs tables, each in a file .csv, .md or .tex")
	}
	d, err := publication.DraftOf(filepath.Base(name), tables)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(name, "printed"), 0o755); err != nil {
		return fmt.Errorf("init: %w", err)
	}
	for _, file := range slices.Sorted(maps.Keys(d.Files)) {
		if err := p.writeNew(filepath.Join(name, file), d.Files[file]); err != nil {
			return err
		}
	}
	if _, err := publication.Open(name); err != nil {
		return err
	}
	fmt.Fprintf(p.stdout, "%s is written; guessed, to look through in publication.yaml:\n  %s\nnext: report audit %[1]s\n",
		name, strings.Join(d.Said, "\n  "))
	return nil
}

// writeNew writes a file that is not there yet.
func (p *program) writeNew(file string, content []byte) error {
	flags := os.O_EXCL
	if p.options.Force {
		flags = os.O_TRUNC
	}
	err := writeFile(file, content, flags)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already: name another file, or overwrite it with --force", file)
	}
	if err != nil {
		return fmt.Errorf("init: %w", err)
	}
	return nil
}

// writeFile writes a file, or into a pipe that is read already: nobody may ever open the other end of another.
func writeFile(file string, content []byte, flags int) error {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|syscall.O_NONBLOCK|flags, 0o644)
	if errors.Is(err, syscall.ENXIO) {
		return fmt.Errorf("%s is a pipe that nobody reads: name a file, or start its reader first", file)
	}
	if err == nil {
		_, err = f.Write(content)
		err = errors.Join(err, f.Close())
	}
	return err
}
