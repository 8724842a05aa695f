// Package structure tags a PDF: it adds the tree that says what is a heading, a paragraph, a
// cell of a table, to a file whose pages already mark their content.
//
// Pages are drawn with marked content, whose operators [Tree.Begin] returns. The tree itself
// goes into an incremental update behind the file (ISO 32000-1, 7.5.6), since fpdf has no way
// to write one. The roles are the standard ones (14.8.4).
package structure

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
)

// A Tree is the structure of a document. The zero value is an empty one.
type Tree struct {
	Root  Element // of role Document
	pages map[int][]*Element
}

// An Element is a node of the tree, in the order of reading.
type Element struct {
	Role string // a standard structure type, such as H1, P or TD
	Alt  string // what a figure or a formula shows, in words
	// Scope says of a header cell, TH, which cells it heads: Column or Row.
	Scope string
	// Span is the number of columns of a cell, where it is more than one.
	Span int

	kids []kid
	// object is the number of its object while the tree is written.
	object int
}

// A kid is an element, marked content of a page, or a link of a page.
type kid struct {
	element *Element
	page    int // from 1
	content int // MCID
	link    int // from 0, among the links of the page
	isLink  bool
}

// Add adds an element to another, behind what it has; none to none.
func (e *Element) Add(role string) *Element {
	if e == nil {
		return nil
	}
	added := &Element{Role: role}
	e.kids = append(e.kids, kid{element: added})
	return added
}

// Begin returns the operator that begins content of an element on a page. End ends it. Marked
// content must not be nested.
func (t *Tree) Begin(e *Element, page int) string {
	if t.pages == nil {
		t.pages = map[int][]*Element{}
	}
	id := len(t.pages[page])
	t.pages[page] = append(t.pages[page], e)
	e.kids = append(e.kids, kid{page: page, content: id})
	return fmt.Sprintf("/%s <</MCID %d>> BDC", e.Role, id)
}

// Operators around content that is no part of the text, such as a page number, and the one
// that ends content.
const (
	BeginArtifact = "/Artifact BMC"
	End           = "EMC"
)

// Link makes an element hold a link annotation of a page, counted from 0.
func (e *Element) Link(page, link int) {
	e.kids = append(e.kids, kid{page: page, link: link, isLink: true})
}

// A file is a PDF as fpdf writes it: one section of objects, a table of their places, a
// trailer.
type file struct {
	bytes.Buffer
	offsets []int // of its objects
	catalog int
	start   int // of the table
	info    string
	updated []update // new objects and new versions
	next    int      // number of the next new object
}

// An update is an object as it is from now on.
type update struct {
	object int
	body   string
}

var (
	errLayout = errors.New("tag the PDF: the file is not as fpdf writes one")
	rootEntry = regexp.MustCompile(`/Root (\d+) 0 R`)
	infoEntry = regexp.MustCompile(`/Info \d+ 0 R`)
	pageEntry = regexp.MustCompile(`(\d+) 0 R`)
	linkStart = []byte("<</Type /Annot /Subtype /Link")
)

// Write returns a file with the tree added to it.
func (t *Tree) Write(pdf []byte) ([]byte, error) {
	f, err := open(pdf)
	if err != nil {
		return nil, err
	}
	pages, err := f.pages()
	if err != nil {
		return nil, err
	}
	root := f.reserve()
	parents := make([]string, len(pages)) // entries of the parent tree
	t.Root.number(f)
	links := map[[2]int]*Element{}
	t.Root.each(func(e *Element) {
		for _, k := range e.kids {
			if k.isLink {
				links[[2]int{k.page, k.link}] = e
			}
		}
	})
	annotations := map[[2]int]int{} // objects of links
	for i, page := range pages {
		parents[i] = fmt.Sprintf("%d [%s]", i, references(t.pages[i+1]))
		body, err := f.hoist(page, i+1, len(pages)+len(annotations), links, annotations, &parents)
		if err != nil {
			return nil, err
		}
		f.put(page, body+fmt.Sprintf("\n/StructParents %d /Tabs /S>>", i))
	}
	t.Root.put(f, root, pages, annotations)
	f.put(root, fmt.Sprintf("<</Type /StructTreeRoot /K %d 0 R /ParentTree <</Nums [%s]>> /ParentTreeNextKey %d>>",
		t.Root.object, strings.Join(parents, " "), len(parents)))
	catalog, err := f.object(f.catalog)
	if err != nil {
		return nil, err
	}
	f.put(f.catalog, fmt.Sprintf("%s\n/Version /1.5 /MarkInfo <</Marked true>> /StructTreeRoot %d 0 R>>",
		inside(catalog), root))
	return f.finish()
}

