package figures

import (
	"image/color"
	"math"

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

// Size implements Figure. It is the width of the page, as letters in a column would be too small.
func (n Network) Size(v Venue) (width, height vg.Length) { return v.box(false) }

const activation = "f′"

var neuronNames = [...]string{"1", "2", "N"}

// Places are fractions of the width and height of the drawing; sizes are in points.
const (
	stateAt     = 0.135 // columns
	sumAt       = 0.42
	normAt      = 0.565
	unitAt      = 0.70
	newStateAt  = 0.865
	captionAt   = 0.955 // rows
	equationAt  = 0.185
	loopAt      = 0.10 // the innermost loop
	pillWidth   = vg.Length(52)
	pillHeight  = vg.Length(20)
	sumRadius   = vg.Length(11)
	normWidth   = vg.Length(24)
	unitWidth   = vg.Length(40)
	loopGap     = vg.Length(6) // between loops
	arrowLength = vg.Length(5.5)
)

var neuronRows = [...]float64{0.83, 0.645, 0.34} // of neurons 1, 2 and N

var (
	weightColor   = seriesColors[0]
	feedbackColor = seriesColors[1]
	nodeFill      = color.NRGBA{0xF2, 0xF2, 0xF2, 0xFF}
)

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
	d.drawCaptions()
	d.drawWeights()
	d.drawForward()
	d.drawFeedback()
	d.drawNodes()
	return nil
}

type networkDrawing struct {
	draw.Canvas
	theme theme
}

func (d *networkDrawing) at(x, y float64) vg.Point { return vg.Point{X: d.X(x), Y: d.Y(y)} }

func (d *networkDrawing) write(size vg.Length, clr color.Color, at vg.Point, txt string) {
	d.FillText(aligned(d.theme.style(size, clr), text.XCenter, text.YCenter), at, txt)
}

func (d *networkDrawing) drawCaptions() {
	places := []float64{stateAt, (stateAt + sumAt) / 2, sumAt, normAt, unitAt, newStateAt}
	for i, caption := range []string{"states", "weights", "sums K c(t)", "normalisation", "neurons", "new states"} {
		d.write(7.5, softInk, d.at(places[i], captionAt), caption)
	}
	d.write(10.5, ink, d.at(0.5, equationAt), "c(t+1) = "+activation+"( K c(t) / √( c(t)^{T} K c(t) ) )")
}

// weightLabels are the positions of labels along the arrows from states (columns) to sums (rows). A search
// found these, which are clear of other arrows and labels.
var weightLabels = [len(neuronNames)][len(neuronNames)]vg.Length{
	{0.55, 0.775, 0.325},
	{0.325, 0.25, 0.8},
	{0.75, 0.2, 0.7},
}

// drawWeights draws an arrow from every state to every sum, and the labels over all arrows.
func (d *networkDrawing) drawWeights() {
	sty := aligned(d.theme.style(7.5, weightColor), text.XCenter, text.YCenter)
	for _, labels := range []bool{false, true} {
		for to, toName := range neuronNames {
			for from, fromName := range neuronNames {
				start := d.at(stateAt, neuronRows[from]).Add(vg.Point{X: pillWidth / 2})
				end := rim(start, d.at(sumAt, neuronRows[to]), sumRadius)
				if labels {
					label, at := "K_{"+toName+fromName+"}", start.Add(end.Sub(start).Scale(weightLabels[to][from]))
					d.label(sty, at, label, vg.Point{X: sty.Width(label) + 2, Y: sty.Height(label) - 1})
				} else {
					d.arrow(start, end, weightColor)
				}
			}
		}
	}
}

// label writes text on a white ground that covers the lines below.
func (d *networkDrawing) label(sty text.Style, at vg.Point, label string, ground vg.Point) {
	d.SetColor(color.White)
	d.Fill(boxAround(at, ground).Path())
	d.FillText(sty, at, label)
}

// rim returns the point of a circle that is nearest to from.
func rim(from, center vg.Point, radius vg.Length) vg.Point {
	return center.Add(from.Sub(center).Scale(radius / distance(from, center)))
}

func (d *networkDrawing) drawForward() {
	for _, row := range neuronRows {
		at := []float64{sumAt, normAt, unitAt, newStateAt}
		half := []vg.Length{sumRadius, normWidth / 2, unitWidth / 2, pillWidth / 2}
		for i := range at[1:] {
			from, to := d.at(at[i], row).Add(vg.Point{X: half[i]}), d.at(at[i+1], row).Sub(vg.Point{X: half[i+1]})
			d.arrow(from, to, ink)
		}
	}
}

