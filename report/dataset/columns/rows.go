package columns

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gpca/report/dataset/internal/delimited"
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
	free, read := make(chan *batch, 3), make(chan *batch)
	go func() {
		defer close(read)
		for b := range free {
			b.fill(rows)
			if read <- b; b.err != nil {
				return
			}
		}
	}()
	free <- new(batch)
	now, after, at := new(batch), new(batch), 0 // in use, and read
	next = func() (int, []string, error) {
		for at == len(now.lines) {
			if now.err != nil {
				return 0, nil, now.err
			}
			free <- now
			if now, at = after, 0; now.err == nil {
				if after = <-read; after.err != nil {
					t.leaveFooter(after, now)
				}
			}
		}
		at++
		return now.lines[at-1], now.row(at - 1), nil
	}
	return next, func() {
		close(free)
		for range read { // what is still being read
		}
	}
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
	`%? ?rsd|cv ?%?|std(ev|\.? ?dev\.?)?|standard (deviation|error)|variance|(gesamt)?summe|gesamt|mittel(wert)?|` +
	`durchschnitt|standardabweichung|stabw|varianz|anzahl|total general|somme|moyenne|médiane|écart[- ]type|suma|` +
	`promedio|media|desviación|mean ?± ?sd|итого|всего|сумма|среднее|медиана|合计|总计|合計|平均(值|値)?|` +
	`sources?|notes?|quelle|remarks?|eof) *(:|$)`)

// mayFollow begin rows that may follow others as those of ofFooters do, and may be samples.
var mayFollow = regexp.MustCompile(`(?i)^(n|counts?|number|range|lo[dq]|iqr|(first|third) quartile) *(:|$)`)

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

// surely and perhaps are how seldom numbers look like sums or means by chance, of rows that are left out, or said.
const surely, perhaps = 1e-4, 0.02

// leaveSums leaves out a last row of the sums or the means of the rows above, or two such rows. One with a name, or
// with too few digits to be sure, is said.
func (g *guess) leaveSums() {
	for rows := max(3, len(g.Lines)-2); rows < len(g.Lines); rows++ {
		sums, chance, lines := []string(nil), 0.0, g.Lines[rows:]
		for row := rows; row < len(g.Lines); row++ {
			what, least := g.summary(row, rows)
			sums, chance = words.AppendNew(sums, what), max(chance, least)
		}
		what := "the " + words.Enumerate(sums) + " of the rows above"
		if chance > surely && chance <= perhaps {
			g.say("suspect", nil, "line %s may have %s (if so: --footer %d)",
				words.Enumerate(words.Each(lines, strconv.Itoa)), what, len(lines)+len(g.left))
		}
		if chance > surely {
			continue
		}
		g.sayFooter(lines, "left out, as "+what)
		g.Lines, g.Values, g.left = g.Lines[:rows], g.Values[:rows*len(g.Kept)], slices.Concat(lines, g.left)
		for at, c := range g.Columns {
			last := -1
			for row := range rows {
				last = max(last, g.code(row, at))
			}
			if !g.found[at].given {
				g.Columns[at].Words = c.Words[:last+1] // others stood in these rows alone
			}
		}
		g.look()
	}
}

// summary is what the numbers of a row are of all rows above, and how seldom they would be so by chance. A row with a
// name is never sure.
func (g *guess) summary(row, rows int) (what string, chance float64) {
	chances, least := [2]float64{1, 1}, 0.0 // of sums and of means
	for at := range g.columns {
		v := g.number(row, at)
		if g.code(row, at) >= 0 && math.IsNaN(v) {
			least = 2 * surely
		}
		words := slices.ContainsFunc(g.columns[at].values, math.IsNaN)
		if words || math.IsNaN(v) || g.numbersRows(at) || math.IsInf(min(chances[0], chances[1]), 1) {
			continue
		}
		sum, n, low, high := 0.0, 0.0, math.Inf(1), math.Inf(-1)
		for above := range rows {
			if u := g.number(above, at); !math.IsNaN(u) {
				sum, n, low, high = sum+u, n+1, min(low, u), max(high, u)
			}
		}
		_, decimals, _ := strings.Cut(strconv.FormatFloat(v, 'f', -1, 64), ".")
		rounded := math.Pow10(-len(decimals))/2 + 1e-12*n*max(math.Abs(low), math.Abs(high))
		for of, want := range []float64{sum, sum / n} {
			if chances[of] *= min(1, 2*rounded/(high-low)); v < low || v > high {
				chances[of] /= n
			}
			if !(math.Abs(v-want) <= rounded) {
				chances[of] = math.Inf(1)
			}
		}
	}
	if chances[0] < chances[1] {
		return "sums", max(chances[0], least)
	}
	return "means", max(chances[1], least)
}
