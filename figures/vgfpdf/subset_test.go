package vgfpdf

import (
	"bytes"
	"regexp"
	"strconv"
	"testing"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// fontsOf writes a document with a text in each of some fonts, and returns the names of the
// fonts in it. Each is to be found where the table of objects says.
func fontsOf(t *testing.T, text string, fonts ...font.Font) (names []string) {
	t.Helper()
	faces, err := Fonts()
	if err != nil {
		t.Fatal(err)
	}
	doc := newDocument()
	c, cache := New(doc, 0, 0, 100, 100), font.NewCache(faces)
	for _, f := range fonts {
		c.FillString(cache.Lookup(f, 8), vg.Point{X: 1, Y: 1}, text)
	}
	var b bytes.Buffer
	if err := Output(&b, doc); err != nil {
		t.Fatal(err)
	}
	pdf := b.Bytes()
	_, at, _ := bytes.Cut(pdf, []byte("startxref\n"))
	start, err := strconv.Atoi(string(bytes.TrimSuffix(at, []byte("\n%%EOF\n"))))
	if err != nil || !bytes.HasPrefix(pdf[start:], []byte("xref\n")) {
		t.Fatalf("no table of objects at %s", at)
	}
	for i, entry := range regexp.MustCompile(`(\d{10}) 00000 n `).FindAllSubmatch(pdf[start:], -1) {
		n, err := strconv.Atoi(string(entry[1]))
		if want := []byte(strconv.Itoa(i+1) + " 0 obj\n"); err != nil || !bytes.HasPrefix(pdf[n:], want) {
			t.Errorf("object %d is not at %d: %.20q", i+1, n, pdf[n:])
		}
	}
	for _, name := range regexp.MustCompile(`/(?:BaseFont|FontName) /(\S+)\n`).FindAllSubmatch(pdf, -1) {
		names = append(names, string(name[1]))
	}
	return names
}

// A font has its PostScript name in all three places, behind a tag that follows from its
// glyphs.
func TestSubsetsAreNamed(t *testing.T) {
	sans, serif := font.Font{Typeface: Liberation, Variant: "Sans"}, font.Font{Typeface: Liberation, Variant: "Serif", Style: xfont.StyleItalic, Weight: xfont.WeightBold}
	names := fontsOf(t, "σ ≥ 0", sans, serif)
	if len(names) != 6 {
		t.Fatalf("fonts %q, want two in three places", names)
	}
	for i, name := range names {
		want := regexp.MustCompile(`^[A-Z]{6}\+` + []string{"LiberationSans", "LiberationSerif-BoldItalic"}[i/3] + "$")
		if !want.MatchString(name) || name != names[i/3*3] {
			t.Errorf("fonts %q, want %s in places 1 to 3 or 4 to 6", names, want)
			break
		}
	}
	if same, other := fontsOf(t, "σ ≥ 0", sans), fontsOf(t, "other", sans); same[0] != names[0] || other[0] == names[0] {
		t.Errorf("the font is %s, with the same glyphs %s, with others %s", names[0], same[0], other[0])
	}
}