func open(pdf []byte) (*file, error) {
	f := &file{}
	f.Write(pdf)
	at := bytes.LastIndex(pdf, []byte("startxref\n"))
	if at < 0 {
		return nil, errLayout
	}
	if _, err := fmt.Sscan(string(pdf[at+len("startxref\n"):]), &f.start); err != nil || f.start > at {
		return nil, errLayout
	}
	trailer := pdf[f.start:at]
	var count int
	if _, err := fmt.Sscanf(string(trailer), "xref\n0 %d\n", &count); err != nil {
		return nil, errLayout
	}
	lines := bytes.SplitN(trailer, []byte("\n"), count+3)
	if len(lines) < count+3 {
		return nil, errLayout
	}
	for _, line := range lines[2 : count+2] {
		var offset int
		if _, err := fmt.Sscanf(string(line), "%d ", &offset); err != nil || offset > f.start {
			return nil, errLayout
		}
		f.offsets = append(f.offsets, offset)
	}
	root := rootEntry.FindSubmatch(trailer)
	if root == nil {
		return nil, errLayout
	}
	f.catalog, _ = strconv.Atoi(string(root[1])) // digits
	f.info, f.next = string(infoEntry.Find(trailer)), count
	return f, nil
}

// object is the dictionary of an object as it stands.
func (f *file) object(n int) (string, error) {
	if n <= 0 || n >= len(f.offsets) {
		return "", errLayout
	}
	body := f.Bytes()[f.offsets[n]:]
	head := fmt.Sprintf("%d 0 obj\n", n)
	end := bytes.Index(body, []byte("\nendobj"))
	if end < 0 || !bytes.HasPrefix(body, []byte(head)) {
		return "", errLayout
	}
	return string(body[len(head):end]), nil
}

// inside is a dictionary without the brackets that end it.
func inside(dictionary string) string {
	return strings.TrimSuffix(strings.TrimSpace(dictionary), ">>")
}

// pages are the numbers of the objects of the pages.
func (f *file) pages() ([]int, error) {
	root, err := f.object(1)
	if err != nil {
		return nil, err
	}
	_, kids, ok := strings.Cut(root, "/Kids [")
	kids, _, closed := strings.Cut(kids, "]")
	if !ok || !closed {
		return nil, errLayout
	}
	var pages []int
	for _, m := range pageEntry.FindAllStringSubmatch(kids, -1) {
		n, _ := strconv.Atoi(m[1]) // digits
		pages = append(pages, n)
	}
	return pages, nil
}

// hoist makes objects of a page's links that belong to elements, since only an object can be
// part of the tree, and returns the page's dictionary without the brackets that end it.
func (f *file) hoist(page, number, key int, links map[[2]int]*Element, objects map[[2]int]int, parents *[]string) (
	string, error) {
	body, err := f.object(page)
	if err != nil {
		return "", err
	}
	body = inside(body)
	before, annotations, ok := strings.Cut(body, "/Annots [")
	if !ok {
		return body, nil
	}
	end := strings.Index(annotations, "]\n/")
	if end < 0 {
		return "", errLayout
	}
	var list []string
	for i, text := range strings.Split(annotations[:end], string(linkStart))[1:] {
		text = string(linkStart) + text
		if e := links[[2]int{number, i}]; e != nil {
			object := f.reserve()
			objects[[2]int{number, i}] = object
			*parents = append(*parents, fmt.Sprintf("%d %d 0 R", key, e.object))
			f.put(object, fmt.Sprintf("%s /StructParent %d>>", inside(text), key))
			key++
			text = fmt.Sprintf("%d 0 R ", object)
		}
		list = append(list, text)
	}
	return before + "/Annots [" + strings.Join(list, "") + annotations[end:], nil
}

func (f *file) reserve() int {
	f.next++
	return f.next - 1
}

func (f *file) put(object int, body string) {
	f.updated = append(f.updated, update{object, body})
}

// mostStreams is how many streams hold the objects: a viewer unpacks a stream as a whole, and
// Poppler keeps five of them.
const mostStreams = 4

