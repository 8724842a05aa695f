package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"gpca/report"
)

// draft answers init: it writes a study and says what to do with it.
func (p *program) draft(cmd *cobra.Command, args []string) error {
	file := append(args, "mine.yaml")[0]
	wish := p.options.wish
	wish.File, wish.Data = file, p.options.data
	source, about, err := report.DraftStudy(cmd.Context(), wish)
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
	fmt.Fprintf(p.stdout, "%s is written, on %s\nnext: report --study %[1]s\n", file, strings.Join(about, "\n  "))
	return nil
}
