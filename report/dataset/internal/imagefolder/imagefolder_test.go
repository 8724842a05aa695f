package imagefolder

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"
)

func ramp(width, height int) *image.Gray {
	img := image.NewGray(image.Rect(0, 0, width, height))
	for i := range img.Pix {
		img.Pix[i] = uint8(i)
	}
	return img
}

func greys() color.Palette {
	var p color.Palette
	for i := range 256 {
		p = append(p, color.Gray{Y: uint8(i)})
	}
	return p
}

func encodePNG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	assert.NilError(t, png.Encode(&b, img))
	return b.Bytes()
}

func encodeGIF(t testing.TB, g *gif.GIF) []byte {
	t.Helper()
	var b bytes.Buffer
	assert.NilError(t, gif.EncodeAll(&b, g))
	return b.Bytes()
}

// greyGIF encodes img exactly, since every grey is in the palette.
func greyGIF(t testing.TB, img *image.Gray) []byte {
	t.Helper()
	paletted := image.NewPaletted(img.Bounds(), greys())
	copy(paletted.Pix, img.Pix)
	return encodeGIF(t, &gif.GIF{Image: []*image.Paletted{paletted}, Delay: []int{0}})
}

// Every 8-bit grey must come back as the number it was, whatever the format.
func TestGreysAreExact(t *testing.T) {
	img := ramp(32, 8)
	rgba := image.NewRGBA(img.Bounds())
	for y := range 8 {
		for x := range 32 {
			rgba.Set(x, y, img.At(x, y))
		}
	}
	pgm := append([]byte("P5\n# a comment\n32 8 # another\n255\n"), img.Pix...)
	for name, data := range map[string][]byte{
		"GIF": greyGIF(t, img), "grey PNG": encodePNG(t, img), "colour PNG": encodePNG(t, rgba), "PGM": pgm,
	} {
		got, err := Decode(iotest.OneByteReader(bytes.NewReader(data)))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got.Width != 32 || got.Height != 8 || len(got.Pixels) != 256 {
			t.Errorf("%s: %dx%d with %d pixels", name, got.Width, got.Height, len(got.Pixels))
			continue
		}
		for i, v := range got.Pixels {
			if v != float64(i) {
				t.Errorf("%s: pixel %d is %v", name, i, v)
				break
			}
		}
	}
}

func TestDepthAndColour(t *testing.T) {
	deep := image.NewGray16(image.Rect(0, 0, 2, 1))
	deep.SetGray16(0, 0, color.Gray16{Y: 257*100 + 128})
	deep.SetGray16(1, 0, color.Gray16{Y: 65535})
	colours := image.NewNRGBA(image.Rect(0, 0, 2, 1))
	colours.Set(0, 0, color.NRGBA{G: 255, A: 255})
	colours.Set(1, 0, color.NRGBA{R: 255, G: 255, B: 255}) // transparent
	for _, c := range []struct {
		name string
		data []byte
		want []float64
	}{
		{"16-bit PNG", encodePNG(t, deep), []float64{100 + 128.0/257, 255}},
		// BT.601 weighs green by 0.587: 0.587 * 65535 = 38469.
		{"green, transparent", encodePNG(t, colours), []float64{38469.0 / 257, 0}},
		{"plain PGM", []byte("P2\n2 2\n4\n0 1\n2 4"), []float64{0, 63.75, 127.5, 255}},
		{"16-bit PGM", []byte("P5 2 1 65535\n\x01\x01\xff\xff"), []float64{1, 255}},
		{"raw PGM that starts with a space", []byte("P5 1 1 255\n "), []float64{32}},
	} {
		got, err := Decode(bytes.NewReader(c.data))
		assert.Check(t, err == nil && slices.Equal(got.Pixels, c.want),
			"%s: got %v, %v, want %v", c.name, got.Pixels, err, c.want)
	}
}

// By hand from (i+½)·N/n: 100 of 320 columns have centres 1.6, 4.8, 8.0, …, so the source columns are
// 1, 4, 8, 11, 14, …, 318; 80 of 243 rows have centres 1.51875, 4.55625, …, 241.48125.
func TestReduce(t *testing.T) {
	img := Image{Width: 320, Height: 243}
	for y := range img.Height {
		for x := range img.Width {
			img.Pixels = append(img.Pixels, float64(1000*y+x))
		}
	}
	dst := make([]float64, 100*80)
	img.ReduceTo(dst, 100, 80)
	for _, c := range []struct {
		x, y int
		want float64
	}{
		{0, 0, 1001}, {1, 0, 1004}, {2, 0, 1008}, {3, 0, 1011}, {4, 0, 1014}, {99, 0, 1318},
		{0, 1, 4001}, {0, 79, 241001}, {99, 79, 241318},
	} {
		assert.Check(t, is.Equal(dst[100*c.y+c.x], c.want), "pixel (%d, %d) is source", c.x, c.y)
	}
}

