package standin

import (
	"math"
	"math/rand/v2"
)

// Faces are drawn in units of half the height of a head: its middle is the origin, the chin is at
// y = 1, x points to the viewer's right. Brightness is from 0 to 1.

// A person is what all images of one person share.
type person struct {
	width, jaw             float64 // half the width of the head, narrowing to the chin (0 to 1)
	skin, hair, shirt      float64 // albedos
	volume                 float64 // distance of the hair from the head
	hairline, parting      float64 // height above the middle of the head, and asymmetry
	sides                  float64 // y down to which the hair reaches at the sides
	eyes, eyeHeight        float64 // half the distance of the eyes, and their y
	eyeSize, brow          float64 // size of the eyes, half the thickness of the eyebrows
	nose, noseTip          float64 // half the width of the nose, and y of its tip
	mouth, mouthHeight     float64 // half the width of the mouth, and its y
	lips                   float64 // albedo of the lips relative to the skin
	moustache, beard, tint float64 // strength of hair in the face and of tinted glasses, 0 to 1
	collar, shoulders      float64 // half the width of the neckline, y of the shoulders beside the neck
	frame                  float64 // half the width of a lens of the glasses
	grain                  texture // of hair and cloth
}

func newPerson(r *rand.Rand) person {
	p := person{
		width:     between(r, .66, .8),
		jaw:       between(r, .12, .4),
		skin:      between(r, .6, .9),
		hair:      between(r, .06, .3),
		volume:    between(r, .05, .2),
		hairline:  between(r, .4, .68),
		parting:   between(r, -.25, .25),
		sides:     between(r, -.1, .35),
		eyes:      between(r, .27, .34),
		eyeHeight: between(r, -.12, -.02),
		eyeSize:   between(r, .85, 1.15),
		brow:      between(r, .022, .05),
		nose:      between(r, .11, .17),
		noseTip:   between(r, .28, .4),
		mouth:     between(r, .2, .29),
		lips:      between(r, .65, .9),
		shirt:     between(r, .1, .8),
		collar:    between(r, .25, .45),
		shoulders: between(r, 1.05, 1.2),
		frame:     between(r, .19, .25),
		grain:     newTexture(r),
	}
	p.mouthHeight = p.noseTip + between(r, .23, .29)
	switch r.IntN(8) {
	case 0:
		p.hair, p.hairline, p.volume = between(r, .5, .7), .75, .04 // grey and balding
	case 1:
		p.hair = between(r, .4, .6) // fair
	case 2:
		p.sides, p.volume = between(r, .7, 1.1), .22 // long
	}
	if r.IntN(4) == 0 {
		p.moustache = between(r, .6, .9)
	}
	if r.IntN(6) == 0 {
		p.beard = between(r, .4, .8)
	}
	if r.IntN(6) == 0 {
		p.tint = .75
	}
	return p
}

type expression struct {
	smile       float64 // -1 for sad, 1 for happy
	teeth       float64 // opening of a smile that shows teeth
	open        float64 // opening of a surprised mouth
	raise       float64 // of the eyebrows
	left, right float64 // how far each eye is closed, 0 to 1
	glasses     bool
}

// A scene is what differs between two images of a person.
type scene struct {
	expression
	light            float64 // direction the light comes from: -1 left, 0 front, 1 right
	ambient, diffuse float64 // light from everywhere and from that direction
	wall             float64 // albedo of the background
	shadow           bool    // whether the head casts a shadow on the wall
	yaw, nod, tilt   float64 // turn of the head as a shift of its features, and in radians
	x, y, size       float64 // middle and half the height of the head in pixels
	roughness        texture // of the wall
}

func render(p *person, s *scene, width, height int) []float64 {
	image := make([]float64, 0, width*height)
	sin, cos := math.Sincos(s.tilt)
	c := canvas{person: p, scene: s, edge: 1.2 / s.size}
	for row := range height {
		for column := range width {
			x := (float64(column) + 0.5 - s.x) / s.size
			y := (float64(row) + 0.5 - s.y) / s.size
			image = append(image, c.brightness(cos*x+sin*y, cos*y-sin*x))
		}
	}
	return image
}

type canvas struct {
	*person
	*scene
	edge float64 // width of an anti-aliased edge
}

