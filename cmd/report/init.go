package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"gpca/report"
	"gpca/report/external"
	"gpca/report/input"
	"gpca/report/publication"
	"gpca/report/words"
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
	if p.options.forge != "" {
		return p.draftWorkflow(p.options.forge, file)
	}
	if err := p.mayWrite(file); err != nil {
		return usage(cmd, err)
	}
	wish := p.options.wish
	wish.File, wish.Data, wish.Columns.Memory = file, p.options.data, p.options.Memory
	if p.options.language != "" {
		var err error
		if wish.Program, err = external.FindScript(p.options.language); err != nil {
			return fmt.Errorf("--method: %w", err)
		}
		script := filepath.Join(filepath.Dir(file), wish.Program.File)
		there, err := input.Read(script)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			err = p.writeNew(script, wish.Program.Source)
		case err == nil && !bytes.Equal(there, wish.Program.Source):
			err = fmt.Errorf("%s is there already, and is another: move it, or name a study in another folder", script)
		}
		if err != nil {
			return err
		}
		fmt.Fprintf(p.stdout, "%s is written: a method mine of the study, to change\n", script)
	}
	defer p.collect()()
	source, about, err := report.DraftStudy(cmd.Context(), wish)
	if err != nil {
		return err
	}
	if err := p.writeNew(file, source); err != nil {
		return err
	}
	fmt.Fprintf(p.stdout, "%s is written, on %s\nnext: report --study %s\n", file, strings.Join(about, "\n  "),
		quoteShell(file))
	return nil
}

// aStudy is in every study, and hardly in another file that is called like one.
var aStudy = regexp.MustCompile(`(?m)^(experiments|appendices):`)

// mayWrite refuses a name that is not that of a study, and a file that is there and is none: --force is not for data.
func (p *program) mayWrite(file string) error {
	if ending := strings.ToLower(filepath.Ext(file)); ending != ".yaml" && ending != ".yml" {
		if _, err := os.Stat(file); err != nil && ending == "" {
			return fmt.Errorf("init writes a study to a file .yaml or .yml: did you mean report init %s.yaml?",
				quoteShell(file))
		}
		return fmt.Errorf("init writes a study to a file .yaml or .yml, and %s is none: did you mean report init "+
			"--data %s?", file, quoteShell(file))
	}
	switch there, err := input.Read(file); {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("init: %w", err)
	case len(there) > 0 && !aStudy.Match(there):
		return fmt.Errorf("%s is there already, and is no study: name another file", file)
	case !p.options.Force:
		return thereAlready(file)
	}
	return nil
}

// paperOf is a name for the folder of a publication whose first table is in a file.
func paperOf(table string) string {
	return strings.TrimSuffix(table, filepath.Ext(table))
}

// draftPaper writes the folder of a publication from tables as they are printed.
func (p *program) draftPaper(name string, tables []string) error {
	if info, err := os.Stat(name); err == nil && !info.IsDir() {
		meant := words.Each(slices.Concat([]string{paperOf(name), name}, tables), quoteShell)
		return fmt.Errorf("init --paper needs the name of a folder before the tables: did you mean report init "+
			"--paper %s?", strings.Join(meant, " "))
	}
	if len(tables) == 0 {
		return errors.New("init --paper needs tables, each in a file .csv, .md, .html or .tex")
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
	fmt.Fprintf(p.stdout, "%s is written; guessed, to look through in publication.yaml:\n  %s\nnext: report audit "+
		"%[1]s\n", name, strings.Join(d.Said, "\n  "))
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
		return thereAlready(file)
	}
	if err != nil {
		return fmt.Errorf("init: %w", err)
	}
	return nil
}

func thereAlready(file string) error {
	return fmt.Errorf("%s is there already: move it, or overwrite it with --force", file)
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
