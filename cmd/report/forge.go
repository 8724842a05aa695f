package main

import (
	"cmp"
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"

	"gpca/report/version"
)

//go:embed forge
var forges embed.FS

// workflowFiles are where a forge looks for what its CI runs. A new forge is a template in forge and a line here.
var workflowFiles = map[string]string{"github": ".github/workflows/report.yaml", "gitlab": ".gitlab-ci.yml"}

// released is the version of a program that a release has.
var released = regexp.MustCompile(`^v\d+\.\d+\.\d+$`)

// draftWorkflow writes what a forge's CI runs for a study, into the folder that the study's repository is.
func (p *program) draftWorkflow(forge, study string) error {
	file, known := workflowFiles[forge]
	if !known {
		return fmt.Errorf("--ci: %q is neither github nor gitlab", forge)
	}
	if _, err := os.Stat(study); err != nil || filepath.IsAbs(study) {
		return fmt.Errorf("init --ci: there is no study %s below this folder, which is to be the repository's: report "+
			"init writes one", study)
	}
	slashes := filepath.ToSlash(study)
	content := struct{ Study, Quoted, Version string }{slashes, quoteShell(slashes), "v0.0.0"}
	if number := version.Read().Number; released.MatchString(number) {
		content.Version = number
	}
	var text strings.Builder
	written := template.Must(template.New("").Delims("[[", "]]").ParseFS(forges, "forge/*"))
	err := written.ExecuteTemplate(&text, forge+".yaml", content)
	if err = cmp.Or(err, os.MkdirAll(filepath.Dir(file), 0o755)); err != nil {
		return fmt.Errorf("init --ci: %w", err)
	}
	if err := p.writeNew(file, []byte(text.String())); err != nil {
		return err
	}
	fmt.Fprintf(p.stdout, "%s is written, for %s\nnext: set RELEASES, VERSION and SHA256 in it, and commit it with "+
		"the study and its data\n", file, study)
	return nil
}
