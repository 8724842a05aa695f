package render

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
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
	if err != nil || add(h, program) != nil {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))
}

// inputsOf is a digest of all that a drawing is made of: the build of the program, the files of
// the study, what is drawn of it, the data there is, and every result. What is drawn of the same
// has the same bytes. It is empty where it cannot be told.
func inputsOf(build string, p *plan.Plan, results plan.Results, o Options) string {
	if build == "" {
		return ""
	}
	h := sha256.New()
	fmt.Fprintln(h, build)
	for _, part := range p.Study.Parts() {
		fmt.Fprintf(h, "%q\n", part.Name)
		if part.Folder == "" {
			continue // it came with the program
		}
		if add(h, part.File()) != nil {
			return ""
		}
		if file := textFile(part); add(h, file) != nil {
			fmt.Fprintf(h, "no %q\n", file)
		}
	}
	made := json.NewEncoder(h)
	fault := made.Encode([]any{p.Selection, p.Repetitions, p.Origins(), o.Created.UTC(), o.Venue, o.Exit})
	for _, c := range p.Cells {
		fmt.Fprintln(h, c.Key())
		if r, ok := results.Get(c.Key()); ok && fault == nil {
			fmt.Fprintln(h, r.Bare)
			fault = made.Encode(r)
		}
	}
	if fault != nil {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))
}

// add adds the content of a file to a digest.
func add(h hash.Hash, file string) error {
	f, err := input.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	n, err := io.Copy(h, f)
	fmt.Fprintf(h, "\n%q of %d bytes\n", file, n)
	return err
}
