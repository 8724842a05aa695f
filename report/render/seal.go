package render

import (
	"encoding/csv"
	"fmt"
	"hash/crc32"
	"io"
)

// checksumColumn is the last column of results.csv and arrays.csv.
const checksumColumn = "checksum"

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// A seal makes the checksums of the rows of a CSV file, one after the other: of each the CRC-32C,
// in hexadecimal, of the header, the row's number, its fields, and whether it is the last. So it
// tells a row that was altered, and one that is missing, doubled or moved.
type seal struct {
	sealed bool // the file has checksums; older programs wrote it without
	header uint32
	number int
	ended  bool // the last row has come
}

func newSeal(header []string) *seal {
	sealed := header[len(header)-1] == checksumColumn
	return &seal{sealed: sealed, header: crc32.Checksum(fmt.Appendf(nil, "%q", header), castagnoli)}
}

// next returns the checksums of the next row, for one of several and for the last.
func (s *seal) next(fields []string) (one, last string) {
	s.number++
	sum := crc32.Update(s.header, castagnoli, fmt.Appendf(nil, "%d %q", s.number, fields))
	return fmt.Sprintf("%08x", sum), fmt.Sprintf("%08x", crc32.Update(sum, castagnoli, []byte("last")))
}

// holds reports whether the next row has a checksum that is right.
func (s *seal) holds(fields []string) bool {
	own := len(fields) - 1
	one, last := s.next(fields[:own])
	s.ended = fields[own] == last
	return s.ended || fields[own] == one
}

// writeSealed writes a CSV file, of which the first row is the header, with a checksum for each
// of the others. Since checksums are of what is written, fields are defused first.
func writeSealed(w io.Writer, rows [][]string) error {
	rows[0] = append(rows[0], checksumColumn)
	s := newSeal(rows[0])
	for i, row := range rows[1:] {
		for j, field := range row {
			row[j] = defuseField(field)
		}
		one, last := s.next(row)
		if i+2 == len(rows) {
			one = last
		}
		rows[i+1] = append(row, one)
	}
	return csv.NewWriter(w).WriteAll(rows)
}
