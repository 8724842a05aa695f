package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"gpca/report/version"
)

// man writes a page in the format of man(7) for each verb: a package of the program installs them beside it.
// Each has the text of --help as it stands.
func (p *program) man(cmd *cobra.Command, args []string) error {
	day, err := sourceDate(p.getenv("SOURCE_DATE_EPOCH"))
	if err == nil {
		err = os.MkdirAll(args[0], 0o755)
	}
	verbs := []*cobra.Command{cmd.Root()}
	for len(verbs) > 0 && err == nil {
		about := verbs[0]
		verbs = verbs[1:]
		if about.IsAvailableCommand() || !about.HasParent() {
			about.InitDefaultHelpFlag()
			name := strings.ReplaceAll(about.CommandPath(), " ", "-")
			page := fmt.Sprintf(".TH %s 1 %s \"gpca %s\"\n.SH NAME\n%s \\- %s\n.SH DESCRIPTION\n.nf\n%s\n%s.fi\n",
				strings.ToUpper(name), day.Format("2006-01-02"), version.Read().Number, roff(name), roff(about.Short),
				roff(about.Long), roff(about.UsageString()))
			err = os.WriteFile(filepath.Join(args[0], name+".1"), []byte(page), 0o644)
		}
		verbs = append(verbs, about.Commands()...)
	}
	return err
}

// roff writes text so that man shows each of its letters: a backslash begins a command, and so do a point and an
// apostrophe at the beginning of a line (groff_man(7)).
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	return strings.TrimPrefix(strings.NewReplacer("\n.", "\n\\&.", "\n'", "\n\\&'").Replace("\n"+text), "\n")
}
