package main

import (
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// hostile is what a name may hold that one of the formats would obey.
const hostile = `=cmd|'/c calc'!A1 <script>alert(1)</script> \input{/etc/passwd} $(id) %25 ../../up --><svg/onload=x> ]]> &lt; [a](javascript:x) ![b](x) ` + "`c` | ~d~"

// hostileStudy is [own] with such names wherever a study or its file may have one.
func hostileStudy() (study, data string) {
	quoted := "'" + strings.ReplaceAll(hostile, "'", "''") + "'"
	study = strings.NewReplacer(
		"title: Leaves", "title: "+quoted+"\nauthor: "+quoted+"\nsource: "+quoted+"\nlabels: {p=1: 'L1 "+quoted[1:]+"}",
		"name: leaves,", "name: "+quoted+", title: "+quoted+",",
		"data: leaves", "data: "+quoted,
		"name: own\n", "name: "+quoted+"\n",
		"name: rates", "name: "+quoted,
		"experiment: rates", "experiment: "+quoted,
		"caption: Rates", "corner: "+quoted+", caption: "+quoted,
		"caption: Components", "caption: "+quoted,
		"saturating", quoted,
	).Replace(own)
	cell := `"` + strings.ReplaceAll(hostile, `"`, `""`) + "\x1b[31m" + `"`
	return study, strings.NewReplacer("length", cell, "oak", cell).Replace(leaves(12))
}

// Names of a study reach files, documents, tables and the terminal as text, which none of
// them obeys.
func TestHostileNames(t *testing.T) {
	long(t)
	t.Chdir(t.TempDir())
	study, data := hostileStudy()
	for name, content := range map[string]string{"own.yaml": study, "leaves.csv": data} {
		assert.NilError(t, os.WriteFile(name, []byte(content), 0o600))
	}
	for _, verb := range []string{"", "status", "list", "why", "list --json"} {
		args := append(strings.Fields(verb), "--study", "own.yaml")
		if verb == "" {
			args = append(args, "--verbose")
		}
		o := execute(t, nil, args...)
		assert.Check(t, o.code == exitFine && !strings.ContainsAny(o.stdout+o.stderr, "\x1b\r"),
			"%s: exit code %d, says %q %q", args, o.code, o.stdout, o.stderr)
	}
	ordinary := regexp.MustCompile(`^(own\.yaml|leaves\.csv|out/[a-zA-Z0-9./-]+)$`)
	obeyed := map[string]*regexp.Regexp{
		".md":   regexp.MustCompile(`(^|[^\\])(<script|<svg|\]\(javascript)`),
		".html": regexp.MustCompile(`(?i)<script>alert|<svg/|javascript:x"`),
		".tex":  regexp.MustCompile(`\\input|(^|[^\\])[$]\(`),
		".svg":  regexp.MustCompile(`<script|<svg/`),
	}
	seen := map[string]bool{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		ending := filepath.Ext(path)
		seen[ending] = true
		content := read(t, path)
		assert.Check(t, ordinary.MatchString(filepath.ToSlash(path)), "a file is called %q", path)
		if found := obeyed[ending]; found != nil {
			assert.Check(t, !found.MatchString(content), "%s holds %q", path, found.FindString(content))
		}
		assert.Check(t, obeyed[ending] == nil || !strings.Contains(content, "\x1b"), "%s holds an escape", path)
		switch {
		case ending == ".csv" && strings.HasPrefix(path, "out"):
			records, err := csv.NewReader(strings.NewReader(content)).ReadAll()
			for _, record := range records {
				for _, field := range record {
					assert.Check(t, !strings.HasPrefix(field, "="), "%s has the field %q", path, field)
				}
			}
			return err
		case ending == ".json":
			assert.Check(t, json.Valid([]byte(content)), "%s is no JSON", path)
		case ending == ".svg":
			d := xml.NewDecoder(strings.NewReader(content))
			for err == nil {
				_, err = d.Token()
			}
			assert.Check(t, err == io.EOF, "%s: %v", path, err)
		}
		return nil
	})
	if err != nil || !seen[".pdf"] || !seen[".tex"] || !seen[".svg"] || !seen[".html"] || !seen[".csv"] {
		t.Errorf("%v, of the endings %v", err, seen)
	}
}
