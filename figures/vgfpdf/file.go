package vgfpdf

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-pdf/fpdf"
)

// A File is a PDF as its objects: those that fpdf makes of a document, and others that fpdf cannot make.
type File struct {
	version []byte   // its first line
	objects [][]byte // by number, from 1
	order   []int    // in which fpdf writes its own
}

// offset matches an entry of the table of places.
var offset = regexp.MustCompile(`(\d{10}) 00000 n `)

// NewFile takes the objects of a document in the fonts of this package, whose names and streams are in their final
// form.
func NewFile(doc *fpdf.Fpdf) (*File, error) {
	var written bytes.Buffer
	if err := doc.Output(&written); err != nil {
		return nil, err
	}
	pdf := written.Bytes()
	end := bytes.LastIndex(pdf, []byte("\nxref\n")) + 1
	if end == 0 {
		return nil, fmt.Errorf("vgfpdf: the document has no table of its objects")
	}
	var starts []int
	for _, m := range offset.FindAllSubmatch(pdf[end:], -1) {
		starts = append(starts, number(m[1]))
	}
	f := &File{objects: make([][]byte, len(starts))}
	for n := range starts {
		f.order = append(f.order, n+1)
	}
	slices.SortFunc(f.order, func(n, m int) int { return starts[n-1] - starts[m-1] })
	f.version = pdf[:starts[f.order[0]-1]]
	names, err := fontNames()
	if err != nil {
		return nil, err
	}
	for i, n := range f.order {
		start, stop := starts[n-1], end
		if i+1 < len(f.order) {
			stop = starts[f.order[i+1]-1]
		}
		if f.objects[n-1], err = final(pdf[start:stop], pdf[start:end], names); err != nil {
			return nil, fmt.Errorf("vgfpdf: object %d: %w", n, err)
		}
	}
	return f, nil
}

func number(digits []byte) int {
	n, _ := strconv.Atoi(string(digits)) // matched as digits
	return n
}

// Catalog is the number of the object from which a reader starts, which fpdf writes last.
func (f *File) Catalog() int { return len(f.order) }

// Page is the number of the object of a page, counted from 1.
func Page(page int) int { return 1 + 2*page }

// Add adds an object that is not a stream, and returns its number.
func (f *File) Add(body string) int {
	f.objects = append(f.objects, []byte(body))
	return len(f.objects)
}

// Set replaces an object that was added.
func (f *File) Set(n int, body string) { f.objects[n-1] = []byte(body) }

// Extend adds entries to the dictionary that an object of fpdf is.
func (f *File) Extend(n int, entries string) {
	body := bytes.TrimSuffix(f.objects[n-1], []byte(">>"))
	f.objects[n-1] = fmt.Appendf(bytes.Clone(body), "%s>>", entries)
}

// mostStreams is how many streams hold the objects that were added: a viewer unpacks a stream as a whole, and Poppler
// keeps five of them.
const mostStreams = 4

// Write writes the file. The objects that were added go into streams, and so do the places of all (ISO 32000-1, 7.5.7
// and 7.5.8): that takes a tenth of what they take as text. A file without such objects is of an old version, which
// every program reads.
func (f *File) Write(w io.Writer) error {
	added, last := f.objects[len(f.order):], len(f.objects)
	var out bytes.Buffer
	places := make([][3]int, last+1, last+mostStreams+2) // of objects: their type, and two numbers
	write := func(n int, body []byte) {
		places[n] = [3]int{1, out.Len()}
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", n, body)
	}
	stream := func(entries string, data []byte) {
		packed := deflated(data)
		write(len(places)-1, fmt.Appendf(nil, "<<%s /Filter /FlateDecode /Length %d>>\nstream\n%s\nendstream", entries,
			len(packed), packed))
	}
	if out.Write(f.version); len(added) > 0 {
		out.Reset()
		out.WriteString("%PDF-1.5\n")
	}
	for _, n := range f.order {
		write(n, f.objects[n-1])
	}
	next := len(f.order) + 1
	for objects := range slices.Chunk(added, len(added)/mostStreams+1) {
		var heads, bodies strings.Builder
		for i, body := range objects {
			places[next] = [3]int{2, len(places), i}
			fmt.Fprintf(&heads, "%d %d ", next, bodies.Len())
			bodies.Write(append(body, '\n'))
			next++
		}
		places = append(places, [3]int{})
		entries := fmt.Sprintf("/Type /ObjStm /N %d /First %d", len(objects), heads.Len())
		stream(entries, []byte(heads.String()+bodies.String()))
	}
	start, roots := out.Len(), fmt.Sprintf("/Root %d 0 R\n/Info %d 0 R\n", f.Catalog(), f.Catalog()-1)
	if len(added) > 0 {
		places = append(places, [3]int{1, start})
		var table []byte
		for _, p := range places {
			table = binary.BigEndian.AppendUint32(append(table, byte(p[0])), uint32(p[1]))
			table = binary.BigEndian.AppendUint16(table, uint16(p[2]))
		}
		stream(fmt.Sprintf("/Type /XRef /W [1 4 2] /Size %d\n%s", len(places), roots), table)
	} else {
		fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(places))
		for _, p := range places[1:] {
			fmt.Fprintf(&out, "%010d 00000 n \n", p[1])
		}
		fmt.Fprintf(&out, "trailer\n<<\n/Size %d\n%s>>\n", len(places), roots)
	}
	fmt.Fprintf(&out, "startxref\n%d\n%%%%EOF\n", start)
	_, err := out.WriteTo(w)
	return err
}
