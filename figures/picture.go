package figures

import (
	"bytes"
	"fmt"
	"image"
	_ "image/gif" // for pictures
	_ "image/jpeg"
	_ "image/png"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Picture shows an image file, as it is.
type Picture struct {
	File  []byte // PNG, JPEG or GIF
	Image image.Image
}

// mostPixels is how many pixels a picture may have, which are opened in memory.
const mostPixels = 50e6

// ReadPicture opens a PNG, JPEG or GIF.
func ReadPicture(file []byte) (Picture, error) {
	size, _, err := image.DecodeConfig(bytes.NewReader(file))
	if err == nil && size.Width*size.Height > mostPixels {
		err = fmt.Errorf("%d by %d pixels are more than %.0f million", size.Width, size.Height, mostPixels/1e6)
	}
	if err != nil {
		return Picture{}, err
	}
	opened, _, err := image.Decode(bytes.NewReader(file))
	return Picture{file, opened}, err
}

// perInch is how many pixels of a picture are an inch, as on screens and in what matplotlib draws.
const perInch = 100

// Size implements Figure: that of the image, at most a page wide.
func (p Picture) Size(v Venue) (width, height vg.Length) {
	size := p.Image.Bounds().Size()
	width = min(v.Page, vg.Length(size.X)/perInch*vg.Inch)
	return width, width * vg.Length(size.Y) / vg.Length(size.X)
}

// Draw implements Figure.
func (p Picture) Draw(c draw.Canvas, _ Venue) error {
	c.DrawImage(c.Rectangle, p.Image)
	return nil
}

// Records implements Figure: a picture shows no data.
func (p Picture) Records() [][]string { return nil }
