// Package imagefolder reads GIF, PNG, JPEG and PGM images as grey values. The content tells the
// format, since such files often lack an extension (Yale's are "subject01.happy"). A colour is
// reduced to its luminance (ITU-R BT.601, as in image/color); a grey keeps its value.
package imagefolder

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/draw"
	_ "image/gif" // for image.Decode, as are the next two
	_ "image/jpeg"
	_ "image/png"
	"io"
	"math"

	"gpca/report/dataset/unpack"
)

// The limits of one image: of its pixels, and of those that the scans of a JPEG pass over.
const (
	MaxPixels  = 16 << 20
	MaxScanned = 64 * MaxPixels
	maxBytes   = 8 * MaxPixels // of its file
)

// An Image is one image in grey.
type Image struct {
	Width, Height int
	// Pixels are the grey values, row by row, from 0 (black) to 255 (white), with fractions
	// if the source has more than 8 bits.
	Pixels []float64
}

// Decode reads one image.
func Decode(r io.Reader) (Image, error) {
	data, err := unpack.All(r, maxBytes)
	if err != nil {
		return Image{}, err
	}
	if bytes.HasPrefix(data, []byte("P2")) || bytes.HasPrefix(data, []byte("P5")) {
		return decodePGM(data)
	}
	header, format, err := image.DecodeConfig(bytes.NewReader(data))
	switch {
	case len(data) == 0:
		return Image{}, errors.New("empty file")
	case errors.Is(err, image.ErrFormat):
		return Image{}, fmt.Errorf("not a GIF, PNG, JPEG or PGM image: starts with %q", data[:min(4, len(data))])
	case err != nil:
		return Image{}, err
	}
	if err := checkSize(header.Width, header.Height); err != nil {
		return Image{}, fmt.Errorf("%s: %w", format, err)
	}
	if scans := bytes.Count(data, startOfScan); format == "jpeg" && scans > MaxScanned/(header.Width*header.Height) {
		return Image{}, fmt.Errorf("jpeg: %d scans of %dx%d pixels, more than the limit of %d pixels: "+
			"save the image anew", scans, header.Width, header.Height, MaxScanned)
	}
	decoded, _, err := image.Decode(bytes.NewReader(data)) // the first frame of an animation
	if err != nil {
		return Image{}, err
	}
	// Pixels that a frame does not cover have no grey value.
	if size := decoded.Bounds().Size(); size.X != header.Width || size.Y != header.Height {
		return Image{}, fmt.Errorf("%s: the first frame covers %dx%d of %dx%d pixels",
			format, size.X, size.Y, header.Width, header.Height)
	}
	return grey(decoded), nil
}

// ReduceTo stores in dst the image reduced by nearest neighbour: output pixel i of n is the source
// pixel, of N, that contains (i+½)·N/n.
func (img Image) ReduceTo(dst []float64, width, height int) {
	for y := range height {
		sourceY := (2*y + 1) * img.Height / (2 * height)
		for x := range width {
			sourceX := (2*x + 1) * img.Width / (2 * width)
			dst[y*width+x] = img.Pixels[sourceY*img.Width+sourceX]
		}
	}
}

// startOfScan begins each scan of a JPEG and cannot occur within one.
var startOfScan = []byte("\xff\xda")

func checkSize(width, height int) error {
	if width <= 0 || height <= 0 {
		return fmt.Errorf("%dx%d pixels", width, height)
	}
	if width > MaxPixels/height {
		return fmt.Errorf("%dx%d pixels, more than the limit of %d", width, height, MaxPixels)
	}
	return nil
}

// grey reduces a picture to its luminance. In 16 bits the 8-bit grey v is 257 v, so that division
// gives v exactly. Transparent pixels are black.
func grey(source image.Image) Image {
	drawn := image.NewGray16(image.Rectangle{Max: source.Bounds().Size()})
	draw.Draw(drawn, drawn.Rect, source, source.Bounds().Min, draw.Src)
	img := Image{Width: drawn.Rect.Dx(), Height: drawn.Rect.Dy()}
	img.Pixels = make([]float64, img.Width*img.Height)
	for i := range img.Pixels {
		img.Pixels[i] = float64(binary.BigEndian.Uint16(drawn.Pix[2*i:])) / (math.MaxUint16 / math.MaxUint8)
	}
	return img
}
