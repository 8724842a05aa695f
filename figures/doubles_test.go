package figures

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

type sized struct{ width, height vg.Length }

func (s sized) Size(Venue) (width, height vg.Length) { return s.width, s.height }
func (s sized) Draw(draw.Canvas, Venue) error        { return nil }
func (s sized) Records() [][]string                  { return nil }

type faulty struct{}

func (faulty) Size(Venue) (width, height vg.Length) { return 100, 100 }
func (faulty) Draw(draw.Canvas, Venue) error        { panic("out of order") }
func (faulty) Records() [][]string                  { return nil }

// lookOf is the look of a place in the report's theme.
var lookOf = Theme{}.lookOf
