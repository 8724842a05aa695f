package figures

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"math"
	"strconv"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// An ImageGrid shows pictures side by side: samples with noise, components drawn
// as images, reconstructions. Pixels are drawn as squares with sharp edges.
type ImageGrid struct {
	Columns int // zero: as many as there are images, up to 8
	Images  []CaptionedImage
	Notes   []string

	Width vg.Length // zero: FullWidth; the height follows from the images
}

// A CaptionedImage is one picture of the grid.
type CaptionedImage struct {
	Caption string
	Image   image.Image
}

var _ interface {
	Figure
	laidOut
} = ImageGrid{}

const (
	imageGap     = vg.Length(6)
	imageMaxSide = 4.5 * vg.Centimeter // of an image, even if it is alone
)

// Gray returns values, row by row from the top, as a picture: low is black, high
// is white, and values beyond are cut. If both are 0, the extremes of the values
// are used. A missing value is black.
func Gray(values []float64, width, height int, low, high float64) (*image.Gray, error) {
	if width <= 0 || height <= 0 || len(values) != width*height {
		return nil, fmt.Errorf("%d values for an image of %d by %d pixels", len(values), width, height)
	}
	if low == 0 && high == 0 {
		var e extent
		for _, v := range values {
			e.add(v)
		}
		low, high = e.low, e.high
	}
	if !isFinite(low) || !isFinite(high) || low > high {
		return nil, fmt.Errorf("greys from %v to %v", low, high)
	}
	img := image.NewGray(image.Rect(0, 0, width, height))
	for i, v := range values {
		level := 0.5 // of a picture without contrast
		if high > low {
			level = (v/2 - low/2) / (high/2 - low/2)
		}
		if math.IsNaN(level) {
			level = 0
		}
		img.Pix[i] = uint8(math.Round(0xFF * max(0, min(1, level))))
	}
	return img, nil
}

func (g ImageGrid) columns() int {
	if g.Columns > 0 {
		return g.Columns
	}
	return max(1, min(8, len(g.Images)))
}

// imageRow is a row of the grid: the height of its images and of its captions.
type imageRow struct{ image, caption vg.Length }

// rows returns the size of an image's place and the rows, for a given width.
func (g ImageGrid) rows(t theme, width vg.Length) (column vg.Length, rows []imageRow) {
	columns := g.columns()
	column = min((width-vg.Length(columns-1)*imageGap)/vg.Length(columns), imageMaxSide)
	sty := t.noteText()
	for i, img := range g.Images {
		if i%columns == 0 {
			rows = append(rows, imageRow{})
		}
		row := &rows[i/columns]
		if img.Image != nil && !img.Image.Bounds().Empty() {
			size := img.Image.Bounds().Size()
			row.image = max(row.image, column*vg.Length(size.Y)/vg.Length(size.X))
		}
		if img.Caption != "" {
			row.caption = max(row.caption, sty.Height(wrap(img.Caption, sty, column))+2)
		}
	}
	return column, rows
}

// Size implements Figure.
func (g ImageGrid) Size() (width, height vg.Length) {
	width, _ = sizeOr(g.Width, 0, FullWidth, 0)
	t, err := themeFor(width)
	if err != nil || len(g.Images) == 0 {
		return width, HalfHeight // Draw reports it
	}
	height = notesHeight(t, width-2*edge, g.Notes) - imageGap + 2*edge
	_, rows := g.rows(t, width-2*edge)
	for _, row := range rows {
		height += row.image + row.caption + imageGap
	}
	return width, height
}

// Draw implements Figure.
func (g ImageGrid) Draw(c draw.Canvas) error { return drawLaidOut(g, c) }

