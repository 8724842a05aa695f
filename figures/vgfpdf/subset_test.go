package vgfpdf

import (
	"bytes"
	"compress/zlib"
	"io"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"github.com/go-pdf/fpdf"
	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gotest.tools/v3/assert"
)

func write(w io.Writer, doc *fpdf.Fpdf) error {
	file, err := NewFile(doc)
	if err != nil {
		return err
	}
	return file.Write(w)
}

// fontsOf writes a document with a text in each font, and returns the names of its fonts. It checks the offsets
// of objects.
func fontsOf(t *testing.T, text string, fonts ...font.Font) (names []string) {
	t.Helper()
	faces, err := Fonts(nil)
	assert.NilError(t, err)
	doc := newDocument()
	drawOn(doc, 0, 0, 100, func(c vg.Canvas) {
		for _, f := range fonts {
			c.FillString(font.NewCache(faces).Lookup(f, 8), vg.Point{X: 1, Y: 1}, text)
		}
	})
	var b bytes.Buffer
	assert.NilError(t, write(&b, doc))
	pdf := b.Bytes()
	_, at, _ := bytes.Cut(pdf, []byte("startxref\n"))
	start, err := strconv.Atoi(string(bytes.TrimSuffix(at, []byte("\n%%EOF\n"))))
	assert.NilError(t, err)
	assert.Assert(t, bytes.HasPrefix(pdf[start:], []byte("xref\n")), "no table of objects at %s", at)
	for i, entry := range regexp.MustCompile(`(\d{10}) 00000 n `).FindAllSubmatch(pdf[start:], -1) {
		n, err := strconv.Atoi(string(entry[1]))
		want := []byte(strconv.Itoa(i+1) + " 0 obj\n")
		assert.Check(t, err == nil && bytes.HasPrefix(pdf[n:], want), "object %d is not at %d: %.20q", i+1, n, pdf[n:])
	}
	for _, name := range regexp.MustCompile(`/(?:BaseFont|FontName) /(\S+)\n`).FindAllSubmatch(pdf, -1) {
		names = append(names, string(name[1]))
	}
	return names
}

// A font has its PostScript name in all three places, after a tag that depends on the glyphs.
func TestSubsetsAreNamed(t *testing.T) {
	sans, serif := font.Font{Typeface: Liberation, Variant: "Sans"}, font.Font{Typeface: Report, Variant: "Serif", Style: xfont.StyleItalic, Weight: xfont.WeightBold}
	names := fontsOf(t, "σ ≥ 0", sans, serif)
	assert.Equal(t, len(names), 6, "fonts %q, want two in three places", names)
	for i, name := range names {
		want := regexp.MustCompile(`^[A-Z]{6}\+` + []string{"LiberationSans", "STIXTwoText-BoldItalic"}[i/3] + "$")
		assert.Assert(t, want.MatchString(name) && name == names[i/3*3], "%q, want %s in 1 to 3 or 4 to 6", names, want)
	}
	assert.Equal(t, fontsOf(t, "σ ≥ 0", sans)[0], names[0])
	assert.Check(t, fontsOf(t, "other", sans)[0] != names[0], "other glyphs have the same tag")
}

// Every stream has its length and fpdf's content, and is not longer. Markers of one shape take few bytes.
func TestStreamsAreDeflatedBest(t *testing.T) {
	const markers = 1000
	streams := func(output func(io.Writer, *fpdf.Fpdf) error) (contents []string, sizes []int) {
		doc := newDocument()
		doc.SetCompression(true)
		place := rand.New(rand.NewPCG(1, 2))
		drawOn(doc, 0, 0, 300, func(c vg.Canvas) {
			for range markers {
				var path vg.Path
				at := vg.Point{X: vg.Length(300 * place.Float64()), Y: vg.Length(300 * place.Float64())}
				path.Move(at.Add(vg.Point{X: 1.7}))
				path.Arc(at, 1.7, 0, 2*math.Pi)
				c.Fill(path)
			}
			c.FillString(sans(t, 8), vg.Point{X: 1, Y: 1}, "σ ≥ 0")
		})
		var b bytes.Buffer
		assert.NilError(t, output(&b, doc))
		pdf := b.Bytes()
		for _, m := range regexp.MustCompile(`/Length (\d+)[^<>]*>>\nstream\n`).FindAllSubmatchIndex(pdf, -1) {
			size, err := strconv.Atoi(string(pdf[m[2]:m[3]]))
			assert.NilError(t, err)
			z, err := zlib.NewReader(bytes.NewReader(pdf[m[1] : m[1]+size]))
			if err != nil {
				continue // it is not deflated
			}
			content, err := io.ReadAll(z)
			assert.Check(t, err == nil && bytes.HasPrefix(pdf[m[1]+size:], []byte("\nendstream\n")),
				"stream %d of %d bytes: %v", len(sizes), size, err)
			contents, sizes = append(contents, string(content)), append(sizes, size)
		}
		return contents, sizes
	}
	want, before := streams(func(w io.Writer, doc *fpdf.Fpdf) error { return doc.Output(w) })
	got, after := streams(write)
	assert.Assert(t, len(want) == 3 && slices.Equal(got, want),
		"streams of %d bytes, want the content of those of %d: a page, a font and its characters", after, before)
	for i := range after {
		assert.Check(t, after[i] <= before[i], "stream %d grew from %d bytes to %d", i, before[i], after[i])
	}
	assert.Check(t, after[0] <= 15*markers, "%d markers take %d bytes", markers, after[0])
}
