package standin

import "math"

// A point has x to the right and y down, as in an image.
type point struct{ x, y float64 }

// A stroke is a smooth curve through its points, drawn without lifting the pen, or a line between two.
// At a corner one stroke ends and the next begins.
type stroke []point

// A glyph is a character: strokes in a box of height 1 with its origin in the upper left corner.
type glyph []stroke

// flatten returns the curve as a polyline: the Catmull-Rom spline through the points (E. Catmull,
// R. Rom, "A class of local interpolating splines", 1974).
func (s stroke) flatten() stroke {
	if len(s) < 3 {
		return s
	}
	const pieces = 5 // per span: less than 1/100 of the height off the curve
	polyline := make(stroke, 0, (len(s)-1)*pieces+1)
	closed := s[0] == s[len(s)-1]
	for i := range len(s) - 1 {
		before, after := s[max(i-1, 0)], s[min(i+2, len(s)-1)]
		if closed && i == 0 {
			before = s[len(s)-2]
		}
		if closed && i == len(s)-2 {
			after = s[1]
		}
		for piece := range pieces {
			t := float64(piece) / pieces
			polyline = append(polyline, point{
				catmullRom(before.x, s[i].x, s[i+1].x, after.x, t),
				catmullRom(before.y, s[i].y, s[i+1].y, after.y, t),
			})
		}
	}
	return append(polyline, s[len(s)-1])
}

// catmullRom is, at t in [0, 1], the cubic from b to c of slopes (c-a)/2 at b and (d-b)/2 at c.
func catmullRom(a, b, c, d, t float64) float64 {
	return b + t*((c-a)/2+t*((a-2.5*b+2*c-0.5*d)+t*(1.5*(b-c)+(d-a)/2)))
}

type box struct{ left, top, right, bottom float64 }

func (k ink) bounds() box {
	b := box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	for _, line := range k.polylines {
		for _, p := range line {
			b.left, b.right = min(b.left, p.x), max(b.right, p.x)
			b.top, b.bottom = min(b.top, p.y), max(b.bottom, p.y)
		}
	}
	return box{b.left - k.radius, b.top - k.radius, b.right + k.radius, b.bottom + k.radius}
}

type ink struct {
	polylines []stroke
	radius    float64
}

// A window is the visible part of the paper, with scales in pixels a unit.
type window struct {
	left, top      float64
	scaleX, scaleY float64
}

// stretched returns the window in which b fills an image, centred. The horizontal scale is at most most
// times the vertical one.
func stretched(b box, width, height, most float64) window {
	w := window{top: b.top, scaleY: height / (b.bottom - b.top)}
	w.scaleX = min(width/(b.right-b.left), most*w.scaleY)
	w.left = (b.left+b.right)/2 - width/2/w.scaleX
	return w
}

func fitted(b box, width, height float64) window {
	scale := min(width/(b.right-b.left), height/(b.bottom-b.top))
	return window{(b.left+b.right)/2 - width/2/scale, (b.top+b.bottom)/2 - height/2/scale, scale, scale}
}

// draw returns the ink in w, row by row, from 0 for paper to 1 for ink. Its edge is a ramp of softness
// pixels; 1 is anti-aliased. Different scales stretch the pen too, as in a scanned image.
func (k ink) draw(w window, width, height int, softness float64) []float64 {
	image := make([]float64, width*height)
	ramp := softness / math.Sqrt(w.scaleX*w.scaleY)
	reach := k.radius + ramp/2
	for _, line := range k.polylines {
		for i := range len(line) - 1 {
			a, b := line[i], line[i+1]
			left, right := pixels(min(a.x, b.x)-reach, max(a.x, b.x)+reach, w.left, w.scaleX, width)
			top, bottom := pixels(min(a.y, b.y)-reach, max(a.y, b.y)+reach, w.top, w.scaleY, height)
			for row := top; row < bottom; row++ {
				for column := left; column < right; column++ {
					p := point{
						w.left + (float64(column)+0.5)/w.scaleX,
						w.top + (float64(row)+0.5)/w.scaleY,
					}
					pixel := &image[row*width+column]
					*pixel = max(*pixel, min((reach-distance(p, a, b))/ramp, 1))
				}
			}
		}
	}
	return image
}

// pixels returns the range of the n pixels, without its end, that an interval covers.
func pixels(low, high, origin, scale float64, n int) (first, end int) {
	first = max(int(math.Floor((low-origin)*scale)), 0)
	end = min(int(math.Ceil((high-origin)*scale)), n)
	return first, end
}

func distance(p, a, b point) float64 {
	dx, dy := b.x-a.x, b.y-a.y
	t := 0.0
	if square := dx*dx + dy*dy; square > 0 {
		t = min(max(((p.x-a.x)*dx+(p.y-a.y)*dy)/square, 0), 1)
	}
	return math.Sqrt(sq(p.x-a.x-t*dx) + sq(p.y-a.y-t*dy))
}

func sq(v float64) float64 { return v * v }

func greys(image []float64) []float64 {
	for i, v := range image {
		image[i] = math.RoundToEven(255 * min(max(v, 0), 1))
	}
	return image
}
