package vgfpdf

import (
	"bytes"
	"encoding/binary"
	"testing"
	"time"

	"codeberg.org/go-fonts/stix/stix2textregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/vg"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// A font with cubic outlines has the same characters, widths and letters, within a unit, as a TrueType font.
func TestTrueTypeIsThatOfTheOutlines(t *testing.T) {
	face, err := ReadFont(stix2textregular.TTF)
	assert.NilError(t, err)
	made, err := face.trueType()
	assert.NilError(t, err)
	got, err := opentype.Parse(made)
	assert.NilError(t, err)
	want := face.Face.Face
	size := fixed.I(int(want.UnitsPerEm()))
	var buffer sfnt.Buffer
	for _, char := range "Aag09σЖ−∥‡é " {
		id, _ := want.GlyphIndex(&buffer, char)
		other, _ := got.GlyphIndex(&buffer, char)
		if id == 0 {
			continue
		}
		wantBox, wantWidth, err := want.GlyphBounds(&buffer, id, size, font.HintingNone)
		assert.NilError(t, err)
		gotBox, gotWidth, err := got.GlyphBounds(&buffer, other, size, font.HintingNone)
		assert.NilError(t, err)
		near := func(a, b fixed.Int26_6) bool { return a-b <= 2*64 && b-a <= 2*64 }
		assert.Check(t, other != 0 && near(gotWidth, wantWidth) && near(gotBox.Min.X, wantBox.Min.X) &&
			near(gotBox.Max.X, wantBox.Max.X) && near(gotBox.Min.Y, wantBox.Min.Y) && near(gotBox.Max.Y, wantBox.Max.Y),
			"%c: %v wide in %v, want %v in %v", char, gotWidth, gotBox, wantWidth, wantBox)
	}
}

// collection packs a font as the first of a collection.
func collection(file []byte) []byte {
	const head = 16
	out := append([]byte("ttcf\x00\x01\x00\x00\x00\x00\x00\x01\x00\x00\x00\x10"), file...)
	for i := range int(binary.BigEndian.Uint16(file[4:])) {
		at := out[head+12+16*i+8:]
		binary.BigEndian.PutUint32(at, binary.BigEndian.Uint32(at)+head)
	}
	return out
}

// A user's font, also the first of a collection, is in the PDF once one of its characters is drawn.
func TestOwnFontIsEmbedded(t *testing.T) {
	for name, file := range map[string][]byte{"otf": stix2textregular.TTF, "ttc": collection(stix2textregular.TTF)} {
		own, err := ReadFont(file)
		assert.NilError(t, err, name)
		doc := NewDocument(100, 100, "", time.Unix(0, 0))
		doc.AddPage()
		assert.NilError(t, Draw(doc, 0, 0, 100, 100, 1, func(c vg.CanvasSizer) error {
			c.(*Canvas).Own = own
			face := own.Face
			face.Font.Size = 10
			c.FillString(face, vg.Point{X: 1, Y: 1}, "A")
			return nil
		}))
		f, err := NewFile(doc)
		assert.NilError(t, err)
		var pdf bytes.Buffer
		assert.NilError(t, f.Write(&pdf))
		assert.Check(t, bytes.Contains(pdf.Bytes(), []byte("+"+Own)), "%s: the PDF has no such font", name)
	}
	for _, bad := range []string{"", "no font", "wOF2\x00\x01\x00\x00", string(stix2textregular.TTF[:4000])} {
		_, err := ReadFont([]byte(bad))
		assert.Check(t, is.ErrorContains(err, ".ttf, .otf, .ttc"), "%.10q is read as a font", bad)
	}
}

// No file makes the reader panic; what it takes for a font, it parses again.
func FuzzReadFont(f *testing.F) {
	f.Add([]byte("ttcf\x00\x01\x00\x00\x00\x00\x00\x01\x00\x00\x00\x10"))
	f.Add(stix2textregular.TTF[:3000])
	f.Fuzz(func(t *testing.T, file []byte) {
		face, err := ReadFont(file)
		if err != nil {
			return
		}
		made, err := face.trueType()
		if err == nil {
			_, err = opentype.Parse(made)
		}
		assert.NilError(t, err)
	})
}
