package document

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// pagesOf writes pages as the names of their boxes: "a b|c".
func pagesOf(pages []page) string {
	var texts []string
	for _, p := range pages {
		var names []string
		for _, placed := range p.boxes {
			names = append(names, placed.box.entries[0].Text)
		}
		text := strings.Join(names, " ")
		if p.sideways {
			text = "<" + text + ">"
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, "|")
}

// named is an entry that tells a box from others.
func named(name string) []*entry { return []*entry{{kind: "figure", Text: name}} }

// rows is a box that can be parted into rows of height 1.
func rows(name string, n int) box {
	b := box{entries: named(fmt.Sprintf("%s%d", name, n)), height: float64(n), float: true}
	b.split = func(room float64) (head, tail box, ok bool) {
		fit := min(int(room), n-1)
		if fit < 2 {
			return box{}, box{}, false
		}
		return rows(name, fit), rows(name, n-fit), true
	}
	return b
}

func TestPaginate(t *testing.T) {
	text := func(name string, height float64) box { return box{entries: named(name), height: height} }
	kept := func(name string, height float64) box { return box{entries: named(name), height: height, keep: true} }
	row := func(name string, height float64) box {
		return box{entries: named(name), height: height, again: &box{entries: named("h"), height: 1}}
	}
	float := func(name string, height float64) box { return box{entries: named(name), height: height, float: true} }
	heading := func(name string) box {
		return box{height: 1, keep: true, entries: []*entry{{Level: 2, Text: name}}}
	}
	chapter := func(name string) box {
		return box{height: 1, keep: true, entries: []*entry{{Level: 1, Text: name}}}
	}
	for _, c := range []struct {
		name  string
		boxes []box
		want  string // for pages of height 10, 6 when sideways
	}{
		{"nothing", nil, ""},
		{"a float before a section", []box{text("a", 5), float("f", 7), heading("h"), text("b", 2)}, "a|f h b"},
		{"a section on a page that would be less than half full", []box{text("a", 4), float("f", 7), heading("h"), text("b", 2)}, "a h b|f"},
		{"a float parted for such a page", []box{text("a", 4), rows("T", 8), heading("h"), text("b", 2)}, "a T6|T2 h b"},
		{"a float behind a chapter on the same page", []box{text("a", 4), float("f", 7), chapter("c"), text("b", 2), text("d", 4)}, "a c b|f|d"},
		{"a header again above the row that begins a page", []box{kept("h", 1), row("a", 5), row("b", 5), text("c", 2)}, "h a|h b c"},
		{"a row with no room for the header", []box{kept("h", 1), row("a", 5), row("b", 10)}, "h a|b"},
		{"one page", []box{text("a", 5), text("b", 5)}, "a b"},
		{"two pages", []box{text("a", 5), text("b", 6)}, "a|b"},
		{"space between", []box{{entries: named("a"), height: 5, below: 2}, {entries: named("b"), height: 4, above: 1}}, "a|b"},
		{"no space at the top", []box{text("a", 9), {entries: named("b"), height: 10, above: 3}}, "a|b"},
		{"kept together", []box{text("a", 5), kept("b", 2), text("c", 4)}, "a|b c"},
		{"a heading keeps what follows", []box{text("a", 9), heading("h"), text("b", 3)}, "a|h b"},
		{"chapters apart", []box{text("a", 1), chapter("b"), text("c", 1)}, "a|b c"},
		{"text fills up before a float", []box{text("a", 5), float("F", 6), text("b", 3), text("c", 3)}, "a b|F c"},
		{"floats keep their order", []box{text("a", 5), float("F", 9), float("G", 2), text("b", 1), text("c", 8)}, "a b|F|G c"},
		{"a float waits no longer than the heading", []box{text("a", 5), float("F", 6), text("b", 3), heading("h"), text("c", 1)}, "a b|F h c"},
		{"a float at the end", []box{text("a", 5), float("F", 6)}, "a|F"},
		{"parted on the page it starts on", []box{text("a", 4), rows("T", 15)}, "a T6|T9"},
		{"parted over three pages", []box{rows("T", 25), text("a", 5)}, "T10|T10|T5 a"},
		{"no room for the least part", []box{text("a", 9), rows("T", 12)}, "a|T10|T2"},
		{"sideways", []box{text("a", 2), {entries: named("S"), height: 5, sideways: true, float: true}, text("b", 2)}, "a b|<S>"},
		{"sideways with its heading", []box{text("a", 2), heading("h"), {entries: named("S"), height: 4, sideways: true, float: true}, text("b", 2)}, "a|<h S>|b"},
		{"higher than any page", []box{text("a", 3), text("b", 14), text("c", 1)}, "a|b|c"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := pagesOf(paginate(c.boxes, 10, 6, c.name == "chapters apart")); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// Whatever the boxes: each is placed once, nothing overlaps or leaves its page,
// boxes that are to be kept together are, floats and other boxes each keep their
// order, and no page is empty.
func TestPaginateProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 11))
	for trial := range 400 {
		var boxes []box
		for i := range 1 + r.IntN(60) {
			b := box{entries: named(fmt.Sprint(i)), height: 1 + 8*r.Float64(), above: 3 * r.Float64(), below: 3 * r.Float64()}
			switch r.IntN(8) {
			case 0:
				b.keep, b.height = true, 1
			case 1, 2:
				b.float, b.height = true, 2+17*r.Float64()
				if r.IntN(2) == 0 {
					b = rows(b.entries[0].Text+"/", 2+r.IntN(30)) // "7/12" is row 12 of box 7
				}
			case 3:
				b.entries[0].kind, b.entries[0].Level, b.keep, b.height = "", 1+r.IntN(3), true, 1
			case 4:
				b.sideways, b.float = r.IntN(3) == 0, true
			}
			boxes = append(boxes, b)
		}
		boxes[len(boxes)-1].keep = false
		const upright, sideways = 20, 12
		pages, layer := paginate(boxes, upright, sideways, true), paginator{apart: true}

		var text, floats, wantText, wantFloats []string
		pageOf, starts := make(map[string]int), make(map[string]int)
		for n, p := range pages {
			if len(p.boxes) == 0 {
				t.Fatalf("trial %d: page %d is empty", trial, n)
			}
			height, y := upright+1e-9, 0.0
			if p.sideways {
				height = sideways + 1e-9
			}
			for _, placed := range p.boxes {
				if placed.y < y || placed.y+placed.box.height > height {
					t.Errorf("trial %d: box %s at %v to %v, above it %v, page %v high", trial, placed.box.entries[0].Text, placed.y, placed.y+placed.box.height, y, height)
				}
				y = placed.y + placed.box.height
				name, _, _ := strings.Cut(placed.box.entries[0].Text, "/")
				if _, before := pageOf[name]; !before {
					starts[name] = n
				}
				pageOf[name] = n
				if placed.box.float {
					floats = append(floats, name)
				} else {
					text = append(text, placed.box.entries[0].Text)
				}
			}
			if n+1 < len(pages) && !p.sideways && y < upright/2 {
				next, below := pages[n+1].boxes[0].box, p.boxes[len(p.boxes)-1].box.below
				if next.split != nil && next.height <= upright {
					if _, _, ok := next.split(upright - y - max(below, next.above)); ok {
						t.Errorf("trial %d: page %d ends at %.1f, before box %s, which can be parted", trial, n, y, next.entries[0].Text)
					}
				}
			}
			// A heading stands alone only if what it is kept with is higher
			// than a page, or if it has nothing to be kept with.
			if last := p.boxes[len(p.boxes)-1].box; last.heading() > 0 {
				i, _ := strconv.Atoi(last.entries[0].Text)
				for i > 0 && boxes[i-1].keep && !layer.opens(boxes[i]) {
					i--
				}
				group := boxes[i:layer.groupEnd(boxes, i)]
				height := float64(upright)
				if anySideways(group) {
					height = sideways
				}
				if after := group[len(group)-1]; after.heading() > 0 || groupHeight(group) > height {
					continue
				}
				t.Errorf("trial %d: page %d ends with heading %s", trial, n, last.entries[0].Text)
			}
		}
		queue := 0 // the page where the boxes so far end
		for i, b := range boxes {
			name, _, _ := strings.Cut(b.entries[0].Text, "/")
			if b.float {
				wantFloats = append(wantFloats, name)
			} else {
				wantText = append(wantText, name)
			}
			// It waits for no page but that behind what is before it, or a turned one.
			if b.float && !b.sideways && starts[name] > queue+1 {
				t.Errorf("trial %d: float %s starts on page %d, what is before it ends on page %d", trial, name, starts[name], queue)
			}
			queue = max(queue, pageOf[name])
			if layer.opens(b) && i > 0 && pageOf[b.entries[0].Text] == pageOf[boxes[i-1].entries[0].Text] {
				t.Errorf("trial %d: box %s starts no page", trial, b.entries[0].Text)
			}
		}
		if !slices.Equal(text, wantText) || !slices.Equal(slices.Compact(floats), wantFloats) {
			t.Errorf("trial %d: order lost\ngot  %v and %v\nwant %v and %v", trial, text, floats, wantText, wantFloats)
		}
	}
}
