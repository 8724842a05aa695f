package vector

import (
	"encoding/binary"
	"fmt"
)

// Pixels is a matrix of whole numbers from 0 to 255, such as images, as the left operand of exact integer
// products. An instruction multiplies 64 pairs of bytes, or 32 of 16 bits, against 8 of float64.
type Pixels struct {
	rows, cols int
	// Rows of width bytes each, filled up with zeros to whole steps, and rows of zeros up to a whole tile.
	bytes []uint8
	width int
	// 128 times the sum of each row, to make up for the 128 subtracted in the right operand.
	starts []int32
	// Computed on demand: the rows in 16 bits for Words, and panels of them in 8 and 16 bits for Subspaces.
	words  *Fractions
	panels [2][]uint8
}

// NewPixels returns m as Pixels, or nil when m has other values than whole numbers from 0 to 255, is too wide or
// empty, or the kernel in use has no instruction for it.
func NewPixels(m Matrix) *Pixels {
	m.check("m")
	if !current().multipliesIntegers() || m.Rows == 0 || m.Cols == 0 || m.Cols > bytesDepth {
		return nil
	}
	rows := divideUp(m.Rows, integerRows) * integerRows
	width := divideUp(m.Cols, stepBytes) * stepBytes
	p := &Pixels{rows: m.Rows, cols: m.Cols, width: width, bytes: make([]uint8, rows*width),
		starts: make([]int32, rows)}
	for i := range m.Rows {
		row, to := m.Row(i), p.bytes[i*width:]
		sum, done := current().greys(to, row)
		for j := done; j < len(row); j++ {
			v, c := row[j], uint8(row[j])
			if v != float64(c) {
				return nil
			}
			to[j] = c
			sum += int(c)
		}
		p.starts[i] = int32(128 * sum)
	}
	return p
}

// View returns the given rows, sharing their values; the first is a multiple of 8.
func (p *Pixels) View(first, count int) *Pixels {
	if first%integerRows != 0 || first < 0 || count < 1 || first+count > p.rows {
		panic(fmt.Sprintf("vector: rows %d to %d of %d", first, first+count, p.rows))
	}
	end := divideUp(first+count, integerRows) * integerRows
	return &Pixels{rows: count, cols: p.cols, width: p.width, bytes: p.bytes[first*p.width : end*p.width],
		starts: p.starts[first:end]}
}

func (p *Pixels) Rows() int { return p.rows }

// Values returns the numbers as a matrix again.
func (p *Pixels) Values() Matrix {
	m := NewMatrix(p.rows, p.cols)
	for i := range p.rows {
		for j, v := range p.bytes[i*p.width:][:p.cols] {
			m.Data[i*p.cols+j] = float64(v)
		}
	}
	return m
}

// wide returns the rows in 16 bits.
func (p *Pixels) wide() *Fractions {
	if p.words == nil {
		p.words = NewFractions(p.rows, p.cols)
		for i := range p.rows {
			to := p.words.row(i)
			for j, v := range p.bytes[i*p.width:][:p.cols] {
				to[2*j] = v
			}
		}
	}
	return p.words
}

// panelled returns the rows in so many bits for Subspaces.
func (p *Pixels) panelled(bits int) []uint8 {
	panels := &p.panels[bits/8-1]
	if *panels == nil {
		*panels = pack(p.bytes, p.rows, p.width, bits == 16, panelSamples)
	}
	return *panels
}

// Select returns a copy of the given rows.
func (p *Pixels) Select(rows []int) *Pixels {
	count := divideUp(len(rows), integerRows) * integerRows
	s := &Pixels{rows: len(rows), cols: p.cols, width: p.width, bytes: make([]uint8, count*p.width),
		starts: make([]int32, count)}
	for to, from := range rows {
		copy(s.bytes[to*p.width:], p.bytes[from*p.width:][:p.width])
		s.starts[to] = p.starts[from]
	}
	return s
}

// Integers is a matrix of 32-bit integers by rows.
type Integers struct {
	Rows, Cols int
	Data       []int32 // Rows × Cols
}

// IntegersIn returns a matrix of undefined values in memory that grows to hold them.
func IntegersIn(memory *[]int32, rows, cols int) Integers {
	return Integers{Rows: rows, Cols: cols, Data: Grow(memory, rows*cols)}
}

func (m Integers) Row(i int) []int32 { return m.Data[i*m.Cols:][:m.Cols] }

const (
	integerRows    = 8  // rows of a tile
	integerColumns = 48 // columns of a tile
	integerGroup   = 16 // step of columns in which a tile is narrowed
	stepBytes      = 4  // bytes of a row that a step takes
	// integerBlock is the number of rows of the left operand multiplied by a panel while it is in the cache.
	integerBlock = 64
	// bytesDepth is the largest number of columns for which sums of products of bytes fit into an int32.
	bytesDepth = (1<<31 - 1) / (255 * 255)
)

func panelColumns(left int) int { return min(integerColumns, left) }

// pack returns rows of width bytes, whole steps, as a right operand: panels of rows, the last one filled up with
// zeros to a multiple of 16. Panel is the size of the next one with so many rows left. A panel is a sequence of
// steps, in which the bytes of each row are side by side:
//
//	panels[panel][step][row][k] = rows[first of panel + row][4·step + k]
//
// With wide, every byte becomes a number of 16 bits.
func pack(rows []uint8, count, width int, wide bool, panel func(left int) int) []uint8 {
	total, stored := divideUp(count, integerGroup)*integerGroup, width
	if wide {
		stored = 2 * width
	}
	panels := make([]uint8, total*stored)
	for first := 0; first < total; {
		size := panel(total - first)
		values := panels[first*stored:][:size*stored]
		for i := range min(size, count-first) {
			row, at := rows[(first+i)*width:][:width], i*stepBytes
			for c := 0; c < len(row); c += stepBytes {
				v := binary.LittleEndian.Uint32(row[c:])
				if wide {
					binary.LittleEndian.PutUint32(values[at:], v&0xff|v&0xff00<<8)
					at += size * stepBytes
					v = v>>16&0xff | v>>8&0xff0000
				}
				binary.LittleEndian.PutUint32(values[at:], v)
				at += size * stepBytes
			}
		}
		first += size
	}
	return panels
}

// putWords sets the first values of a row in 16 bits.
func putWords(row []uint8, values ...int16) {
	for c, v := range values {
		binary.LittleEndian.PutUint16(row[2*c:], uint16(v))
	}
}