// drawFeedback draws the loops from the new states to the states, nested so that none cross.
func (d *networkDrawing) drawFeedback() {
	last := len(neuronRows) - 1
	for i, row := range neuronRows {
		out := vg.Length(last-i+2) * loopGap
		from := d.at(newStateAt, row).Add(vg.Point{X: pillWidth / 2})
		to := d.at(stateAt, row).Sub(vg.Point{X: pillWidth / 2})
		bottom := d.Y(loopAt) - vg.Length(last-i)*loopGap
		line := draw.LineStyle{Color: feedbackColor, Width: 1}
		d.StrokeLines(line, []vg.Point{
			from,
			{X: from.X + out, Y: from.Y},
			{X: from.X + out, Y: bottom},
			{X: to.X - out, Y: bottom},
			{X: to.X - out, Y: to.Y},
			{X: to.X - arrowLength, Y: to.Y},
		})
		d.arrow(vg.Point{X: to.X - out, Y: to.Y}, to, feedbackColor)
	}
	sty := aligned(d.theme.style(7.5, feedbackColor), text.XCenter, text.YCenter)
	middle := d.at(0.5, loopAt).Sub(vg.Point{Y: vg.Length(last) * loopGap / 2})
	label := "feedback: t ← t + 1"
	d.label(sty, middle, label, vg.Point{X: sty.Width(label) + 10, Y: vg.Length(last)*loopGap + 4})
}

// drawNodes draws the nodes over the ends of the lines.
func (d *networkDrawing) drawNodes() {
	state := func(at vg.Point, name string) {
		d.node(roundedBox(at, pillWidth, pillHeight, pillHeight/2), color.White)
		d.write(9, ink, at, name)
	}
	for i, row := range neuronRows {
		name := neuronNames[i]
		state(d.at(stateAt, row), "c_{"+name+"}(t)")
		d.node(circle.outline(d.at(sumAt, row), sumRadius), nodeFill)
		d.write(10.5, ink, d.at(sumAt, row), "Σ")
		d.node(roundedBox(d.at(unitAt, row), unitWidth, 24, 3), nodeFill)
		d.write(9, ink, d.at(unitAt, row), activation+"( · )")
		state(d.at(newStateAt, row), "c_{"+name+"}(t+1)")
	}
	top, bottom := neuronRows[0]+0.065, neuronRows[len(neuronRows)-1]-0.065
	center := d.at(normAt, (top+bottom)/2)
	d.node(roundedBox(center, normWidth, d.Y(top)-d.Y(bottom), 4), nodeFill)
	turned := aligned(d.theme.style(7.5, ink), text.XCenter, text.YCenter)
	turned.Rotation = math.Pi / 2
	d.FillText(turned, center, "÷ √( c(t)^{T} K c(t) )")
	for _, x := range []float64{stateAt, sumAt, unitAt, newStateAt} {
		d.SetColor(ink)
		for k := -1; k <= 1; k++ { // dots that stand for the neurons between
			at := d.at(x, (neuronRows[1]+neuronRows[2])/2)
			d.Fill(circle.outline(at.Add(vg.Point{Y: vg.Length(k) * 6}), 1.2))
		}
	}
}

// node draws the shape of a node.
func (d *networkDrawing) node(shape vg.Path, fill color.Color) {
	fillOutlined(&d.Canvas, shape, fill, draw.LineStyle{Color: ink, Width: 0.9})
}

// arrow draws a line with a solid head that ends at to.
func (d *networkDrawing) arrow(from, to vg.Point, clr color.Color) {
	along := to.Sub(from).Scale(1 / distance(from, to))
	across := vg.Point{X: -along.Y, Y: along.X}
	base := to.Sub(along.Scale(arrowLength))
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
	rows := [][]string{{"from", "to", "operation"}}
	for _, to := range neuronNames {
		for _, from := range neuronNames {
			rows = append(rows, []string{"c_" + from + "(t)", "sum " + to, "times K_" + to + from})
		}
	}
	for _, name := range neuronNames {
		rows = append(rows,
			[]string{"sum " + name, "normalised sum " + name, "divided by √(c(t)^T K c(t))"},
			[]string{"normalised sum " + name, "c_" + name + "(t+1)", activation},
			[]string{"c_" + name + "(t+1)", "c_" + name + "(t)", "t ← t + 1"})
	}
	return rows
}
