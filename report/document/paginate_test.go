package document

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// pagesOf writes pages as the names of their boxes: "a b|c".
func pagesOf(pages []page) string {
	var texts []string
	for _, p := range pages {
		var names []string
		for _, placed := range p.boxes {
			names = append(names, placed.box.entries[0].Text)
		}
		texts = append(texts, strings.Join(names, " "))
	}
	return strings.Join(texts, "|")
}

// lineOf is a box of text, figureOf one with a figure, headingOf one with a heading.
func lineOf(name string, height float64) box {
	return box{entries: []*entry{{kind: "text", Text: name}}, height: height}
}

func figureOf(name string, height float64) box {
	return box{entries: []*entry{{kind: "figure", Text: name}}, height: height, float: 1}
}

// elasticOf is a figure that may be drawn lower.
func elasticOf(name string, height, give float64) box {
	b := figureOf(name, height)
	b.give, b.lower = give, func(float64) {}
	return b
}

// The pages of a short document are chosen twice, and its figures drawn lower for those that stay alone.
func TestFiguresGiveForPagesThatStay(t *testing.T) {
	for _, c := range []struct {
		first float64
		want  string
		lower float64
	}{{7, "a b c|F", 0}, {1, "a b c F", 2}} {
		lower := 0.0
		figure := elasticOf("F", 8, 2)
		figure.lower = func(by float64) { lower += by }
		pages := fill([]box{lineOf("a", c.first), headingOf("b", "", 1), lineOf("c", 2), figure}, 10)
		assert.Check(t, is.Equal(pagesOf(pages), c.want))
		assert.Check(t, is.Equal(lower, c.lower), c.want)
	}
}

func headingOf(name, number string, level int) box {
	return box{height: 1, keep: true, entries: []*entry{{Level: level, Number: number, Text: name}}}
}

// rows is a table with rows of height 1 under a head, of which two stay together at least.
func rows(name string, n int) []box {
	head := lineOf(name, 1)
	head.keep, head.float = true, n+1
	head.entries[0].kind = "table"
	table := []box{head}
	for i := range n {
		row := lineOf(fmt.Sprint(name, i+1), 1)
		row.keep, row.again = i == 0 || i == n-2, &table[0]
		table = append(table, row)
	}
	return table
}