func (c *canvas) brightness(x, y float64) float64 {
	v := c.background(x, y)
	v = c.body(v, x, y)
	if math.Abs(x) > 1.4 || y < -1.6 || y > 1.5 {
		return v
	}
	half := c.outline(y)
	head := c.inside(1-math.Abs(x)/half, half) * c.inside(1-math.Abs(y), 1)
	if long := c.hairBehind(x, y); long > 0 {
		v = mix(v, c.hairBrightness(x, y), long)
	}
	ear := c.inside(1-length((math.Abs(x)-c.width)/.09, (y-.08)/.2), .1)
	v = mix(v, .8*c.skin*c.lit(.8*sign(x), 0), ear)
	if head > 0 {
		v = mix(v, c.face(x, y, half), head)
	}
	if front := c.hairInFront(x, y, half); front > 0 {
		v = mix(v, c.hairBrightness(x, y), front)
	}
	if c.glasses {
		v = c.lenses(v, x-c.yaw, y-c.nod)
	}
	return v
}

func (c *canvas) outline(y float64) float64 {
	half := c.width * math.Sqrt(max(1-sq(y)*math.Sqrt(math.Abs(y)), 1e-4))
	if y > 0 {
		half *= 1 - c.jaw*y*y
	}
	return half
}

// lit returns the light on a surface of normal (nx, ny, nz), nz to the viewer (Lambert's law).
func (c *canvas) lit(nx, ny float64) float64 {
	nz := math.Sqrt(max(1-nx*nx-ny*ny, .04))
	// The light comes from above the camera, to one side or from the front.
	lx, ly, lz := c.light*.9, -.25, 1-.55*math.Abs(c.light)
	return c.ambient + c.diffuse*max((nx*lx+ny*ly+nz*lz)/math.Sqrt(lx*lx+ly*ly+lz*lz), 0)
}

func (c *canvas) background(x, y float64) float64 {
	v := c.wall * (c.ambient + c.diffuse +
		.07*(c.roughness.at(5*x, 5*y)+c.roughness.at(11*x, 11*y)-1)*(1+math.Abs(c.light)))
	if c.shadow {
		// The shadow of head and shoulders falls to the side away from the light.
		side := -sign(c.light)
		outline := max(1-length((x-1.05*side)/1.15, (y+.05)/1.25),
			1-length((x-1.3*side)/2.2, (y-2.2)/1.9))
		v *= 1 - .75*ramp(outline, -.03, .06)
		// The far side of the wall is darker.
		v *= 1 - .18*math.Abs(c.light)*(1+side*x/2)
	}
	return v
}

func (c *canvas) body(v, x, y float64) float64 {
	if y < .5 {
		return v
	}
	neck := c.inside(.62*c.width+.12*ramp(y, .9, 1.5)-math.Abs(x), 1)
	if y < c.shoulders+.6 {
		under := ramp(y-.15*math.Abs(x), .85, 1.2) // the chin shades the neck
		v = mix(v, c.skin*(.4+.5*under)*c.lit(x/c.width, 0), neck)
	}
	top := c.shoulders + .22*sq(x) - .3*max(.6-math.Abs(x), 0)
	cloth := c.inside(y-top, 1) * (1 - neck*c.inside(c.collar+1.1-c.collar*math.Abs(x)*3-y+.15, 1))
	brightness := c.shirt * (.85 + .3*c.grain.at(3*x, 3*y)) * c.lit(min(max(x/1.8, -.9), .9), -.2)
	return mix(v, brightness, cloth)
}

func (c *canvas) hairBehind(x, y float64) float64 {
	w, top := c.width+c.volume, 1+c.volume
	wavy := .06 * (c.grain.at(4*x, 4*y) - .5)
	if y < 0 {
		return c.inside(1+wavy-length(x/w, y/top), w)
	}
	return c.inside(1+wavy-math.Abs(x)/w, w) * c.inside(c.sides-y, 1)
}

