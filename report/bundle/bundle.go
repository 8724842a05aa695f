// Package bundle describes an output folder for archives, from its manifest alone: as an RO-Crate 1.2 of a process run
// (https://w3id.org/ro/crate/1.2, https://w3id.org/ro/wfrun/process/0.5), and for CODECHECK (https://codecheck.org.uk,
// rules 2.0). Both are refused with a list of what only people can say and have not said.
package bundle

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"gpca/report/render"
	"gpca/report/study"
	"gpca/report/words"
)

// The names of the files.
const (
	CrateFile = "ro-crate-metadata.json"
	CheckFile = "codecheck.yml"
)

var (
	orcid       = regexp.MustCompile(`^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$`)
	certificate = regexp.MustCompile(`^\d{4}-\d{3}$`)
	day         = regexp.MustCompile(`^\d{4}(-\d\d(-\d\d)?)?$`)
	// placeholder is a text that stands for one to come; 0000-0001-2345-6789 and 0000-0002-1825-0097 are ORCIDs of
	// examples.
	placeholder = regexp.MustCompile(`(?i)^\s*$|TODO|FIXME|XXX|YYYY|<.*>|0000-0000-0000-0000|0000-0001-2345-6789|` +
		`0000-0002-1825-0097`)
)

type entity = map[string]any

func link(id string) entity { return entity{"@id": id} }

// A need is what people have to say, and whether they did.
type need struct {
	what string
	met  bool
}

// missing is the error of a description that lacks what people have to say; nil for one that has all.
func missing(file string, needs []need) error {
	lacking := slices.DeleteFunc(needs, func(n need) bool { return n.met })
	if len(lacking) == 0 {
		return nil
	}
	return fmt.Errorf("%s needs what is missing or a placeholder: %s", file,
		words.Enumerate(words.Each(lacking, func(n need) string { return n.what })))
}

// Said is what people say of an archive, in place of the head of a study.
type Said struct {
	Author    string // as "A. Author <0000-0003-1419-2405>"
	License   string // its address, or its name at https://spdx.org/licenses
	Published string
}

// over puts what is said into the head of a study. A description need not be more than the title.
func (a Said) over(s study.Head) study.Head {
	if name, id, ok := strings.Cut(a.Author, "<"); ok {
		s.Author, s.ORCID = strings.TrimSpace(name), strings.TrimSuffix(id, ">")
	}
	s.ORCID = strings.TrimPrefix(s.ORCID, "https://orcid.org/") // as people copy it
	s.License, s.Published = cmp.Or(a.License, s.License), cmp.Or(a.Published, s.Published)
	if s.License != "" && !strings.Contains(s.License, ":") {
		s.License = "https://spdx.org/licenses/" + s.License
	}
	s.Abstract = cmp.Or(s.Abstract, s.Title)
	return s
}

// Crate returns the description of a folder as an RO-Crate.
func Crate(of *study.Study, said Said, m render.Manifest) ([]byte, error) {
	s := said.over(of.Head)
	err := missing(CrateFile, []need{
		{"author: of the study", s.Author != ""},
		{"orcid: of the author, such as 0000-0003-…", isORCID(s.ORCID)},
		{"license: the name of a license at spdx.org, or its address", strings.HasPrefix(s.License, "http")},
		{"published: a date such as 2026-03-01", day.MatchString(s.Published)},
		{"files: a report that is drawn", len(m.Files) > 0},
	})
	if err != nil {
		const how = "say it in the study, or by --author \"Name <ORCID>\", --license and --published"
		return nil, fmt.Errorf("%w; %s", err, how)
	}
	author, profile := "https://orcid.org/"+s.ORCID, "https://w3id.org/ro/wfrun/process/0.5"
	var parts []entity
	var files []any
	for _, f := range m.Files {
		parts = append(parts, link(f.Path))
		files = append(files, entity{
			"@id": f.Path, "@type": "File", "name": f.Path, "sha256": f.SHA256,
			"encodingFormat": cmp.Or(mime.TypeByExtension(path.Ext(f.Path)), "application/octet-stream"),
		})
	}
	graph := append([]any{
		entity{"@id": CrateFile, "@type": "CreativeWork", "about": link("./"),
			"conformsTo": link("https://w3id.org/ro/crate/1.2")},
		entity{"@id": "./", "@type": "Dataset", "name": s.Title, "description": s.Abstract,
			"datePublished": s.Published, "license": link(s.License), "author": link(author),
			"conformsTo": link(profile), "mentions": link("#run"), "hasPart": parts},
		entity{"@id": s.License, "@type": "CreativeWork", "name": path.Base(s.License)},
		entity{"@id": profile, "@type": "CreativeWork", "name": "Process Run Crate", "version": "0.5"},
		entity{"@id": author, "@type": "Person", "name": s.Author},
		entity{"@id": "#report", "@type": "SoftwareApplication", "name": "report", "version": m.Version.String()},
		entity{"@id": "#study", "@type": "CreativeWork", "name": cmp.Or(path.Base(m.StudyFile), m.Study)},
		entity{"@id": "#run", "@type": "CreateAction", "name": "Run of study " + s.Name, "instrument": link("#report"),
			"agent": link(author), "object": link("#study"), "result": parts, "endTime": m.Finished},
	}, files...)
	return json.MarshalIndent(entity{"@context": "https://w3id.org/ro/crate/1.2/context", "@graph": graph}, "", "  ")
}

