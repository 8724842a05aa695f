package figures

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"image/png"
	"io"
	"time"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"

	"gpca/figures/internal/svg"
	"gpca/figures/vgfpdf"
)

// resolution is that of PNG files, in pixels per inch, unless a theme has another.
const resolution = 200

// Draw draws a figure over the whole of a canvas. It returns a panic of gonum/plot as an error.
func Draw(c vg.CanvasSizer, f Figure, v Venue) (err error) {
	defer recovered(&err)
	switch c := c.(type) {
	case *vgfpdf.Canvas:
		if c.Own, err = v.OwnFont(); err != nil {
			return err
		}
	case *svg.Canvas:
		v.scalable = true
	}
	if err := f.Draw(draw.New(c), v); err != nil {
		return fmt.Errorf("draw figure: %w", err)
	}
	return nil
}

func recovered(err *error) {
	if fault := recover(); fault != nil {
		*err = fmt.Errorf("draw figure: %v", fault)
	}
}

// size returns the size of the figure, or an error when no page can have it.
func size(f Figure, v Venue) (width, height vg.Length, err error) {
	defer recovered(&err)
	width, height = f.Size(v)
	const largest = 200 * vg.Inch // of a PDF page (ISO 32000-1, annex C)
	if !(width > 0 && width <= largest && height > 0 && height <= largest) {
		return 0, 0, fmt.Errorf("figure of %v by %v points, want more than 0 and at most %v", width, height, largest)
	}
	return width, height, nil
}

// WriteSVG writes a figure as SVG. Its text stays text.
func WriteSVG(w io.Writer, f Figure, v Venue) error {
	c, err := drawnOn(svg.New, f, v)
	if err != nil {
		return err
	}
	if _, err := c.WriteTo(w); err != nil {
		return fmt.Errorf("write SVG: %w", err)
	}
	return nil
}

// drawnOn is a canvas of the size of a figure, with it.
func drawnOn[C vg.CanvasSizer](canvas func(width, height vg.Length) C, f Figure, v Venue) (c C, err error) {
	width, height, err := size(f, v)
	if err == nil {
		c = canvas(width, height)
		err = Draw(c, f, v)
	}
	return c, err
}

// WritePNG writes a figure as PNG, at the resolution of the theme.
func WritePNG(w io.Writer, f Figure, v Venue) error {
	dotsPerInch := cmp.Or(v.Resolution, resolution)
	c, err := drawnOn(func(width, height vg.Length) *vgimg.Canvas {
		return vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(int(dotsPerInch)))
	}, f, v)
	if err != nil {
		return err
	}
	var encoded bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := encoder.Encode(&encoded, c.Image()); err != nil {
		return fmt.Errorf("encode PNG: %w", err)
	}
	if _, err := w.Write(withResolution(encoded.Bytes(), dotsPerInch)); err != nil {
		return fmt.Errorf("write PNG: %w", err)
	}
	return nil
}

// WritePDF writes a figure as a PDF of one page, which records the date of creation.
func WritePDF(w io.Writer, f Figure, v Venue, created time.Time) error {
	width, height, err := size(f, v)
	if err != nil {
		return err
	}
	doc := vgfpdf.NewDocument(width.Points(), height.Points(), "gpca/figures", created)
	doc.AddPage()
	draw := func(c vg.CanvasSizer) error { return Draw(c, f, v) }
	if err := vgfpdf.Draw(doc, 0, 0, width, height, 1, draw); err != nil {
		return err
	}
	file, err := vgfpdf.NewFile(doc)
	if err == nil {
		err = file.Write(w)
	}
	if err != nil {
		return fmt.Errorf("write PDF: %w", err)
	}
	return nil
}

// WriteCSV writes the data of a figure.
func WriteCSV(w io.Writer, f Figure) (err error) {
	defer recovered(&err)
	records := f.Records()
	if len(records) == 0 {
		return errors.New("figure shows no data")
	}
	if err := csv.NewWriter(w).WriteAll(records); err != nil {
		return fmt.Errorf("write CSV: %w", err)
	}
	return nil
}