func TestPaginate(t *testing.T) {
	kept := func(name string, height float64) box {
		b := lineOf(name, height)
		b.keep = true
		return b
	}
	row := func(name string, height float64) box {
		b, again := lineOf(name, height), lineOf("h", 1)
		b.again = &again
		return b
	}
	spaced := func(name string, height, above, below float64) box {
		b := lineOf(name, height)
		b.above, b.below = above, below
		return b
	}
	inside := func(name string, height float64) box {
		b := lineOf(name, height)
		b.inside = true
		return b
	}
	section := func(name string) box { return headingOf(name, "", 2) }
	chapter := func(name string) box { return headingOf(name, "", 1) }
	for _, c := range []struct {
		name  string
		boxes []box
		want  string // for pages of height 10
	}{
		{"nothing", nil, ""},
		{"one page", []box{lineOf("a", 5), lineOf("b", 5)}, "a b"},
		{"two pages", []box{lineOf("a", 5), lineOf("b", 6)}, "a|b"},
		{"space between", []box{spaced("a", 5, 0, 2), spaced("b", 4, 1, 0)}, "a|b"},
		{"no space at the top", []box{lineOf("a", 9), spaced("b", 10, 3, 0)}, "a|b"},
		{"kept together", []box{lineOf("a", 5), kept("b", 2), lineOf("c", 4)}, "a|b c"},
		{"a heading keeps what follows", []box{lineOf("a", 9), section("h"), lineOf("b", 3)}, "a|h b"},
		{"higher than any page", []box{lineOf("a", 3), lineOf("b", 14), lineOf("c", 1)}, "a|b|c"},
		{"kept together but higher than a page", []box{lineOf("a", 3), kept("b", 6), lineOf("c", 6)}, "a|b|c"},
		{"a header again above the row that begins a page", []box{kept("h", 1), row("a", 5), row("b", 5), lineOf("c", 2)}, "h a|h b c"},
		{"and below a figure", []box{lineOf("x", 4), figureOf("F", 7), kept("h", 1), row("a", 5), row("b", 2)}, "x h a|F h b"},
		{"a row with no room for the header", []box{kept("h", 1), row("a", 5), row("b", 10)}, "h a|b"},

		{"text fills up before a figure", []box{lineOf("a", 5), figureOf("F", 6), lineOf("b", 3), lineOf("c", 3)}, "a b|F c"},
		{"a section goes before a figure", []box{lineOf("a", 5), figureOf("F", 6), section("h"), lineOf("b", 2)}, "a h b|F"},
		{"figures keep their order", []box{lineOf("a", 5), figureOf("F", 9), figureOf("G", 2), lineOf("b", 1), lineOf("c", 8)}, "a b|F|G c"},
		{"a table overtakes a figure", slices.Concat([]box{lineOf("a", 5), figureOf("F", 9)}, rows("T", 3), []box{lineOf("b", 1)}), "a T T1 T2 T3 b|F"},
		{"a figure does not overtake a table", slices.Concat([]box{lineOf("a", 5)}, rows("T", 6), []box{figureOf("F", 3), lineOf("b", 3)}), "a b|T T1 T2 T3 T4 T5 T6 F"},
		{"a sentence is not cut by a figure", []box{lineOf("a", 4), figureOf("F", 7), lineOf("b", 3), inside("c", 4), lineOf("d", 5)}, "a b|c d|F"},
		{"a figure at the end", []box{lineOf("a", 5), figureOf("F", 6)}, "a|F"},
		{"a figure with its heading", []box{lineOf("a", 7), section("h"), figureOf("F", 5), lineOf("b", 1)}, "a|h F b"},
		{"two figures at the top", []box{lineOf("a", 7), figureOf("F", 4), figureOf("G", 4), lineOf("b", 3), lineOf("c", 2)}, "a b|F G c"},

		{"a figure gives what it lacks", []box{lineOf("a", 5), elasticOf("F", 6, 2), lineOf("b", 3)}, "a F|b"},
		{"as far as it can", []box{lineOf("a", 5), elasticOf("F", 8, 2), lineOf("b", 3)}, "a b|F"},
		{"two figures give", []box{elasticOf("F", 6, 1), elasticOf("G", 6, 1), lineOf("b", 3)}, "F G|b"},

		{"a table higher than a page", slices.Concat([]box{lineOf("a", 7)}, rows("T", 12), []box{lineOf("b", 1)}),
			"a T T1 T2|T T3 T4 T5 T6 T7 T8 T9 T10|T T11 T12 b"},
		{"a table parted, for the page would stay empty", slices.Concat([]box{lineOf("a", 4)}, rows("T", 8)), "a T T1 T2 T3 T4 T5|T T6 T7 T8"},
		{"a table whole on the next page", slices.Concat([]box{lineOf("a", 8)}, rows("T", 6)), "a|T T1 T2 T3 T4 T5 T6"},

		{"text waits with many floats", slices.Concat([]box{lineOf("a", 7)}, rows("T", 6), []box{figureOf("F", 3)}, rows("U", 6),
			[]box{figureOf("G", 3), lineOf("b", 1), section("h"), lineOf("c", 1)}), "a|T T1 T2 T3 T4 T5 T6 F|U U1 U2 U3 U4 U5 U6 G|b h c"},

		{"chapters apart", []box{lineOf("a", 6), chapter("b"), lineOf("c", 1)}, "a|b c"},
		{"a chapter behind a short one", []box{lineOf("a", 4), chapter("b"), lineOf("c", 1)}, "a b c"},
		{"an appendix runs on", []box{lineOf("a", 6), headingOf("b", "Appendix A", 1), lineOf("c", 1)}, "a b c"},
		{"a figure before the next chapter", []box{lineOf("a", 5), figureOf("F", 6), headingOf("b", "Appendix A", 1), lineOf("c", 1)}, "a|F b c"},
	} {
		assert.Check(t, is.Equal(pagesOf(paginate(c.boxes, 10, true)), c.want), c.name)
	}
	assert.Equal(t, pagesOf(paginate([]box{lineOf("a", 6), chapter("b"), lineOf("c", 1)}, 10, false)), "a b c",
		"a chapter of a short document starts a page")
}

