package contamination

import (
	_ "embed" // for the kinds
	"fmt"
	"math"
	"strings"
	"sync"

	"gonum.org/v1/gonum/stat/distuv"

	"gpca/report/statistics"
	"gpca/report/strictyaml"
)

// leastSide is the shortest side of a block.
const leastSide = 10

//go:embed kinds.yaml
var kindsFile []byte

var read = sync.OnceValue(func() (all []*Kind) {
	file := strictyaml.Own[struct {
		Spread string `yaml:"spread"`
		Units  string `yaml:"units"`
		Kinds  []Kind `yaml:"kinds"`
	}]("kinds.yaml", kindsFile)
	texts := strings.NewReplacer("{units}", file.Units, "{spread}", file.Spread, "{side}", fmt.Sprint(leastSide))
	for _, k := range file.Kinds {
		k.Definition = texts.Replace(texts.Replace(k.Definition)) // one text has another
		if k.plant = plants[k.Name]; k.plant == nil {
			k.Shifts = true
			k.plant = func(p *planting) error { return p.shift(k.Along, k.Beyond, k.Apart) }
		}
		all = append(all, &k)
	}
	return all
})

// plants are for kinds that move no whole samples.
var plants = map[string]func(*planting) error{
	"cells": func(p *planting) error {
		units := p.units()
		var varying []int
		for j, s := range units.Spread {
			if s > 0 {
				varying = append(varying, j)
			}
		}
		p.drawCells(varying)
		for _, c := range p.Cells {
			shift := p.Gamma * units.Spread[c[1]]
			if p.r.Uint64()>>63 == 1 {
				shift = -shift
			}
			p.Samples.Set(c[0], c[1], units.Centre[c[1]]+shift)
		}
		return nil
	},
	"heavy-tails": func(p *planting) error {
		centre, square := p.units().Centre, distuv.ChiSquared{K: p.Level, Src: p.r}
		for i := range p.n {
			divisor := math.Sqrt(square.Rand() / p.Level)
			row := p.Samples.RawRowView(i)
			for j, c := range centre {
				row[j] = c + (row[j]-c)/divisor
			}
			p.Rows = append(p.Rows, i)
		}
		return nil
	},
	"missing": lose, "gaps": lose,
	"block": func(p *planting) error {
		width, height := p.Image.Width, p.Image.Height
		if min(width, height) < leastSide || width*height != p.features {
			return fmt.Errorf("a block has sides of at least %d pixels, and images are of %d × %d", leastSide, width,
				height)
		}
		p.drawRows()
		for _, row := range p.Rows {
			w, h := leastSide+p.r.IntN(width-leastSide+1), leastSide+p.r.IntN(height-leastSide+1)
			left, top := p.r.IntN(width-w+1), p.r.IntN(height-h+1)
			for y := top; y < top+h; y++ {
				for x := left; x < left+w; x++ {
					p.Samples.Set(row, y*width+x, 255*float64(p.r.Uint64()>>63))
				}
			}
		}
		return nil
	},
}

func lose(p *planting) error {
	p.drawCells(statistics.Indices(p.features))
	for _, c := range p.Cells {
		p.Samples.Set(c[0], c[1], math.NaN())
	}
	return nil
}
