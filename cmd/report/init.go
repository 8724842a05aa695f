package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"gpca/report"
)

// initCommand writes a study to begin with.
func (p *program) initCommand() *cobra.Command {
	var data string
	var full bool
	cmd := &cobra.Command{
		Use:  "init [file]",
		Args: atMost(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			file := append(args, "mine.yaml")[0]
			return p.draft(cmd, file, data, full)
		},
	}
	return verb(cmd, func(cmd *cobra.Command) {
		f := cmd.Flags()
		f.StringVar(&data, "data", "", "`file` or folder with data of your own")
		f.BoolVar(&full, "full", false, "explain every key that a study may have")
		f.BoolVar(&p.options.Force, "force", false, "overwrite the file if it is there")
	})
}

// draft writes a study and says what to do with it.
func (p *program) draft(cmd *cobra.Command, file, data string, full bool) error {
	source, about, err := report.DraftStudy(cmd.Context(), file, data, full)
	if err != nil {
		return err
	}
	flags := os.O_WRONLY | os.O_CREATE | os.O_EXCL
	if p.options.Force {
		flags = os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	}
	f, err := os.OpenFile(file, flags, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already: name another file, or overwrite it with --force", file)
	}
	if err == nil {
		_, err = f.Write(source)
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		return fmt.Errorf("init: %w", err)
	}
	fmt.Fprintf(p.stdout, "%s is written, on %s\nnext: report --study %[1]s\n", file, about)
	return nil
}
