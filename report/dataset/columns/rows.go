package columns

import (
	"slices"
	"strings"

	"gpca/report/dataset/delimited"
	"gpca/report/words"
)

// A batch is rows that were read ahead.
type batch struct {
	lines  []int
	fields []string
	ends   []int // of each row in fields
	bytes  int
	err    error // after the last
}

// Limits of a batch.
const batchRows, batchFields, batchBytes = 512, 1 << 14, 1 << 20

func (b *batch) fill(rows delimited.Rows) {
	b.lines, b.fields, b.ends, b.bytes, b.err = b.lines[:0], b.fields[:0], b.ends[:0], 0, nil
	for len(b.lines) < batchRows && len(b.fields) < batchFields && b.bytes < batchBytes {
		line, row, err := rows()
		if b.err = err; err != nil {
			return
		}
		b.lines, b.fields = append(b.lines, line), append(b.fields, row...)
		b.ends = append(b.ends, len(b.fields))
		for _, field := range row {
			b.bytes += len(field)
		}
	}
}

// ahead reads rows on another processor while those before are in use. Wait returns when nothing is read any more.
func ahead(rows delimited.Rows) (next delimited.Rows, wait func()) {
	var now, other batch
	done := make(chan struct{}, 1)
	fill := func(b *batch) {
		go func() {
			b.fill(rows)
			done <- struct{}{}
		}()
	}
	fill(&other)
	reading, at := true, 0
	wait = func() {
		if reading {
			<-done
		}
		reading = false
	}
	return func() (int, []string, error) {
		for at == len(now.lines) {
			if now.err != nil {
				return 0, nil, now.err
			}
			wait()
			now, other, at = other, now, 0
			if now.err == nil {
				reading = true
				fill(&other)
			}
		}
		begin := 0
		if at > 0 {
			begin = now.ends[at-1]
		}
		at++
		return now.lines[at-1], now.fields[begin:now.ends[at-1]:now.ends[at-1]], nil
	}, wait
}

// mostFooter is the most rows after a table that are found.
const mostFooter = 10

// withoutFooter leaves out the rows after the table: as many as the dialect says or, in a table of Any columns, those
// that are found to be no samples.
func (t *Table) withoutFooter(rows delimited.Rows) delimited.Rows {
	most := mostFooter
	switch {
	case t.Footer != nil:
		most = *t.Footer
	case !slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Kind == Any }):
		most = 0
	}
	if most == 0 {
		return rows
	}
	type held struct {
		line int
		row  []string
	}
	var ring []held    // from its oldest on
	var spare []string // that was given away in the last call
	var end error
	oldest := 0
	return func() (int, []string, error) {
		for end == nil {
			line, row, err := rows()
			switch {
			case err != nil:
				end = err
				ring = append(ring[oldest:], ring[:oldest]...)
				kept := len(ring) - min(most, len(ring))
				if t.Footer == nil {
					kept = t.footerAt(len(ring), func(i int) []string { return ring[i].row })
				}
				for _, left := range ring[kept:] {
					t.left = append(t.left, left.line)
				}
				ring, oldest = ring[:kept], 0
			case len(ring) < most:
				ring = append(ring, held{line, slices.Clone(row)})
			default:
				out := ring[oldest]
				ring[oldest], spare = held{line, append(spare[:0], row...)}, out.row
				oldest = (oldest + 1) % most
				return out.line, out.row, nil
			}
		}
		if len(ring) == 0 {
			return 0, nil, end
		}
		out := ring[0]
		ring = ring[1:]
		return out.line, out.row, nil
	}
}

// footerAt is the first of the last rows that is no sample, like all after it.
func (t *Table) footerAt(rows int, row func(int) []string) int {
	for rows > 0 && t.isFooter(row(rows-1)) {
		rows--
	}
	return rows
}

// ofFooters are words before numbers that summarise rows, or before remarks.
var ofFooters = []string{"total", "totals", "sum", "mean", "average", "median", "summe", "gesamt", "mittelwert", "source",
	"sources", "note", "notes", "quelle", "remark", "remarks", "eof"}

// isFooter reports whether a row is empty, or begins with a word of a footer, or has a remark alone.
func (t *Table) isFooter(row []string) bool {
	full := words.Each(row, strings.TrimSpace)
	full = slices.DeleteFunc(full, func(field string) bool { return field == "" })
	if len(full) == 0 {
		return len(row) > 1
	}
	first := strings.TrimSpace(row[0])
	begin, _, remark := strings.Cut(strings.ToLower(first), ":")
	begin = strings.TrimSpace(begin)
	alone := len(full) == 1 && first != "" && len(t.Columns) > 1 && !t.isNumber(first) && !t.missing(first)
	return slices.Contains(ofFooters, begin) && (alone || remark || len(full) > 1) ||
		alone && (remark || strings.ContainsAny(first, " *") || len(row) != len(t.Columns))
}