func (c *canvas) hairInFront(x, y, half float64) float64 {
	w, top := c.width+c.volume, 1+c.volume
	lower := -c.hairline + .35*sq(x/c.width) + c.parting*x + .12*(c.grain.at(6*x, 2*y)-.5)
	fringe := c.inside(lower-y, 1) * c.inside(1-length(x/w, min(y, 0)/top), w)
	temple := c.inside((math.Abs(x)-.86*half)/.2, .2) * c.inside(min(c.sides, .3)-y, 1) * c.inside(y+c.hairline, 1) *
		c.inside(half+.02-math.Abs(x), 1)
	return max(fringe, temple)
}

func (c *canvas) hairBrightness(x, y float64) float64 {
	streaks := c.grain.at(14*x+2*y, 4*y)
	shine := bump(8 * sq(y+.75))
	return c.hair * (.6 + .8*streaks + .5*shine) *
		c.lit(.9*min(max(x/(c.width+c.volume), -1), 1), .6*min(max(y, -1), 0))
}

func (c *canvas) face(x, y, half float64) float64 {
	// The head is a bulge; its features move with its turn.
	nx := .95 * min(max(x/half, -1), 1)
	ny := .55 * y * math.Abs(y)
	x, y = x-c.yaw, y-c.nod
	nx += 1.2 * c.yaw
	albedo := c.skin * (.97 + .06*c.grain.at(9*x, 9*y))

	// The nose is a ridge that turns the normal away on both sides.
	bridge := bump(sq((y-c.noseTip*.55)/.3) + sq(x/(.75*c.nose)))
	nx += 1.6 * bridge * x / c.nose * .6
	// Eye sockets and the furrows beside the nose are hollow.
	hollow := .3*bump(sq((math.Abs(x)-c.eyes)/.2)+sq((y-c.eyeHeight+.02)/.13)) +
		.18*bump(sq((math.Abs(x)-1.5*c.nose-.25*(y-c.noseTip))/.05)+sq((y-c.noseTip-.08)/.14)) +
		.22*bump(sq(x/(1.4*c.nose))+sq((y-c.noseTip-.1)/.05))
	v := albedo * c.lit(nx, ny) * (1 - hollow)
	// Light glances off the tip of the nose and the forehead.
	v += .12 * c.diffuse * (bump(sq((x+.03*c.light)/.05)+sq((y-c.noseTip+.04)/.08)) +
		.5*bump(sq((x-.15*c.light)/.25)+sq((y+.5)/.15)))

	if c.beard > 0 {
		chin := ramp(y, c.mouthHeight-.2, c.mouthHeight+.1) * ramp(length(x/.35, (y-c.mouthHeight)/.16), .6, 1.2)
		v = mix(v, c.hair*c.lit(nx, ny), c.beard*chin)
	}
	shade := c.lit(nx, ny)
	if y < .2 {
		v = c.eye(v, shade, x+c.eyes, y, -1, c.left)
		v = c.eye(v, shade, x-c.eyes, y, 1, c.right)
		return v
	}
	nostril := c.inside(1-length((math.Abs(x)-.6*c.nose)/.045, (y-c.noseTip-.04)/.028), .03)
	v = mix(v, .25*v, nostril)
	if c.moustache > 0 {
		droop := y - c.mouthHeight + .115 - .25*sq(x)
		hair := c.inside(1-length(x/(1.15*c.mouth), droop/.065), .06)
		v = mix(v, .8*c.hair*shade, c.moustache*hair)
	}
	return c.lipsAndTeeth(v, shade, x, y)
}

// eye paints an eye at x = 0 with its eyebrow; side is -1 for the left one.
func (c *canvas) eye(v, shade, x, y, side, closed float64) float64 {
	y -= c.eyeHeight
	if math.Abs(x) > .3 || y < -.45 {
		return v
	}
	arch := y + .2 + c.raise*.1 - .9*sq(x) + .08*c.smile*side*x*sign(c.smile-.5)
	v = mix(v, c.hair*shade*.8, .85*c.inside((c.brow-math.Abs(arch))/.1, .1)*c.inside(.19-math.Abs(x), 1))

	wide, high := .13*c.eyeSize, .062*c.eyeSize*(1-closed)*(1+.35*c.raise)
	if high > .012 {
		white := c.inside(1-length(x/wide, y/high), high)
		iris := c.inside(1-length(x, y)/.055, .055)
		v = mix(v, mix(.85, .08, iris)*shade, white)
	}
	lid := y + high - (.5*high/sq(wide))*sq(x)*1.6
	if closed > .8 {
		lid = y - .03 + .8*sq(x) // closed lids meet below the middle of the eye
	}
	return mix(v, .3*v, .9*c.inside((.016-math.Abs(lid))/.05, .05)*c.inside(1.1*wide-math.Abs(x), 1))
}

