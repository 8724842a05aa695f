package vgfpdf

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// A glyph is that of a character, in units of the font.
type glyph struct {
	char, advance int
	outline       []byte // in the form of the glyf table
	box           [4]int
}

// trueType makes a TrueType font of the characters of the Basic Multilingual Plane that a font has, which may have
// cubic outlines (CFF). fpdf embeds no other, and reads only the tables that are written here (OpenType 1.9).
func trueType(f *sfnt.Font) ([]byte, error) {
	var buffer sfnt.Buffer
	size := fixed.I(int(f.UnitsPerEm()))
	glyphs := []glyph{{advance: int(f.UnitsPerEm())}}
	for char := rune(' '); char <= 0xFFFF; char++ {
		id, err := f.GlyphIndex(&buffer, char)
		if err != nil || id == 0 {
			continue
		}
		segments, err := f.LoadGlyph(&buffer, id, size, nil)
		if err != nil {
			return nil, fmt.Errorf("glyph of %q: %w", char, err)
		}
		g := glyph{char: int(char)}
		g.outline, g.box = outline(segments)
		advance, err := f.GlyphAdvance(&buffer, id, size, font.HintingNone)
		if err != nil {
			return nil, fmt.Errorf("width of %q: %w", char, err)
		}
		g.advance = advance.Round()
		glyphs = append(glyphs, g)
	}
	if len(glyphs) == 1 {
		return nil, fmt.Errorf("it has no character that a PDF can name")
	}
	metrics, err := f.Metrics(&buffer, size, font.HintingNone)
	if err != nil {
		return nil, err
	}
	name, err := f.Name(&buffer, sfnt.NameIDPostScript)
	if err != nil || name == "" {
		name = Own
	}
	tables := glyphTables(glyphs)
	up, down := metrics.Ascent.Round(), -metrics.Descent.Round()
	box := glyphs[0].box
	for _, g := range glyphs {
		box = [4]int{min(box[0], g.box[0]), min(box[1], g.box[1]), max(box[2], g.box[2]), max(box[3], g.box[3])}
	}
	tables["head"] = words(1, 0, 1, 0, 0, 0, 0x5F0F, 0x3CF5, 3, int(f.UnitsPerEm()), 0, 0, 0, 0, 0, 0, 0, 0, box[0],
		box[1], box[2], box[3], 0, 8, 0, 1, 0)
	tables["hhea"] = words(1, 0, up, down, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, len(glyphs))
	tables["maxp"] = words(1, 0, len(glyphs), 4096, 4096, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)
	other := make([]int, 48)
	other[0], other[2], other[34], other[35], other[44] = 4, 400, up, down, metrics.CapHeight.Round()
	tables["OS/2"], tables["post"] = words(other...), words(append([]int{3}, make([]int, 15)...)...)
	named := []int{0, 1, 18, 3, 1, 0x409, 6, 2 * len(name), 0}
	for _, c := range []byte(name) {
		named = append(named, int(c))
	}
	tables["name"] = words(named...)
	return joined(tables), nil
}

// words are numbers of 16 bits.
func words(values ...int) []byte {
	var out []byte
	for _, v := range values {
		out = binary.BigEndian.AppendUint16(out, uint16(v))
	}
	return out
}

// padded fills up to a multiple of four bytes.
func padded(b []byte) []byte { return append(b, make([]byte, -len(b)&3)...) }

func joined(tables map[string][]byte) []byte {
	out := words(1, 0, len(tables), 128, 3, 32)
	at := len(out) + 16*len(tables)
	var body []byte
	for _, name := range slices.Sorted(maps.Keys(tables)) {
		out = append(append(out, name...), words(0, 0)...) // without a checksum
		out = binary.BigEndian.AppendUint32(out, uint32(at+len(body)))
		out = binary.BigEndian.AppendUint32(out, uint32(len(tables[name])))
		body = padded(append(body, tables[name]...))
	}
	return append(out, body...)
}

