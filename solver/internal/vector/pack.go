package vector

import "sync"

// parts divides a length into count consecutive parts of nearly equal size, all but the last a multiple of unit.
type parts struct{ length, count, unit int }

func (p parts) at(part int) (first, length int) {
	units := divideUp(p.length, p.unit)
	first = units * part / p.count * p.unit
	end := min(units*(part+1)/p.count*p.unit, p.length)
	return first, end - first
}

func divideUp(n, by int) int { return (n + by - 1) / by }

// A packed is the right operand of a product with a transpose, w of rows×cols, in the order in which tiles read
// it. Its rows are divided into panels of at most the columns of a tile, its columns into blocks:
//
//	values[block][panel][k][j] = w[panel.first+j][block.first+k]
type packed struct {
	kernel         kernel
	rows, cols     int
	panels, depths parts
	values         []float64
}

func (p *packed) pack(w Matrix) {
	p.kernel = current()
	_, tileColumns, step := p.kernel.tileShape()
	p.rows, p.cols = w.Rows, w.Cols
	p.panels = parts{w.Rows, divideUp(w.Rows, tileColumns), step}
	p.depths = parts{w.Cols, divideUp(w.Cols, panelValues/min(tileColumns, w.Rows)), 1}
	p.values = Grow(&p.values, w.Rows*w.Cols)
	at := 0
	for block := range p.depths.count {
		l, depth := p.depths.at(block)
		for panel := range p.panels.count {
			first, width := p.panels.at(panel)
			p.kernel.transpose(p.values[at:], width, w.Data[first*w.Stride+l:], w.Stride, width, depth)
			at += depth * width
		}
	}
}

// multiply computes dst = x·wᵀ. With resume it adds to dst; with lower it leaves out tiles above the diagonal. Each
// tile asks for the rows of the next one.
func (p *packed) multiply(dst, x Matrix, resume, lower bool) {
	tileRows, _, _ := p.kernel.tileShape()
	for rowBlock := 0; rowBlock < x.Rows; rowBlock += blockRows {
		end := min(rowBlock+blockRows, x.Rows)
		for block := range p.depths.count {
			l, depth := p.depths.at(block)
			for panel := range p.panels.count {
				first, width := p.panels.at(panel)
				values := p.values[l*p.rows+first*depth:]
				i := rowBlock
				if lower {
					i = max(i, first/tileRows*tileRows)
				}
				for ; i < end; i += tileRows {
					p.kernel.tile(dst.Data[i*dst.Stride+first:], dst.Stride, x.Data[i*x.Stride+l:], x.Stride,
						values, width, depth, min(tileRows, end-i), width, tileRows*x.Stride, resume || block > 0)
				}
			}
		}
	}
}

type scratch struct {
	packed packed
	turned []float64
	zeros  []int32
	u      []float64
	rows   []float64
}

func (s *scratch) pack(w Matrix) *packed {
	s.packed.pack(w)
	return &s.packed
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}