func (c *canvas) lipsAndTeeth(v, shade, x, y float64) float64 {
	y -= c.mouthHeight
	wide := c.mouth * (1 + .18*max(c.smile, 0) - .25*c.open)
	if math.Abs(x) > 1.3*wide || math.Abs(y) > .4 {
		return v
	}
	// The line between the lips bends with the mood.
	line := y + .11*c.smile*(sq(x/wide)-.4)
	if c.open > 0 {
		hole := 1 - length(x/(.6*wide), (y-.08)/(.17*c.open))
		v = mix(v, c.lips*c.skin*shade*.9, c.inside(hole+.35, .1))
		return mix(v, .05, c.inside(hole, .1))
	}
	lip := c.inside(1-length(x/wide, (line-.01)/(.06+.5*c.teeth)), .06)
	v = mix(v, v*c.lips, lip)
	if c.teeth > 0 {
		gap := c.inside(1-length(x/(.85*wide), line/c.teeth), .05)
		return mix(v, .9*shade, gap)
	}
	return mix(v, .35*v, .9*c.inside((.016-math.Abs(line))/.05, .05)*c.inside(wide-math.Abs(x), 1))
}

func (c *canvas) lenses(v, x, y float64) float64 {
	y -= c.eyeHeight + .02
	if math.Abs(y) > 1.3*c.frame {
		return v
	}
	// Lenses are superellipses of degree 3.
	u, w := math.Abs(math.Abs(x)-c.eyes)/c.frame, math.Abs(y)/(.8*c.frame)
	lens := 1 - math.Cbrt(u*u*u+w*w*w)
	v = mix(v, .08, c.tint*c.inside(lens, c.frame))
	rim := c.inside((.022-math.Abs(lens*c.frame))/.1, .1)
	bridge := c.inside(c.eyes-c.frame-math.Abs(x), 1) * c.inside((.02-math.Abs(y+.05))/.1, .1)
	temple := c.inside(math.Abs(x)-c.eyes-c.frame, 1) * c.inside(c.width-math.Abs(x), 1) *
		c.inside((.02-math.Abs(y+.05))/.1, .1)
	return mix(v, .1, .9*max(rim, bridge, temple))
}

// inside is the coverage of a point by a shape, with an anti-aliased edge. The measure, in units of
// size, is positive within.
func (c *canvas) inside(measure, size float64) float64 {
	return min(max(measure*size/c.edge+.5, 0), 1)
}

// mix returns front over back, where front covers the given share.
func mix(back, front, share float64) float64 { return back + share*(front-back) }

func ramp(v, low, high float64) float64 {
	t := min(max((v-low)/(high-low), 0), 1)
	return t * t * (3 - 2*t)
}

// bump falls smoothly from 1 at 0 to 0 at a squared distance of 4, much as exp(-square).
func bump(square float64) float64 { return sq(sq(max(1-square/4, 0))) }

// length is math.Hypot without its guard against overflow, for speed.
func length(x, y float64) float64 { return math.Sqrt(x*x + y*y) }

func sign(v float64) float64 { return math.Copysign(1, v) }

// A texture is smooth random brightness from 0 to 1: linear interpolation on a periodic lattice.
type texture [textureSize][textureSize]float64

const textureSize = 32

func newTexture(r *rand.Rand) texture {
	var t texture
	for i := range t {
		for j := range t[i] {
			t[i][j] = r.Float64()
		}
	}
	return t
}

// at returns the brightness at a point; lattice points are one unit apart.
func (t *texture) at(x, y float64) float64 {
	fx, fy := math.Floor(x), math.Floor(y)
	i, j := int(fy)&(textureSize-1), int(fx)&(textureSize-1)
	k, l := (i+1)&(textureSize-1), (j+1)&(textureSize-1)
	dx, dy := x-fx, y-fy
	return mix(mix(t[i][j], t[i][l], dx), mix(t[k][j], t[k][l], dx), dy)
}
