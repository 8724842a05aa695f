package columns

import (
	"regexp"
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
	err    error // after the last
}

// Limits of a batch: rows, fields and bytes.
const batchRows, batchFields, batchBytes = 512, 1 << 14, 1 << 20

func (b *batch) fill(rows delimited.Rows) {
	b.lines, b.fields, b.ends, b.err = b.lines[:0], b.fields[:0], b.ends[:0], nil
	room := func(bytes int) bool { return len(b.fields) < batchFields && bytes < batchBytes }
	for bytes := 0; len(b.lines) < batchRows && (room(bytes) || len(b.lines) < mostFooter); {
		line, row, err := rows()
		if b.err = err; err != nil {
			return
		}
		b.lines, b.fields = append(b.lines, line), append(b.fields, row...)
		b.ends = append(b.ends, len(b.fields))
		for _, field := range row {
			bytes += len(field)
		}
	}
}

func (b *batch) row(at int) []string {
	begin := 0
	if at > 0 {
		begin = b.ends[at-1]
	}
	return b.fields[begin:b.ends[at]:b.ends[at]]
}

// ahead reads rows on another processor while those before are in use, and leaves out those after the table. Wait
// returns when nothing is read any more.
func (t *Table) ahead(rows delimited.Rows) (next delimited.Rows, wait func()) {
	var now, after, other batch // in use, read, and being read
	done := make(chan struct{}, 1)
	fill := func() {
		go func() {
			other.fill(rows)
			done <- struct{}{}
		}()
	}
	fill()
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
			now, after, other, at = after, other, now, 0
			if after.err == nil {
				reading = true
				fill()
			} else if now.err == nil {
				t.leaveFooter(&after, &now)
			}
		}
		at++
		return now.lines[at-1], now.row(at - 1), nil
	}, wait
}

// mostFooter is the most rows after a table that are found.
const mostFooter = 10

// leaveFooter leaves out the rows after the table, in the last batches: as many as the dialect says or, in a table of
// Any columns, those that are found to be no samples.
func (t *Table) leaveFooter(last, before *batch) {
	guess := t.Footer == nil && slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Kind == Any })
	for guess && len(t.left) < mostFooter || t.Footer != nil && len(t.left) < *t.Footer {
		b := last
		if len(b.lines) == 0 {
			b = before
		}
		end := len(b.lines) - 1
		if end < 0 || guess && !t.isFooter(b.row(end)) {
			break
		}
		t.left = append(t.left, b.lines[end])
		b.lines = b.lines[:end]
	}
	slices.Reverse(t.left)
}

// ofFooters begin rows that summarise others, or remarks.
var ofFooters = regexp.MustCompile(`(?i)^((grand |sub)?totals?|sum|mean|average|median|min(imum)?|max(imum)?|sd|sem|` +
	`rsd|cv|std(ev|\.? ?dev\.?)|standard (deviation|error)|variance|summe|gesamt|mittelwert|sources?|notes?|quelle|` +
	`remarks?|eof) *(:|$)`)

// isFooter reports whether a row is empty, or begins with a word of a footer, or has a remark alone.
func (t *Table) isFooter(row []string) bool {
	full := words.Each(row, strings.TrimSpace)
	full = slices.DeleteFunc(full, func(field string) bool { return field == "" })
	if len(full) == 0 {
		return len(row) > 1
	}
	first := strings.TrimSpace(row[0])
	remark := strings.Contains(first, ":")
	alone := len(full) == 1 && first != "" && len(t.Columns) > 1 && !t.isNumber(first) && !t.missing(first)
	return ofFooters.MatchString(first) && (alone || remark || len(full) > 1) ||
		alone && (remark || strings.ContainsAny(first, " *") || len(row) != len(t.Columns))
}
