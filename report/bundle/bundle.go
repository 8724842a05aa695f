// Package bundle describes an output folder for archives, from its manifest alone: as an RO-Crate 1.2 of a process run
// (https://w3id.org/ro/crate/1.2, https://w3id.org/ro/wfrun/process/0.5), and for CODECHECK (https://codecheck.org.uk,
// rules 2.0). Both are refused with a list of what only people can say and have not said.
package bundle

import (
	"cmp"
	"encoding/json"
	"fmt"
	"mime"
	"path"
	"regexp"
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
	orcid = regexp.MustCompile(`^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$`)
	day   = regexp.MustCompile(`^\d{4}(-\d\d(-\d\d)?)?$`)
	// placeholder is a text that stands for one to come; 0000-0001-2345-6789 and 0000-0002-1825-0097 are ORCIDs of
	// examples.
	placeholder = regexp.MustCompile(`(?i)^\s*$|TODO|FIXME|XXX|YYYY|<.*>|0000-0000-0000-0000|0000-0001-2345-6789|` +
		`0000-0002-1825-0097`)
)

type entity = map[string]any

func link(id string) entity { return entity{"@id": id} }

// missing is the error of a description that lacks what people have to say.
func missing(file string, what []string) error {
	return fmt.Errorf("%s needs what is missing or a placeholder: %s", file, words.Enumerate(what))
}

// Crate returns the description of a folder as an RO-Crate.
func Crate(s *study.Study, m render.Manifest) ([]byte, error) {
	var lacking []string
	for _, need := range []struct {
		what string
		ok   bool
	}{
		{"title: of the study", s.Title != ""}, {"abstract: of the study", s.Abstract != ""},
		{"author: of the study", s.Author != ""},
		{"orcid: of the author, such as 0000-0003-…", orcid.MatchString(s.ORCID)},
		{"license: the address of a license", strings.HasPrefix(s.License, "http")},
		{"published: a date such as 2026-03-01", day.MatchString(s.Published)},
		{"files: a report that is drawn", len(m.Files) > 0},
	} {
		if !need.ok || strings.Contains(need.what, "orcid") && placeholder.MatchString(s.ORCID) {
			lacking = append(lacking, need.what)
		}
	}
	if len(lacking) > 0 {
		return nil, missing(CrateFile, lacking)
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

// Check merges the user's codecheck.yml with the manifest, whose files the check is of.
func Check(users []byte, m render.Manifest) ([]byte, error) {
	var check entity
	if err := yaml.Unmarshal(users, &check); err != nil {
		return nil, fmt.Errorf("%s: %w", CheckFile, err)
	}
	var lacking []string
	for _, key := range []string{"certificate", "report", "paper", "codechecker"} {
		if said := fmt.Sprint(check[key]); check[key] == nil || placeholder.MatchString(said) {
			lacking = append(lacking, key)
		}
	}
	if len(lacking) > 0 {
		return nil, missing(CheckFile, lacking)
	}
	var files []entity
	for _, f := range m.Files {
		files = append(files, entity{"file": f.Path, "comment": "SHA-256 " + f.SHA256})
	}
	check["manifest"] = files
	return yaml.Marshal(check)
}
