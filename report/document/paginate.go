package document

import (
	"slices"

	"gpca/report/words"
)

// A box is a part of the document that stands on one page: a line of text, a row of a
// table, a figure with its caption.
type box struct {
	height       float64
	above, below float64 // space around it; none at the top of a page
	// keep forbids a page break between this box and the next.
	keep bool
	// inside tells that the box goes on with the sentence of the one before.
	inside bool
	text   bool // is a line of a paragraph
	// give is how much lower the box may be drawn, to fit on a page, and lower makes it so.
	give  float64
	lower func(by float64)
	// float is, in the first box of a table or figure, how many boxes it has. One that does
	// not fit waits for the top of a page while the text behind it fills this one up.
	float int
	// again stands above the box once more where it begins a page or follows a float: the header of a table.
	again *box
	// entries are the heading, or the tables and figures, in the box.
	entries []*entry
	// draw draws the box with its top left corner at (x, y). May be nil.
	draw func(x, y float64)
	// close draws what ends the box at y if the table goes on on the next page. May be nil.
	close func(x, y float64)
}

// heading is the level of the heading in a box, 0 for none.
func (b *box) heading() int {
	if len(b.entries) > 0 && b.entries[0].kind == "" {
		return b.entries[0].Level
	}
	return 0
}

// A page holds boxes, from the top down.
type page struct {
	boxes  []placed
	bottom float64 // where the last box ends
}

// A placed box has its place: the distance from the top of the text area.
type placed struct {
	box *box
	y   float64
}

// paginate distributes boxes over pages whose text areas have a height. Text keeps its order,
// tables keep theirs, and figures keep theirs and overtake no table. Boxes with keep stay on one page with the next
// box, unless they are higher than a page. A table or figure stands where it is mentioned if
// it fits there, else at the top of a page that follows, before the chapter ends; a table may
// also be parted between its rows. A chapter starts a page, but not where that would leave most
// of one empty; an appendix never does, nor does any chapter if apart is false. Tables and figures are not to cut a
// sentence or a list. A page may be too full by what its figures give: see [page.settled].
//
// Of all ways to do that it takes the one of least cost, where empty parts of pages cost
// most, as Plass proposes ("Optimal pagination techniques for automatic typesetting
// systems", Stanford 1981).
func paginate(boxes []box, height float64, apart bool) []page {
	p := paginator{boxes: boxes, height: height, apart: apart, known: map[start]*plan{}}
	for i, b := range boxes {
		if b.float > 0 {
			kind := kindOf(b)
			p.floats[kind] = append(p.floats[kind], i)
		}
	}
	var pages []page
	for next := p.best(start{}); next != nil && next.page.boxes != nil; next = next.next {
		pages = append(pages, next.page)
	}
	return pages
}

// Tables are a kind of floats, figures and images another: a table may overtake a figure.
const kinds = 2

func kindOf(b box) int {
	if b.entries[0].kind == "table" {
		return 0
	}
	return 1
}

type paginator struct {
	boxes  []box
	height float64
	apart  bool
	floats [kinds][]int // where they begin
	known  map[start]*plan
}

// A start is what is on the pages before one: the boxes up to one, but for the floats among
// them that wait, and how many floats of each kind.
type start struct {
	at     int
	placed [kinds]int
}

// A plan is a page, and the best plan for what follows. The last has no boxes.
type plan struct {
	page page
	next *plan
	cost float64
}

// A draft is a page in the making.
type draft struct {
	page
	start
	below float64 // the space that its last box wants under it
	give  float64 // of its boxes
	cost  float64
}

// fill makes the pages of a document. Boxes give what a page is too full by once the pages are chosen, as they keep
// their new height.
func fill(boxes []box, height float64) []page {
	pages := paginate(boxes, height, true)
	if len(pages) <= mostRunOn {
		pages = paginate(boxes, height, false)
	}
	return words.Each(pages, func(p page) page { return p.settled(height) })
}

