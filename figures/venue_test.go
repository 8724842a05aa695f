package figures

import (
	"fmt"
	"testing"
	"unicode"

	"golang.org/x/image/font/sfnt"
)

// Broken lists violations of the rules of print: nothing outside the figure, no type below 6 points, no line
// below half a point, a glyph for each character, no overlapping texts.
func Broken(t testing.TB, f Figure, v Venue) (faults []string) {
	t.Helper()
	const hair = 1e-6
	width, height := f.Size(v)
	if width != v.Column && width != v.Page {
		faults = append(faults, fmt.Sprintf("it is %.1f points wide, want %.1f or %.1f", width, v.Column, v.Page))
	}
	var texts []drawn
	var buffer sfnt.Buffer
	for _, d := range recordFor(t, f, v) {
		fault := func(what string) { faults = append(faults, what+": "+d.String()) }
		for _, pt := range d.corner {
			if pt.X < d.width/2-hair || pt.Y < d.width/2-hair || pt.X > width-d.width/2+hair || pt.Y > height-d.width/2+hair {
				fault("outside of the figure")
				break
			}
		}
		if d.kind == "stroke" && d.width < 0.5-hair {
			fault("thin")
		}
		if d.kind != "text" {
			continue
		}
		if d.font.Size < leastType-hair || asScripts.Replace(d.text) != d.text {
			fault("small")
		}
		face := lookup(t, d.font, d.font.Size)
		for _, r := range d.text {
			if glyph, err := face.Face.GlyphIndex(&buffer, r); err != nil || glyph == 0 || r == unicode.ReplacementChar {
				fault("without a glyph")
			}
		}
		for _, other := range texts {
			if overlap(d.corner, other.corner) {
				fault(fmt.Sprintf("over %q", other.text))
			}
		}
		texts = append(texts, d)
	}
	return faults
}

// Samples are figures of every kind by their names.
func Samples() map[string]Figure {
	all := map[string]Figure{}
	for _, s := range samples() {
		all[s.name] = s.figure
	}
	return all
}