// finish writes the objects in streams, and the table of their places as a stream (7.5.7,
// 7.5.8), which takes a tenth of what they take as text.
func (f *file) finish() ([]byte, error) {
	places := map[int][3]int{} // of objects: their type, and two numbers
	for objects := range slices.Chunk(f.updated, len(f.updated)/mostStreams+1) {
		stream := f.reserve()
		var heads, bodies strings.Builder
		for i, o := range objects {
			fmt.Fprintf(&heads, "%d %d ", o.object, bodies.Len())
			bodies.WriteString(o.body + "\n")
			places[o.object] = [3]int{2, stream, i}
		}
		places[stream] = [3]int{1, f.Len()}
		entries := fmt.Sprintf("/Type /ObjStm /N %d /First %d", len(objects), heads.Len())
		if err := f.stream(stream, entries, []byte(heads.String()+bodies.String())); err != nil {
			return nil, err
		}
	}
	table := f.reserve()
	start := f.Len()
	places[table] = [3]int{1, start}
	var index strings.Builder
	var rows []byte
	numbers := slices.Sorted(maps.Keys(places))
	for i, n := range numbers {
		if i == 0 || numbers[i-1] != n-1 {
			run := i
			for run < len(numbers) && numbers[run] == n+run-i {
				run++
			}
			fmt.Fprintf(&index, "%d %d ", n, run-i)
		}
		p := places[n]
		rows = append(rows, byte(p[0]))
		rows = binary.BigEndian.AppendUint32(rows, uint32(p[1]))
		rows = binary.BigEndian.AppendUint16(rows, uint16(p[2]))
	}
	entries := fmt.Sprintf("/Type /XRef /W [1 4 2] /Index [%s] /Size %d /Root %d 0 R %s /Prev %d",
		strings.TrimSpace(index.String()), f.next, f.catalog, f.info, f.start)
	if err := f.stream(table, entries, rows); err != nil {
		return nil, err
	}
	fmt.Fprintf(f, "startxref\n%d\n%%%%EOF\n", start)
	return f.Bytes(), nil
}

// stream writes an object with compressed data.
func (f *file) stream(object int, entries string, data []byte) error {
	var packed bytes.Buffer
	w := zlib.NewWriter(&packed)
	if _, err := w.Write(data); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	fmt.Fprintf(f, "%d 0 obj\n<<%s /Filter /FlateDecode /Length %d>>\nstream\n", object, entries, packed.Len())
	f.Write(packed.Bytes())
	f.WriteString("\nendstream\nendobj\n")
	return nil
}

// each visits an element and what is in it.
func (e *Element) each(visit func(*Element)) {
	visit(e)
	for _, k := range e.kids {
		if k.element != nil {
			k.element.each(visit)
		}
	}
}

// number gives every element that has content an object. An empty one, such as a paragraph
// that was not drawn, has none and is left out.
func (e *Element) number(f *file) bool {
	kept := e.kids[:0]
	for _, k := range e.kids {
		if k.element == nil || k.element.number(f) {
			kept = append(kept, k)
		}
	}
	if e.kids = kept; len(e.kids) > 0 || e.Role == "TD" || e.Role == "TH" {
		e.object = f.reserve()
	}
	return e.object != 0
}

func (e *Element) put(f *file, parent int, pages []int, links map[[2]int]int) {
	var kids strings.Builder
	page := 0 // of the marked content, where it is one
	for _, k := range e.kids {
		if k.page > 0 && page == 0 {
			page = k.page
		}
		switch {
		case k.element != nil:
			fmt.Fprintf(&kids, "%d 0 R ", k.element.object)
			k.element.put(f, e.object, pages, links)
		case k.isLink:
			fmt.Fprintf(&kids, "<</Type /OBJR /Pg %d 0 R /Obj %d 0 R>> ", pages[k.page-1],
				links[[2]int{k.page, k.link}])
		case k.page == page:
			fmt.Fprintf(&kids, "%d ", k.content)
		default:
			fmt.Fprintf(&kids, "<</Type /MCR /Pg %d 0 R /MCID %d>> ", pages[k.page-1], k.content)
		}
	}
	body := fmt.Sprintf("<</S /%s /P %d 0 R", e.Role, parent)
	if page > 0 {
		body += fmt.Sprintf(" /Pg %d 0 R", pages[page-1])
	}
	if kids.Len() > 0 {
		body += " /K [" + strings.TrimSpace(kids.String()) + "]"
	}
	if e.Alt != "" {
		body += " /Alt " + text(e.Alt)
	}
	var attributes string
	if e.Scope != "" {
		attributes += " /Scope /" + e.Scope
	}
	if e.Span > 1 {
		attributes += fmt.Sprintf(" /ColSpan %d", e.Span)
	}
	if attributes != "" {
		body += " /A <</O /Table" + attributes + ">>"
	}
	f.put(e.object, body+">>")
}

// references are those to elements, by the numbers of marked content.
func references(elements []*Element) string {
	var all strings.Builder
	for _, e := range elements {
		fmt.Fprintf(&all, "%d 0 R ", e.object)
	}
	return strings.TrimSpace(all.String())
}

// text is a string of a PDF in UTF-16, as hexadecimal digits (ISO 32000-1, 7.9.2.2).
func text(s string) string {
	var hex strings.Builder
	hex.WriteString("<FEFF")
	for _, unit := range utf16.Encode([]rune(s)) {
		fmt.Fprintf(&hex, "%04X", unit)
	}
	return hex.String() + ">"
}
