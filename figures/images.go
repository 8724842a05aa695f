package figures

import (
	"fmt"
	"image"
	"image/color"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Images shows grey images of one size, such as faces, in rows and columns.
type Images struct {
	Columns, Rows []string // one name each, which may be empty
	Pixels        image.Point
	// Values holds grey values from 0, black, to 255, white, by row and column of the grid; those of an image
	// are row by row. An image that is nil is left out.
	Values [][][]float64
	Notes  []string
}

const (
	imageGap    = vg.Length(6)
	widestImage = 5 * vg.Centimeter
	columnImage = 1.5 * vg.Centimeter // least width of an image in a column
)

// Size implements Figure.
func (im Images) Size(v Venue) (width, height vg.Length) {
	t := v.theme(v.Page)
	width, _ = v.box(v.inColumn(false, func() bool { return im.grid(t, v.Column-2*edge).cell.X >= columnImage }))
	g := im.grid(t, width-2*edge)
	height = g.top + vg.Length(len(im.Rows))*(g.cell.Y+imageGap)
	return width, height + (&sheet{notes: im.Notes}).besides(v.theme(width), height)
}

type imageGrid struct {
	left, top vg.Length // for names
	cell      vg.Point  // size of an image
}

func (im Images) grid(t theme, width vg.Length) imageGrid {
	var g imageGrid
	sty := t.axisText()
	for _, name := range im.Rows {
		if name != "" {
			g.left = max(g.left, sty.Width(name)+textGap)
		}
	}
	columns := vg.Length(len(im.Columns))
	g.cell.X = min(widestImage, (width-g.left-(columns-1)*imageGap)/columns)
	g.cell.Y = g.cell.X * vg.Length(im.Pixels.Y) / vg.Length(im.Pixels.X)
	for _, name := range im.Columns {
		if name != "" {
			g.top = max(g.top, sty.Height(wrap(name, sty, g.cell.X))+textGap)
		}
	}
	return g
}

// Draw implements Figure.
func (im Images) Draw(c draw.Canvas, v Venue) error {
	c, t := inside(c, v)
	inner, paintNotes := layNotes(t, c, im.Notes)
	g := im.grid(t, inner.Size().X)
	if g.cell.X < leastData/2 {
		return fmt.Errorf("%d columns leave %.0f points for an image; draw fewer", len(im.Columns),
			max(0, g.cell.X))
	}
	above := aligned(t.axisText(), text.XCenter, text.YBottom)
	beside := aligned(t.axisText(), text.XLeft, text.YCenter)
	left := func(column int) vg.Length { return inner.Min.X + g.left + vg.Length(column)*(g.cell.X+imageGap) }
	paintNotes()
	for k, name := range im.Columns {
		at := vg.Point{X: left(k) + g.cell.X/2, Y: inner.Max.Y - g.top + textGap}
		inner.FillText(above, at, wrap(name, above, g.cell.X))
	}
	for i, name := range im.Rows {
		bottom := inner.Max.Y - g.top - vg.Length(i)*(g.cell.Y+imageGap) - g.cell.Y
		inner.FillText(beside, vg.Point{X: inner.Min.X, Y: bottom + g.cell.Y/2}, name)
		for k, values := range im.Values[i] {
			if corner := (vg.Point{X: left(k), Y: bottom}); values != nil {
				inner.DrawImage(vg.Rectangle{Min: corner, Max: corner.Add(g.cell)}, im.picture(values))
			}
		}
	}
	return nil
}

func (im Images) picture(values []float64) image.Image {
	picture := image.NewGray(image.Rectangle{Max: im.Pixels})
	for i, v := range values {
		picture.SetGray(i%im.Pixels.X, i/im.Pixels.X, color.Gray{Y: uint8(max(0, min(255, v+0.5)))})
	}
	return picture
}

// Records implements Figure, with a row for each row of each image.
func (im Images) Records() [][]string {
	header := []string{"row", "column", "y"}
	for x := range im.Pixels.X {
		header = append(header, fmt.Sprintf("x%d", x+1))
	}
	rows := [][]string{header}
	for i, images := range im.Values {
		for k, values := range images {
			for y := range len(values) / max(1, im.Pixels.X) {
				row := []string{plain(im.Rows[i]), plain(im.Columns[k]), fmt.Sprint(y + 1)}
				for _, v := range values[y*im.Pixels.X : (y+1)*im.Pixels.X] {
					row = append(row, formatNumber(v))
				}
				rows = append(rows, row)
			}
		}
	}
	return rows
}
