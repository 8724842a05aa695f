package render

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"

	"gpca/report/document"
	"gpca/report/input"
	"gpca/report/plan"
	"gpca/report/publication"
)

// buildOf is a digest of the program, byte by byte: a version may be that of other sources too.
// It is empty where the program's file is gone. A process is one build, however often it draws.
var buildOf = sync.OnceValue(func() string {
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
})

// inputsOf is a digest of all that a drawing is made of: the build of the program, the files of
// the study, what is drawn of it, the data there is, and every result. What is drawn of the same
// has the same bytes. It is empty where it cannot be made.
func inputsOf(build string, p *plan.Plan, results plan.Results, o Options) string {
	venue, _ := p.Study.Figured().Find(o.Venue) // none is an error where it is drawn
	inputs := []any{p.Selection, p.Repetitions, p.Origins(), o.Created.Unix(), venue, o.Exit}
	for _, part := range p.Study.Parts() {
		files := []string{part.File(), textFile(part)}
		text, _ := input.Read(textFile(part)) // one that comes with the program has no images
		noted := func(address string) (f document.FigureBlock, err error) {
			files = append(files, filepath.Join(part.Folder, address))
			return f, nil
		}
		_, _ = document.Parse("", string(text), document.Numbered{Image: noted}) // faults are told where it is drawn
		for _, file := range files {
			content, err := input.Read(file)
			inputs = append(inputs, part.Name, file, content, err == nil)
		}
		for _, p := range []*publication.Publication{part.Publication(), part.Judged()} {
			if p != nil {
				inputs = append(inputs, p.Digest)
			}
		}
	}
	for _, c := range p.Cells {
		r, ok := results.Get(c.Key())
		r.Computed = r.Computed.UTC().Round(0) // as it is stored
		// What is not stored of a cell does not count: its program may be running, and refits are in the result.
		r.Cell.Command, r.Cell.Refits = nil, 0
		inputs = append(inputs, c.Key(), ok, r)
	}
	return digest(build, inputs)
}

// digest is a digest of a value, for a build of the program: what the build makes of the same is
// the same. It is empty without a build.
func digest(build string, value any) string {
	if build == "" {
		return ""
	}
	h := sha256.New()
	w := bufio.NewWriter(h)
	into(w, reflect.ValueOf([]any{build, value}))
	w.Flush() // a hash takes everything
	return hex.EncodeToString(h.Sum(nil))
}

// into hashes a value with all that it refers to. Lengths and types part what follows each other.
func into(h *bufio.Writer, v reflect.Value) {
	word := func(n uint64) {
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], n)
		h.Write(b[:])
	}
	switch v.Kind() {
	case reflect.Invalid:
		word(0)
	case reflect.Bool:
		word(map[bool]uint64{true: 1}[v.Bool()])
	case reflect.Float32, reflect.Float64:
		word(math.Float64bits(v.Float()))
	case reflect.String:
		word(uint64(v.Len()))
		h.WriteString(v.String())
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			h.WriteString(v.Elem().Type().String())
		}
		into(h, v.Elem())
	case reflect.Slice, reflect.Array:
		word(uint64(v.Len()))
		for i := range v.Len() {
			into(h, v.Index(i))
		}
	case reflect.Map:
		word(uint64(v.Len()))
		keys := v.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
		for _, key := range keys {
			into(h, key)
			into(h, v.MapIndex(key))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			into(h, v.Field(i))
		}
	default:
		switch {
		case v.CanInt():
			word(uint64(v.Int()))
		case v.CanUint():
			word(v.Uint())
		default: // a function is like no other
			word(rand.Uint64())
		}
	}
}
