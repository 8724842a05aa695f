// Package structure tags a PDF: it adds the tree that says what is a heading, a paragraph, a
// cell of a table, to a file whose pages already mark their content, and the links of its pages.
//
// Pages are drawn with marked content, whose operators [Tree.Begin] returns (ISO 32000-1, 14.7).
// fpdf has no way to write a tree, nor a link that can be part of one. The roles are the standard
// ones (14.8.4).
package structure

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"

	"gpca/figures/vgfpdf"
)

// A Tree is the structure of a document. The zero value is an empty one.
type Tree struct {
	Root  Element // of role Document
	pages map[int][]*Element
	links map[int][]*link // by page
}

// An Element is a node of the tree, in the order of reading.
type Element struct {
	Role string // a standard structure type, such as H1, P or TD
	Alt  string // what a figure or a formula shows, in words
	// Scope says of a header cell, TH, which cells it heads: Column or Row.
	Scope string

	kids []kid
	// object is the number of its object while the tree is written.
	object int
}

// A kid is an element, marked content of a page, or a link of a page.
type kid struct {
	element *Element
	page    int // from 1
	content int // MCID
	link    *link
}

// A link is an area of a page that leads to an address, or to a place of the document.
type link struct {
	area    [4]float64
	address string
	to      *Place
	element *Element
	object  int
}

// A Place is where links lead to: a height of a page, in points from its bottom.
type Place struct {
	Page int // from 1
	Y    float64
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

// Link makes an area of a page, from its lower left corner to its upper right one, lead to an address, or to a place,
// which may be set later. The link belongs to an element.
func (t *Tree) Link(e *Element, page int, area [4]float64, address string, to *Place) {
	if t.links == nil {
		t.links = map[int][]*link{}
	}
	l := &link{area: area, address: address, to: to, element: e}
	t.links[page] = append(t.links[page], l)
	e.kids = append(e.kids, kid{page: page, link: l})
}

// Write adds the tree, and the links, to a file of so many pages.
func (t *Tree) Write(f *vgfpdf.File, pages int) {
	root := f.Add("")
	t.Root.put(f, root)
	var parents []string // entries of the parent tree: the pages, then the links
	for page := range pages {
		parents = append(parents, fmt.Sprintf("%d [%s]", page, references(t.pages[page+1])))
	}
	for page := range pages {
		annotations := ""
		for _, l := range t.links[page+1] {
			f.Set(l.object, fmt.Sprintf("<<%s /StructParent %d>>", l.dictionary(), len(parents)))
			parents = append(parents, fmt.Sprintf("%d %d 0 R", len(parents), l.element.object))
			annotations += fmt.Sprintf("%d 0 R ", l.object)
		}
		f.Extend(vgfpdf.Page(page+1), fmt.Sprintf("\n/StructParents %d /Tabs /S /Annots [%s]", page, annotations))
	}
	f.Set(root, fmt.Sprintf("<</Type /StructTreeRoot /K %d 0 R /ParentTree <</Nums [%s]>> /ParentTreeNextKey %d>>",
		t.Root.object, strings.Join(parents, " "), len(parents)))
	f.Extend(f.Catalog(), fmt.Sprintf("/MarkInfo <</Marked true>> /StructTreeRoot %d 0 R", root))
}

// dictionary is what the annotation of a link has in it.
func (l *link) dictionary() string {
	action := fmt.Sprintf("/A <</S /URI /URI <%X>>>", l.address)
	if l.to != nil {
		action = fmt.Sprintf("/Dest [%d 0 R /XYZ 0 %.2f null]", vgfpdf.Page(l.to.Page), l.to.Y)
	}
	return fmt.Sprintf("/Type /Annot /Subtype /Link /Rect [%.2f %.2f %.2f %.2f] /Border [0 0 0] %s",
		l.area[0], l.area[1], l.area[2], l.area[3], action)
}

// empty reports whether nothing of an element was drawn, which is left out. A cell of a table never is.
func (e *Element) empty() bool {
	return e.Role != "TD" && e.Role != "TH" &&
		!slices.ContainsFunc(e.kids, func(k kid) bool { return k.element == nil || !k.element.empty() })
}

// put adds an element, and the objects of its links, which are set later.
func (e *Element) put(f *vgfpdf.File, parent int) {
	e.object = f.Add("")
	var kids strings.Builder
	page := 0 // of the marked content, where it is one
	for _, k := range e.kids {
		if k.page > 0 && page == 0 {
			page = k.page
		}
		switch {
		case k.element != nil && k.element.empty():
		case k.element != nil:
			k.element.put(f, e.object)
			fmt.Fprintf(&kids, "%d 0 R ", k.element.object)
		case k.link != nil:
			k.link.object = f.Add("")
			fmt.Fprintf(&kids, "<</Type /OBJR /Pg %d 0 R /Obj %d 0 R>> ", vgfpdf.Page(k.page), k.link.object)
		case k.page == page:
			fmt.Fprintf(&kids, "%d ", k.content)
		default:
			fmt.Fprintf(&kids, "<</Type /MCR /Pg %d 0 R /MCID %d>> ", vgfpdf.Page(k.page), k.content)
		}
	}
	body := fmt.Sprintf("<</S /%s /P %d 0 R", e.Role, parent)
	if page > 0 {
		body += fmt.Sprintf(" /Pg %d 0 R", vgfpdf.Page(page))
	}
	if kids.Len() > 0 {
		body += " /K [" + strings.TrimSpace(kids.String()) + "]"
	}
	if e.Alt != "" {
		body += " /Alt " + text(e.Alt)
	}
	if e.Scope != "" {
		body += " /A <</O /Table /Scope /" + e.Scope + ">>"
	}
	f.Set(e.object, body+">>")
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
	units, _ := binary.Append(nil, binary.BigEndian, utf16.Encode([]rune(s))) // integers of a fixed size
	return fmt.Sprintf("<FEFF%X>", units)
}