// A JPEG of one grey is that grey: its only coefficient is exact.
func TestDecodeJPEG(t *testing.T) {
	source := image.NewGray(image.Rect(0, 0, 16, 8))
	for i := range source.Pix {
		source.Pix[i] = 200
	}
	var b bytes.Buffer
	assert.NilError(t, jpeg.Encode(&b, source, nil))
	img, err := Decode(&b)
	assert.NilError(t, err)
	assert.Check(t, img.Width == 16 && img.Height == 8 && len(img.Pixels) == 128 && slices.Max(img.Pixels) == 200 &&
		slices.Min(img.Pixels) == 200, "got %v", img)
}

// Each of the many scans of a JPEG may be a few bytes that change nothing.
func TestScansOfJPEG(t *testing.T) {
	segment := func(marker byte, content ...byte) []byte {
		return append([]byte{0xff, marker, byte((len(content) + 2) >> 8), byte(len(content) + 2)}, content...)
	}
	scans := func(side, n int) []byte {
		one := func(table byte) []byte { return append([]byte{table, 1}, make([]byte, 15)...) } // code
		blocks := side / 8 * side / 8
		file := slices.Concat([]byte("\xff\xd8"),
			segment(0xdb, append([]byte{0}, bytes.Repeat([]byte{1}, 64)...)...),
			segment(0xc2, 8, byte(side>>8), byte(side), byte(side>>8), byte(side), 1, 1, 0x11, 0),
			segment(0xc4, append(one(0x00), 0)...), segment(0xc4, append(one(0x10), 0xe0)...),
			segment(0xda, 1, 1, 0, 0, 0, 0), make([]byte, blocks/8))
		for range n - 1 {
			// A code and 14 bits stand for 16384 blocks.
			file = slices.Concat(file, segment(0xda, 1, 1, 0, 1, 63, 0), make([]byte, (blocks/16384+1)*15/8+1))
		}
		return append(file, 0xff, 0xd9)
	}
	img, err := Decode(bytes.NewReader(scans(64, 2000)))
	assert.NilError(t, err)
	assert.Equal(t, len(img.Pixels), 64*64)
	_, err = Decode(bytes.NewReader(scans(4096, 100)))
	want := "jpeg: 100 scans of 4096x4096 pixels, more than the limit of 1073741824 pixels: save the image anew"
	assert.Error(t, err, want)
}

func TestDecodeErrors(t *testing.T) {
	whole := greyGIF(t, ramp(8, 8))
	part := image.NewPaletted(image.Rect(0, 0, 4, 4), greys())
	partial := encodeGIF(t, &gif.GIF{Image: []*image.Paletted{part}, Delay: []int{0},
		Config: image.Config{Width: 8, Height: 8, ColorModel: greys()}})
	var said strings.Builder
	for _, c := range []struct {
		name string
		data []byte
	}{
		{"empty", nil},
		{"text", []byte("no image")},
		{"cut GIF header", whole[:8]},
		{"cut GIF", whole[:len(whole)-20]},
		{"partial GIF", partial},
		{"cut PNG", encodePNG(t, ramp(8, 8))[:40]},
		{"cut PGM header", []byte("P5 8")},
		{"cut PGM", []byte("P5 2 2 255\nabc")},
		{"cut plain PGM", []byte("P2 2 2 255\n1 2 ")},
		{"cut 16-bit PGM", []byte("P5 1 1 256\na")},
		{"letters in PGM", []byte("P2 2 x 255\n")},
		{"letters in plain PGM", []byte("P2 1 1 255\nx")},
		{"bright PGM", []byte("P2 1 1 7\n8")},
		{"flat PGM", []byte("P2 0 1 7\n8")},
		{"white of PGM", []byte("P2 1 1 65536\n8")},
		{"large PGM", []byte("P5 16777216 2 255\n")},
		{"large number", []byte("P5 99999999999999999999 2 255\n")},
	} {
		_, err := Decode(bytes.NewReader(c.data))
		assert.Check(t, err != nil, c.name)
		fmt.Fprintf(&said, "%s: %v\n", c.name, err)
	}
	golden.Assert(t, said.String(), "errors.txt")
	broken := errors.New("disk on fire")
	_, err := Decode(iotest.ErrReader(broken))
	assert.ErrorIs(t, err, broken)
}

func FuzzDecode(f *testing.F) {
	f.Add(greyGIF(f, ramp(3, 2)))
	f.Add(encodePNG(f, ramp(3, 2)))
	f.Add([]byte("P2\n# c\n2 2\n4\n0 1\n2 4"))
	f.Add([]byte("P5 2 1 65535\n\x01\x01\xff\xff"))
	f.Fuzz(func(t *testing.T, data []byte) {
		// Pictures of many pixels are slow and not the subject here.
		if config, _, err := image.DecodeConfig(bytes.NewReader(data)); err == nil &&
			config.Width*config.Height > 1<<16 {
			return
		}
		img, err := Decode(bytes.NewReader(data))
		if err != nil {
			return
		}
		assert.Assert(t, len(img.Pixels) == img.Width*img.Height && len(img.Pixels) != 0,
			"%d pixels for %dx%d", len(img.Pixels), img.Width, img.Height)
		low, high := slices.Min(img.Pixels), slices.Max(img.Pixels)
		assert.Assert(t, low >= 0 && high <= 255, "pixels from %v to %v", low, high)
	})
}
