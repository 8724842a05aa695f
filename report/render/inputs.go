package render

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"sync"

	"gpca/report/input"
	"gpca/report/plan"
	"gpca/report/publication"
)

// buildOf is a digest of the program's file: two programs of one version may have other sources. It is empty where the
// file is gone. A process is one build, however often it draws.
var buildOf = sync.OnceValue(func() string {
	program, _ := os.Executable() // without a name nothing is opened
	f, err := input.Open(program)
	if err != nil {
		return ""
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return ""
	}
	return fmt.Sprintf("%x", h.Sum(nil))
})

// inputsOf is a digest of all that a drawing is made of, but for the images of a text: see [Listed]. The same gives
// the same bytes. It is empty where it cannot be made.
func inputsOf(p *plan.Plan, results plan.Results, o Options) string {
	v, _ := p.Study.Figured().Find(o.Venue) // drawing reports an unknown one
	h := sha256.New()
	w := json.NewEncoder(h)
	err := w.Encode([]any{buildOf(), v, o.Created.Unix(), p.Selection, p.Repetitions, p.Origins(), o.Exit})
	for _, part := range p.Study.Parts() {
		for _, file := range []string{part.File(), textFile(part)} {
			content, fault := input.Read(file)
			err = cmp.Or(err, w.Encode([]any{file, content, fault == nil}))
		}
		for _, of := range []*publication.Publication{part.Publication(), part.Judged()} {
			if of != nil {
				err = cmp.Or(err, w.Encode([]string{part.Name, of.Digest}))
			}
		}
	}
	for _, c := range p.Cells {
		key := c.Key()
		r, ok := results.Get(key)
		r.Computed = r.Computed.UTC() // as it is stored
		for _, name := range slices.Sorted(maps.Keys(r.Artifacts)) {
			a := r.Artifacts[name]
			err = cmp.Or(err, w.Encode([]any{name, a.Shape, a.Names}))
			for some := range slices.Chunk(a.Data, 1<<16) { // as they are, since digits of many numbers take long
				err = cmp.Or(err, binary.Write(h, binary.LittleEndian, some))
			}
		}
		r.Artifacts = nil
		err = cmp.Or(err, w.Encode([]any{key, ok, r.Bare, r}))
	}
	if err != nil || buildOf() == "" {
		return ""
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}