// settled is a page whose boxes give what it is too full by, each in proportion.
func (p page) settled(height float64) page {
	give, less := 0.0, 0.0
	for _, placed := range p.boxes {
		give += placed.box.give
	}
	share := max(0, p.bottom-height) / give // of boxes without any it is not asked for
	for i := range p.boxes {
		b := p.boxes[i].box
		p.boxes[i].y -= less
		if by := b.give * share; by > 0 {
			b.height -= by
			b.lower(by)
			less += by
		}
	}
	p.bottom -= less
	return p
}

// What pages cost, besides the square of the share that is empty.
const (
	onePage   = 0.02
	tolerated = 0.34 // of a page may be empty
	tooEmpty  = 3.0  // more than that is, before a chapter ends
	waiting   = 0.08 // of each float, for the next page
	passed    = 0.10 // by a heading, of each float that waits
	parted    = 3.3  // a table that a page has room for
	lowered   = 0.5  // of figures that give all they can
	cutting   = 1.2  // of each float between two lines of a paragraph
	cutPage   = 5.0  // of a page of floats there
)

// mostWaiting is how many floats may wait at once, which bounds how many ways there are.
const mostWaiting = 12

// best is the best plan for what follows a start.
func (p *paginator) best(s start) *plan {
	if found, ok := p.known[s]; ok {
		return found
	}
	var best *plan
	consider := func(d draft, last bool) {
		if len(d.boxes) == 0 {
			return
		}
		empty := max(0, 1-d.bottom/p.height)
		if over := d.bottom - p.height; over > 0 && d.give > 0 {
			d.cost += lowered * (over / d.give) * (over / d.give)
		}
		if d.at == s.at && s.at < len(p.boxes) && p.boxes[s.at].inside {
			d.cost += cutPage
		}
		cost := d.cost + onePage + waiting*float64(p.waiting(d.start))
		if !last {
			cost += empty * empty
			if empty > tolerated {
				cost += tooEmpty
			}
		}
		next := p.best(d.start)
		if cost += next.cost; best == nil || cost < best.cost {
			best = &plan{page: d.page, next: next, cost: cost}
		}
	}
	if s.at == len(p.boxes) && p.waiting(s) == 0 {
		best = &plan{}
	} else {
		p.tops(s, func(d draft) { p.fill(d, consider) })
	}
	p.known[s] = best
	return best
}

// tops calls a function for each choice of waiting floats at the top of a page, in the order
// of the text; none if the rest of a table comes first.
func (p *paginator) tops(s start, do func(draft)) {
	waits := p.waits(s)
	if before, _ := slices.BinarySearch(p.floats[0], s.at); before > 0 && s.at < p.end(p.floats[0][before-1]) {
		waits = [kinds]int{}
	}
	for tables := range waits[0] + 1 {
		for figures := range waits[1] + 1 {
			chosen := slices.Concat(p.floats[0][s.placed[0]:][:tables], p.floats[1][s.placed[1]:][:figures])
			slices.Sort(chosen)
			d := draft{start: s}
			if slices.ContainsFunc(chosen, func(at int) bool {
				return !p.isNext(d.start, at) || !p.place(&d, at, p.end(at))
			}) {
				break // nor do more
			}
			if s.at < len(p.boxes) && p.boxes[s.at].inside {
				d.cost += cutting * float64(len(chosen))
			}
			do(d)
		}
	}
}

// fill continues a page in all ways, and calls a function for each page that is made so;
// last tells that a chapter ends there.
func (p *paginator) fill(d draft, end func(d draft, last bool)) {
	for d.at < len(p.boxes) {
		first, waiting := &p.boxes[d.at], p.waiting(d.start)
		late := first.heading() == 1 && waiting > 0 // its chapter waits for the floats of the one before
		if late || p.opens(first) && d.bottom >= p.height/2 {
			end(d, !late)
			return
		}
		float, stop := p.group(d.at)
		if float == stop || p.isNext(d.start, float) {
			if p.place(&d, d.at, stop) {
				d.at = stop
				if first.heading() > 1 {
					d.cost += passed * float64(p.waiting(d.start))
				}
				continue
			}
			if part := p.part(d, stop); len(part.boxes) > len(d.boxes) {
				end(part, false)
			}
		}
		if float > d.at || groupHeight(p.boxes[float:stop]) > p.height || waiting == mostWaiting {
			end(d, false)
			return
		}
		if d.at = stop; p.waiting(d.start) == 1 { // the float waits, and the text may wait with it
			end(d, false)
		}
	}
	end(d, p.waiting(d.start) == 0)
}

