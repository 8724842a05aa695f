package figures

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Network is a drawing of the recurrent network that computes generalised kernel PCA by
//
//	c(t+1) = f′(K c(t) / √(c(t)ᵀ K c(t)))
//
// equation 3.8 of Battaglino 2019. Its N neurons are drawn as the first, the second and the last.
type Network struct{}

// The parts of the drawing, and its edges as rows.
var (
	//go:embed network.txt
	networkParts string
	//go:embed network.csv
	networkEdges string
)

// Size implements Figure. It is the width of the page, as letters in a column would be too small.
func (n Network) Size(v Venue) (width, height vg.Length) { return v.box(false) }

var nodeFill = color.NRGBA{0xF2, 0xF2, 0xF2, 0xFF}

var networkColors = map[string]color.Color{"ink": ink, "soft": softInk, "white": color.White, "node": nodeFill,
	"weight": seriesColors[0], "feedback": seriesColors[1]}

// Draw implements Figure.
func (n Network) Draw(c draw.Canvas, v Venue) error {
	c, t := inside(c, v)
	size := c.Size()
	scale := min(size.X/FullWidth, size.Y/FullHeight)
	t.handler.least /= scale
	c.Push()
	defer c.Pop()
	c.Translate(vg.Point{
		X: c.Min.X + (size.X-scale*FullWidth)/2,
		Y: c.Min.Y + (size.Y-scale*FullHeight)/2,
	})
	c.Scale(float64(scale), float64(scale))
	d := networkDrawing{draw.NewCanvas(c.Canvas, FullWidth, FullHeight), t}
	for line := range strings.Lines(networkParts) {
		if err := d.add(strings.Fields(line)); err != nil {
			return fmt.Errorf("network: %q: %w", strings.TrimSpace(line), err)
		}
	}
	return nil
}

type networkDrawing struct {
	draw.Canvas
	theme theme
}

// add draws a part: its kind, its colour, numbers, and a text.
func (d *networkDrawing) add(part []string) error {
	if part[0] == "#" {
		return nil
	}
	kind, clr, rest := part[0], networkColors[part[1]], part[2:]
	var v [12]vg.Length
	count := 0
	for ; len(rest) > 0 && count < len(v); count++ {
		number, err := strconv.ParseFloat(rest[0], 64)
		if err != nil {
			break
		}
		v[count], rest = vg.Length(number), rest[1:]
	}
	label, line := strings.Join(rest, " "), draw.LineStyle{Color: clr, Width: 1}
	sty, at := aligned(d.theme.style(v[0], clr), text.XCenter, text.YCenter), vg.Point{X: v[1], Y: v[2]}
	switch place := (vg.Point{X: v[0], Y: v[1]}); kind {
	case "turned", "text":
		if kind == "turned" {
			sty.Rotation = math.Pi / 2
		}
		d.FillText(sty, at, label)
	case "label": // on a white ground that covers the lines below
		sty, at = aligned(d.theme.style(7.5, clr), text.XCenter, text.YCenter), vg.Point{X: v[2], Y: v[3]}
		ground := vg.Point{X: sty.Width(label) + v[0], Y: v[1]}
		if ground.Y < 0 {
			ground.Y += sty.Height(label)
		}
		d.SetColor(color.White)
		d.Fill(boxAround(at, ground).Path())
		d.FillText(sty, at, label)
	case "line":
		var points []vg.Point
		for i := 0; i < count; i += 2 {
			points = append(points, vg.Point{X: v[i], Y: v[i+1]})
		}
		d.StrokeLines(line, points)
	case "arrow":
		d.arrow(place, vg.Point{X: v[2], Y: v[3]}, clr)
	case "box":
		d.node(roundedBox(place, v[2], v[3], v[4]), clr)
	case "circle":
		d.node(circle.outline(place, v[2]), clr)
	case "dot":
		d.SetColor(clr)
		d.Fill(circle.outline(place, v[2]))
	default:
		return fmt.Errorf("no part is called %s", kind)
	}
	return nil
}

// node draws the shape of a node.
func (d *networkDrawing) node(shape vg.Path, fill color.Color) {
	fillOutlined(&d.Canvas, shape, fill, draw.LineStyle{Color: ink, Width: 0.9})
}

// arrow draws a line with a solid head that ends at to.
func (d *networkDrawing) arrow(from, to vg.Point, clr color.Color) {
	const head = 5.5
	along := to.Sub(from).Scale(1 / distance(from, to))
	across := vg.Point{X: -along.Y, Y: along.X}
	base := to.Sub(along.Scale(head))
	d.StrokeLines(draw.LineStyle{Color: clr, Width: 0.8}, []vg.Point{from, base})
	d.FillPolygon(clr, []vg.Point{to, base.Add(across.Scale(2)), base.Sub(across.Scale(2))})
}

func roundedBox(center vg.Point, width, height, radius vg.Length) vg.Path {
	box := boxAround(center, vg.Point{X: width, Y: height})
	var path vg.Path
	path.Move(vg.Point{X: box.Min.X + radius, Y: box.Min.Y})
	for i, corner := range []vg.Point{
		{X: box.Max.X - radius, Y: box.Min.Y + radius},
		{X: box.Max.X - radius, Y: box.Max.Y - radius},
		{X: box.Min.X + radius, Y: box.Max.Y - radius},
		{X: box.Min.X + radius, Y: box.Min.Y + radius},
	} {
		path.Arc(corner, radius, (float64(i)-1)*math.Pi/2, math.Pi/2)
	}
	path.Close()
	return path
}

// Records implements Figure, with a row for each edge.
func (n Network) Records() [][]string {
	rows, err := csv.NewReader(strings.NewReader(networkEdges)).ReadAll()
	if err != nil {
		panic(err) // embedded
	}
	return rows
}
