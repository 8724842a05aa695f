package document

import "slices"

// A box is a part of the document that stands on one page: a line of text, a
// table, a figure with its caption.
type box struct {
	height       float64
	above, below float64 // space around it; none at the top of a page
	// keep forbids a page break between this box and the next.
	keep bool
	// float lets a box that does not fit wait for the top of the next page
	// while the text behind it fills the page up.
	float bool
	// sideways asks for a page turned by a quarter.
	sideways bool
	// split parts a box that is higher than a page, or is no float and does not fit:
	// head is what fits into the room. It is nil for boxes that cannot be parted, and ok is
	// false when not even the least part fits.
	split func(room float64) (head, tail box, ok bool)
	// again stands above the box once more where it begins a page: the header of a table.
	again *box
	// entries are the heading, or the tables and figures, in the box.
	entries []*entry
	// draw draws the box with its top left corner at (x, y). May be nil.
	draw func(x, y float64)
}

// heading is the level of the heading in a box, 0 for none.
func (b box) heading() int {
	if len(b.entries) > 0 && b.entries[0].kind == "" {
		return b.entries[0].Level
	}
	return 0
}

// A page holds boxes, from the top down.
type page struct {
	sideways bool
	boxes    []placed
	chapter  string // the chapter that its first box belongs to
	opening  bool   // a chapter begins at its top
}

// A placed box has its place: the distance from the top of the text area.
type placed struct {
	box box
	y   float64
}

// paginate distributes boxes over pages whose text areas have the given heights, each chapter
// on a page of its own or not. Boxes
// with keep stay on one page with the next box, unless they are higher than a page. A
// float appears before the next page break or heading of a section at the latest; it may
// go behind the heading of a chapter that follows on the same page. A page that would stay
// less than half full takes the upper rows of a float that can be parted, else lets a
// section go before the float, unless a chapter or a page break follows.
func paginate(boxes []box, upright, sideways float64, apart bool) []page {
	p := paginator{upright: upright, sideways: sideways, apart: apart}
	for start := 0; start < len(boxes); {
		end := p.groupEnd(boxes, start)
		p.add(boxes[start:end])
		start = end
	}
	p.flush()
	if len(p.pages) > 0 && p.empty() {
		p.pages = p.pages[:len(p.pages)-1]
	}
	return p.pages
}

type paginator struct {
	upright, sideways float64
	apart             bool // each chapter starts a page
	pages             []page
	y                 float64 // where the last box of the last page ends
	below             float64 // the space it wants under it
	floats            []box   // that wait for a page
	chapter           string
}

// opens reports whether a box starts a page.
func (p *paginator) opens(b box) bool { return p.apart && b.heading() == 1 }

// groupEnd is the end of the boxes that are to be kept together.
func (p *paginator) groupEnd(boxes []box, start int) int {
	end := start + 1
	for end < len(boxes) && boxes[end-1].keep && !p.opens(boxes[end]) {
		end++
	}
	return end
}

// add places a group of boxes that belong together.
func (p *paginator) add(group []box) {
	first, last := group[0], group[len(group)-1]
	floats := first.float && len(group) == 1
	switch {
	case p.opens(first), first.heading() > 1 && (p.partFloat() || !p.underfull() || !p.fits(group)):
		p.flush()
	case floats && (len(p.floats) > 0 || first.sideways && !p.empty()): // floats keep their order
		p.floats = append(p.floats, first)
		return
	case slices.ContainsFunc(group, func(b box) bool { return b.float }):
		p.flush()
	}
	if anySideways(group) {
		p.turn(true)
		p.force(group)
		return
	}
	if len(p.pages) == 0 || p.last().sideways || p.opens(first) {
		p.turn(false)
	}
	for !p.fits(group) {
		if floats && !p.empty() && first.height <= p.upright {
			p.floats = append(p.floats, first)
			return
		}
		if p.empty() || (groupHeight(group) > p.upright || !last.float) && p.startsHere(group) {
			p.force(group)
			return
		}
		p.partFloat()
		p.turn(false)
		p.placeFloats()
	}
	p.place(group)
}

func anySideways(group []box) bool {
	return slices.ContainsFunc(group, func(b box) bool { return b.sideways })
}