// glyphTables are the tables of outlines, their places, widths and characters. A range of characters is a segment of
// the last, as glyphs are in their order.
func glyphTables(glyphs []glyph) map[string][]byte {
	var outlines, places, widths []byte
	starts, stops, deltas := []int{}, []int{}, []int{}
	for i, g := range glyphs {
		places = binary.BigEndian.AppendUint32(places, uint32(len(outlines)))
		outlines = padded(append(outlines, g.outline...))
		widths = append(widths, words(g.advance, g.box[0])...)
		switch last := len(stops) - 1; {
		case i == 0 || g.char == 0xFFFF:
		case last >= 0 && stops[last] == g.char-1:
			stops[last]++
		default:
			starts, stops, deltas = append(starts, g.char), append(stops, g.char), append(deltas, i-g.char)
		}
	}
	starts, stops, deltas = append(starts, 0xFFFF), append(stops, 0xFFFF), append(deltas, 1)
	n := len(starts)
	head := []int{0, 1, 3, 1, 0, 12, 4, 16 + 8*n, 0, 2 * n, 0, 0, 0}
	chars := words(slices.Concat(head, stops, []int{0}, starts, deltas, make([]int, n))...)
	places = binary.BigEndian.AppendUint32(places, uint32(len(outlines)))
	return map[string][]byte{"glyf": outlines, "loca": places, "hmtx": widths, "cmap": chars}
}

// outline writes a glyph in the form of the glyf table, and returns its box.
func outline(segments sfnt.Segments) ([]byte, [4]int) {
	if len(segments) == 0 {
		return nil, [4]int{}
	}
	box := [4]int{math.MaxInt16, math.MaxInt16, math.MinInt16, math.MinInt16}
	var ends, xs, ys []int
	var flags []byte
	x, y := 0, 0
	add := func(p [2]float64, on byte) {
		px, py := int(math.Round(p[0])), int(math.Round(p[1]))
		box = [4]int{min(box[0], px), min(box[1], py), max(box[2], px), max(box[3], py)}
		flags, xs, ys = append(flags, on), append(xs, px-x), append(ys, py-y)
		x, y = px, py
	}
	var pen [2]float64
	for _, s := range segments {
		var args [3][2]float64
		for i, p := range s.Args {
			args[i] = [2]float64{float64(p.X) / 64, -float64(p.Y) / 64}
		}
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			if len(flags) > 0 {
				ends = append(ends, len(flags)-1)
			}
			pen = args[0]
			add(pen, 1)
		case sfnt.SegmentOpLineTo:
			pen = args[0]
			add(pen, 1)
		case sfnt.SegmentOpQuadTo:
			add(args[0], 0)
			pen = args[1]
			add(pen, 1)
		case sfnt.SegmentOpCubeTo:
			quadratics([4][2]float64{pen, args[0], args[1], args[2]}, add)
			pen = args[2]
		}
	}
	ends = append(ends, len(flags)-1)
	head := words(len(ends), box[0], box[1], box[2], box[3])
	return slices.Concat(head, words(ends...), words(0), flags, words(xs...), words(ys...)), box
}

// quadratics adds three quadratic curves that follow a cubic one within a unit of most fonts.
func quadratics(cubic [4][2]float64, add func(p [2]float64, on byte)) {
	const parts = 3
	at := func(t float64) (p, slope [2]float64) {
		for k := range p {
			a, b, c, d, u := cubic[0][k], cubic[1][k], cubic[2][k], cubic[3][k], 1-t
			p[k] = u*u*u*a + 3*u*u*t*b + 3*u*t*t*c + t*t*t*d
			slope[k] = 3 * (u*u*(b-a) + 2*u*t*(c-b) + t*t*(d-c))
		}
		return p, slope
	}
	for i := range parts {
		from, leaving := at(float64(i) / parts)
		to, arriving := at(float64(i+1) / parts)
		var control [2]float64
		for k := range control {
			control[k] = (from[k]+to[k])/2 + (leaving[k]-arriving[k])/(4*parts)
		}
		add(control, 0)
		add(to, 1)
	}
}
