package render

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"

	"gpca/report/input"
	"gpca/report/plan"
)

// buildOf is a digest of the program, byte by byte: a version may be that of other sources too.
// It is empty where the program's file is gone.
func buildOf() string {
	h := sha256.New()
	program, err := os.Executable()
	if err != nil {
		return ""
	}
	f, err := input.Open(program)
	if err != nil {
		return ""
	}
	defer f.Close()
	if _, err := io.Copy(h, f); err != nil {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))
}

// inputsOf is a digest of all that a drawing is made of: the build of the program, the files of
// the study, what is drawn of it, the data there is, and every result. What is drawn of the same
// has the same bytes. It is empty where it cannot be made.
func inputsOf(build string, p *plan.Plan, results plan.Results, o Options) string {
	if build == "" {
		return ""
	}
	inputs := []any{build, p.Selection, p.Repetitions, p.Origins(), o.Created.UTC(), o.Venue, o.Exit}
	for _, part := range p.Study.Parts() {
		for _, file := range []string{part.File(), textFile(part)} {
			content, err := input.Read(file)
			inputs = append(inputs, part.Name, file, content, err == nil)
		}
	}
	for _, c := range p.Cells {
		r, ok := results.Get(c.Key())
		inputs = append(inputs, c.Key(), ok, r, r.Bare)
	}
	h := sha256.New()
	made := json.NewEncoder(h)
	for _, v := range inputs {
		if made.Encode(v) != nil {
			return ""
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}