func orderOf(b *box) string {
	if strings.Contains(b.entries[0].Text, "/") {
		return "table"
	}
	return cmp.Or(b.entries[0].kind, "text")
}

// Whatever the boxes: each is placed once, nothing overlaps or leaves its page; text, tables
// and figures each keep their order; no float stands before the text in front of it, or behind
// the next chapter; boxes that are to be kept together are; no page is empty.
func TestPaginateProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 11))
	for trial := range 400 {
		var boxes []box
		for i := range 1 + r.IntN(60) {
			b := lineOf(fmt.Sprint(i), 1+8*r.Float64())
			switch r.IntN(8) {
			case 0:
				b.keep, b.height = true, 1
			case 1:
				high := 2 + 17*r.Float64()
				b = elasticOf(fmt.Sprint(i), high, r.Float64()*high/2)
			case 2:
				boxes = append(boxes, rows(fmt.Sprint(i, "/"), 2+r.IntN(30))...) // "7/12" is row 12 of table 7
				continue
			case 3:
				b = headingOf(fmt.Sprint(i), [...]string{"", "Appendix A"}[r.IntN(2)], 1+r.IntN(3))
			}
			b.above, b.below = 3*r.Float64(), 3*r.Float64()
			boxes = append(boxes, b)
		}
		boxes[len(boxes)-1].keep = false
		const height = 20
		pages := paginate(boxes, height, true)

		own, pageOf := map[*box]bool{}, map[*box]int{}
		for i := range boxes {
			own[&boxes[i]] = true
		}
		order := map[string][]string{} // names by kind
		for n, p := range pages {
			assert.Assert(t, len(p.boxes) != 0, "trial %d: page %d is empty", trial, n)
			p = p.settled(height)
			y := 0.0
			for _, placed := range p.boxes {
				b := placed.box
				if placed.y < y-1e-9 || placed.y+b.height > height+1e-6 {
					t.Errorf("trial %d: box %s at %v to %v, above it %v", trial, b.entries[0].Text, placed.y, placed.y+b.height, y)
				}
				y = placed.y + b.height
				if !own[b] {
					continue // a head again
				}
				pageOf[b] = n + 1
				kind := orderOf(b)
				order[kind] = append(order[kind], b.entries[0].Text)
			}
			assert.Check(t, math.Abs(y-p.bottom) <= 1e-9, "trial %d: page %d ends at %v and says %v", trial, n, y, p.bottom)
		}
		want := map[string][]string{}
		last := 1 // page of the text so far
		var floats []*box
		for i := range boxes {
			b := &boxes[i]
			kind := orderOf(b)
			want[kind] = append(want[kind], b.entries[0].Text)
			assert.Check(t, pageOf[b] >= last, "trial %d: box %s stands on page %d, the text before it on %d", trial,
				b.entries[0].Text, pageOf[b], last)
			if kind == "text" {
				last = pageOf[b]
			} else {
				floats = append(floats, b)
			}
			if b.heading() == 1 {
				late := slices.ContainsFunc(floats, func(f *box) bool { return pageOf[f] > pageOf[b] })
				assert.Check(t, !late, "trial %d: a float stands behind chapter %s", trial, b.entries[0].Text)
			}
			if i == 0 || !boxes[i-1].keep || b.heading() == 1 || pageOf[b] == pageOf[&boxes[i-1]] {
				continue
			}
			p := paginator{boxes: boxes, height: height}
			from := i - 1
			for from > 0 && boxes[from-1].keep && boxes[from].heading() != 1 {
				from--
			}
			_, stop := p.group(from)
			whole := boxes[from:stop]
			if b.float > 1 { // a table may be parted behind its first two rows
				whole = append(slices.Clone(boxes[from:i]), boxes[i:i+3]...)
			}
			assert.Check(t, groupHeight(whole) > height,
				"trial %d: box %s is kept with the one before it, but on another page", trial, b.entries[0].Text)
		}
		for kind := range want {
			assert.Assert(t, is.DeepEqual(order[kind], want[kind]), "trial %d: order of %s lost", trial, kind)
		}
	}
}