// waits is how many floats of each kind before a start wait for a page.
func (p *paginator) waits(s start) (n [kinds]int) {
	for kind, floats := range p.floats {
		before, _ := slices.BinarySearch(floats, s.at)
		n[kind] = max(0, before-s.placed[kind])
	}
	return n
}

// waiting is how many wait in all.
func (p *paginator) waiting(s start) int {
	n := p.waits(s)
	return n[0] + n[1]
}

// isNext reports whether no float that one must not overtake waits before it.
func (p *paginator) isNext(s start, float int) bool {
	kind, tables := kindOf(p.boxes[float]), p.floats[0][s.placed[0]:]
	return p.floats[kind][s.placed[kind]] == float && (len(tables) == 0 || tables[0] >= float)
}

// opens reports whether a box starts a page.
func (p *paginator) opens(b *box) bool {
	return p.apart && b.heading() == 1 && !Lettered(b.entries[0].Number)
}

// end is the end of a float, or of another box.
func (p *paginator) end(at int) int { return at + max(1, p.boxes[at].float) }

// group is the end of the boxes that are to be kept together from one on, and where the float among them begins, the
// end for none. A float is the last of them and whole, and a chapter begins another group.
func (p *paginator) group(at int) (float, stop int) {
	for p.boxes[at].float == 0 && p.boxes[at].keep && at+1 < len(p.boxes) && p.boxes[at+1].heading() != 1 {
		at++
	}
	if stop = p.end(at); p.boxes[at].float > 0 {
		return at, stop
	}
	return stop, stop
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

// place puts boxes below those of a page, if all of them fit, and reports whether they do.
func (p *paginator) place(d *draft, from, to int) bool {
	group, space := p.boxes[from:to], max(d.below, p.boxes[from].above)
	height, empty, again := groupHeight(group), len(d.boxes) == 0, group[0].again
	switch {
	case empty:
		space = 0
	case d.boxes[len(d.boxes)-1].box == &p.boxes[from-1]: // no page, nor a float, stands between
		again = nil
	}
	lead := 0.0
	if again != nil && again.height+height <= p.height {
		lead = again.height
	}
	give := d.give
	for _, b := range group {
		give += b.give
	}
	const rounding = 1e-6
	alone := empty && len(group) == 1 // is at fault if it fits nowhere
	if !alone && d.bottom+space+lead+height-give > p.height+rounding {
		return false
	}
	d.give = give
	if lead > 0 {
		d.boxes, space = append(d.boxes, placed{again, d.bottom + space}), space+lead
	}
	for i := range group {
		b := &group[i]
		d.bottom += space
		d.boxes = append(d.boxes, placed{b, d.bottom})
		d.bottom, d.below = d.bottom+b.height, b.below
		if b.float > 0 {
			d.placed[kindOf(*b)]++
		}
		if i+1 < len(group) {
			space = max(b.below, group[i+1].above)
		}
	}
	return true
}

// part puts on a page what fits of a group: rows of the table at its end, or as many boxes as
// an empty page takes of what is higher than a page.
func (p *paginator) part(d draft, stop int) draft {
	d.boxes = slices.Clip(d.boxes)
	empty := len(d.boxes) == 0
	if groupHeight(p.boxes[d.at:stop]) <= p.height {
		d.cost += parted
	}
	for d.at < stop {
		next := d.at + 1
		for next < stop && p.boxes[next-1].keep {
			next++
		}
		if !p.place(&d, d.at, next) {
			break
		}
		d.at = next
	}
	if empty && len(d.boxes) == 0 {
		for d.at < stop && p.place(&d, d.at, d.at+1) {
			d.at++
		}
	}
	return d
}