// layout implements laidOut.
func (g ImageGrid) layout(c draw.Canvas) (paint func(), err error) {
	if len(g.Images) == 0 {
		return nil, errors.New("no images")
	}
	for i, img := range g.Images {
		if img.Image == nil || img.Image.Bounds().Empty() {
			return nil, fmt.Errorf("image %d (%q) is empty", i+1, img.Caption)
		}
	}
	t, err := themeFor(c.Size().X)
	if err != nil {
		return nil, err
	}
	inner, paintNotes := layNotes(t, c, g.Notes)
	column, rows := g.rows(t, inner.Size().X)
	columns := g.columns()
	used := vg.Length(columns)*(column+imageGap) - imageGap
	left := inner.Min.X + max(0, (inner.Size().X-used)/2)
	return func() {
		paintNotes()
		top := inner.Max.Y
		for i, img := range g.Images {
			row := rows[i/columns]
			corner := vg.Point{X: left + vg.Length(i%columns)*(column+imageGap), Y: top}
			drawCaptionedImage(t, inner, img, corner, column, row)
			if i%columns == columns-1 {
				top -= row.image + row.caption + imageGap
			}
		}
	}, nil
}

// drawCaptionedImage draws an image below a corner, in the middle of its row's
// height, and its caption under the row.
func drawCaptionedImage(t theme, c draw.Canvas, img CaptionedImage, corner vg.Point, column vg.Length, row imageRow) {
	size := img.Image.Bounds().Size()
	height := column * vg.Length(size.Y) / vg.Length(size.X)
	bottom := corner.Y - (row.image+height)/2
	c.DrawImage(vg.Rectangle{
		Min: vg.Point{X: corner.X, Y: bottom},
		Max: vg.Point{X: corner.X + column, Y: bottom + height},
	}, enlarged(img.Image, int(column/vg.Inch*Resolution)))
	sty := aligned(t.noteText(), text.XCenter, text.YTop)
	sty.Color = ink
	c.FillText(sty, vg.Point{X: corner.X + column/2, Y: corner.Y - row.image - 2}, wrap(img.Caption, sty, column))
}

// enlarged repeats the pixels of an image until it is at least as wide as asked
// for. Programs that show pictures smooth what they enlarge, and a smoothed digit
// of 16 by 16 pixels is no longer the data.
func enlarged(img image.Image, width int) image.Image {
	bounds := img.Bounds()
	factor := (width + bounds.Dx() - 1) / bounds.Dx()
	if factor <= 1 {
		return img
	}
	target := image.Rect(0, 0, bounds.Dx()*factor, bounds.Dy()*factor)
	if gray, ok := img.(*image.Gray); ok {
		out := image.NewGray(target)
		for y := range target.Dy() {
			for x := range target.Dx() {
				out.SetGray(x, y, gray.GrayAt(bounds.Min.X+x/factor, bounds.Min.Y+y/factor))
			}
		}
		return out
	}
	out := image.NewNRGBA(target)
	for y := range target.Dy() {
		for x := range target.Dx() {
			out.Set(x, y, img.At(bounds.Min.X+x/factor, bounds.Min.Y+y/factor))
		}
	}
	return out
}

// Records implements Figure: a row of cells a row of pixels, each from 0, black,
// to 255, white.
func (g ImageGrid) Records() [][]string {
	widest := 0
	for _, img := range g.Images {
		if img.Image != nil {
			widest = max(widest, img.Image.Bounds().Dx())
		}
	}
	header := []string{"image", "caption", "row"}
	for x := range widest {
		header = append(header, "pixel "+strconv.Itoa(x+1))
	}
	rows := [][]string{header}
	for i, img := range g.Images {
		if img.Image == nil {
			continue
		}
		bounds := img.Image.Bounds()
		for y := range bounds.Dy() {
			row := make([]string, len(header))
			row[0], row[1], row[2] = strconv.Itoa(i+1), plain(img.Caption), strconv.Itoa(y+1)
			for x := range bounds.Dx() {
				level := color.GrayModel.Convert(img.Image.At(bounds.Min.X+x, bounds.Min.Y+y)).(color.Gray)
				row[3+x] = strconv.Itoa(int(level.Y))
			}
			rows = append(rows, row)
		}
	}
	return rows
}