// isORCID reports whether a text is an ORCID with its check digit (ISO/IEC 7064, MOD 11-2), and not that of an example.
func isORCID(id string) bool {
	if !orcid.MatchString(id) || placeholder.MatchString(id) {
		return false
	}
	digits, sum := strings.ReplaceAll(id, "-", ""), 0
	for _, d := range digits[:15] {
		sum = 2 * (sum + int(d-'0'))
	}
	return digits[15] == "0123456789X"[(12-sum%11)%11]
}

// A person is an author or codechecker.
type person struct {
	Name  string `yaml:"name"`
	ORCID string `yaml:"ORCID"`
}

// A check is what people have to say in codecheck.yml: all that rules 2.0 of CODECHECK call an error if it is missing
// (https://github.com/codecheckers/register/blob/master/rules-2.0.yml).
type check struct {
	Paper struct {
		Title     string   `yaml:"title"`
		Authors   []person `yaml:"authors"`
		Reference string   `yaml:"reference"`
	} `yaml:"paper"`
	Codechecker []person `yaml:"codechecker"`
	Report      string   `yaml:"report"`
	Certificate string   `yaml:"certificate"`
	Summary     string   `yaml:"summary"`
}

func (c check) needs() []need {
	unknown := func(p person) bool { return p.Name == "" || !isORCID(p.ORCID) }
	unnamed := func(p person) bool { return p.Name == "" || p.ORCID != "" && !isORCID(p.ORCID) }
	authors := c.Paper.Authors
	return []need{
		{"certificate: YYYY-NNN", certificate.MatchString(c.Certificate)},
		{"report: its DOI", c.Report != "" && !placeholder.MatchString(c.Report)},
		{"summary", c.Summary != ""},
		{"codechecker: a list with names", len(c.Codechecker) > 0 && !slices.ContainsFunc(c.Codechecker, unnamed)},
		{"paper: title", c.Paper.Title != ""},
		{"paper: authors, each with name and ORCID", len(authors) > 0 && !slices.ContainsFunc(authors, unknown)},
		{"paper: reference", c.Paper.Reference != ""},
	}
}

// Check merges the user's codecheck.yml with the manifest, whose files the check is of.
func Check(users []byte, m render.Manifest) ([]byte, error) {
	var all entity
	var said check
	if err := errors.Join(yaml.Unmarshal(users, &all), yaml.Unmarshal(users, &said)); err != nil {
		return nil, fmt.Errorf("%s: %w", CheckFile, err)
	}
	found := placeholder.FindString(fmt.Sprint(all))
	if err := missing(CheckFile, append(said.needs(), need{"a text in place of " + found, found == ""})); err != nil {
		return nil, err
	}
	all["manifest"] = words.Each(m.Files, func(f render.Listed) entity {
		return entity{"file": f.Path, "comment": "SHA-256 " + f.SHA256}
	})
	text, err := yaml.Marshal(all)
	return append([]byte("---\n"), text...), err
}