// startsHere reports whether a group that does not fit can begin on this page: all but its
// last box fit, and so does some of that.
func (p *paginator) startsHere(group []box) bool {
	last := group[len(group)-1]
	if last.split == nil {
		return false
	}
	room := p.room() - max(p.below, group[0].above)
	if before := group[:len(group)-1]; len(before) > 0 {
		room -= groupHeight(before) + max(before[len(before)-1].below, last.above)
	}
	_, _, ok := last.split(room)
	return ok
}

func groupHeight(group []box) float64 {
	total, below := 0.0, 0.0
	for i, b := range group {
		if i > 0 {
			total += max(below, b.above)
		}
		total += b.height
		below = b.below
	}
	return total
}

func (p *paginator) last() *page { return &p.pages[len(p.pages)-1] }

// empty reports whether nothing stands on the last page.
func (p *paginator) empty() bool { return len(p.pages) == 0 || len(p.last().boxes) == 0 }

// turn starts a page, or turns the last one if nothing stands on it.
func (p *paginator) turn(sideways bool) {
	if len(p.pages) > 0 && p.empty() {
		p.last().sideways = sideways
	} else {
		p.pages = append(p.pages, page{sideways: sideways, chapter: p.chapter})
	}
	p.y, p.below = 0, 0
}

// room returns the height that is left on the last page.
func (p *paginator) room() float64 {
	if p.last().sideways {
		return p.sideways - p.y
	}
	return p.upright - p.y
}

func (p *paginator) fits(group []box) bool {
	space := 0.0
	if !p.empty() {
		space = max(p.below, group[0].above)
	}
	const rounding = 1e-6
	return space+groupHeight(group) <= p.room()+rounding
}

func (p *paginator) place(group []box) {
	for _, b := range group {
		current := p.last()
		if len(current.boxes) > 0 {
			p.y += max(p.below, b.above)
		} else if b.again != nil && b.again.height+b.height <= p.room() {
			current.boxes = append(current.boxes, placed{*b.again, 0})
			p.y = b.again.height
		}
		if b.heading() == 1 {
			p.chapter = b.entries[0].Text
			if len(current.boxes) == 0 {
				current.chapter, current.opening = p.chapter, true
			}
		}
		current.boxes = append(current.boxes, placed{b, p.y})
		p.y += b.height
		p.below = b.below
	}
}

// force places a group that is higher than a page, box by box, parting those that can be.
func (p *paginator) force(group []box) {
	sideways := p.last().sideways
	for _, b := range group {
		for !p.fits([]box{b}) {
			if b.split != nil {
				if head, tail, ok := b.split(p.room() - max(p.below, b.above)); ok {
					p.place([]box{head})
					p.turn(sideways)
					b = tail
					continue
				}
			}
			if p.empty() {
				break // it fits nowhere; the layout of the box is at fault
			}
			p.turn(sideways)
		}
		p.place([]box{b})
	}
}

// placeFloats places the floats that wait, as far as they fit on the page. An empty page takes
// one that is higher, too.
func (p *paginator) placeFloats() {
	for ; len(p.floats) > 0; p.floats = p.floats[1:] {
		next := p.floats[:1]
		switch sideways := next[0].sideways; {
		case sideways && p.empty():
			p.turn(true)
			p.force(next)
			p.turn(false)
		case !sideways && (p.empty() || p.fits(next)):
			p.force(next)
		default:
			return
		}
	}
}

// underfull reports whether the last page would stay less than half full if it ended here.
func (p *paginator) underfull() bool {
	return len(p.pages) > 0 && !p.last().sideways && p.y > 0 && p.y < p.upright/2
}

// partFloat fills a page that would stay less than half full with the upper rows of the
// first float that waits, and reports whether it did.
func (p *paginator) partFloat() bool {
	if len(p.floats) == 0 || !p.underfull() || p.floats[0].split == nil || p.floats[0].sideways {
		return false
	}
	head, tail, ok := p.floats[0].split(p.room() - max(p.below, p.floats[0].above))
	if ok {
		p.place([]box{head})
		p.floats[0] = tail
	}
	return ok
}

// flush places all floats that wait.
func (p *paginator) flush() {
	for len(p.floats) > 0 {
		p.partFloat()
		p.turn(false)
		p.placeFloats()
	}
}
