package columns

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"

	"gpca/report/dataset/internal/delimited"
	"gpca/report/dataset/unpack"
	"gpca/report/words"
)

// Limits of the begin of a file, in bytes: so many are enough if they have four lines, and more are not looked at.
const (
	usualHead = 64 << 10
	mostHead  = 4 * delimited.MaxRow
)

// Limits of a sample of the begin: its rows, the fields of each that are looked at, and those of all.
const mostRows, mostFields, mostOfSample = 200, 200, 10_000

// Guess finds what a dialect leaves open from the begin of a text, and returns a reader of all of it. Each way to read
// it is tried on a sample, and the one whose rows are alike and have most numbers is taken; of equal ones the first.
func Guess(r io.Reader, d Dialect) (found Dialect, facts []Fact, all io.Reader, err error) {
	head, whole, all, err := headOf(r)
	if err != nil {
		return d, nil, all, err
	}
	doubt := ""
	if d.Encoding == "" {
		d.Encoding, doubt = delimited.EncodingOf(head)
	}
	raw := sample{Dialect: Dialect{Encoding: d.Encoding, Separator: none, Quote: none}}
	raw.read(head, whole)
	best := sample{}
	for _, candidate := range d.candidates(raw) {
		if s := candidate.sample(head, whole, raw); best.rows == nil || s.score > best.score {
			best = s
		}
	}
	switch {
	case best.fault != nil && len(best.rows) < 2:
		return d, nil, all, best.fault
	case len(best.rows) == 0:
		return d, nil, all, ErrNoRows
	case best.score == 0 && d.Separator == "" || best.share < 0.5:
		return d, nil, all, errors.New("its first lines are not parted alike by commas, semicolons, tabs, blanks or " +
			"bars: give a table with one sample on each line, or its sign by --separator")
	}
	if doubt != "" {
		best.doubt("letters are read as %s, and %s", d.Encoding, doubt)
	}
	best.nameColumns()
	best.sayComments(raw)
	return best.Dialect, best.facts, all, nil
}

// headOf reads the begin of a text, which may be whole, and returns all of it again.
func headOf(r io.Reader) (head []byte, whole bool, all io.Reader, err error) {
	all = r
	for most := int64(usualHead); most <= mostHead; most *= 8 {
		head, all, err = unpack.Peek(all, most)
		whole = int64(len(head)) < most
		if err != nil || whole || bytes.Count(head, []byte("\n"))+bytes.Count(head, []byte("\r")) > 3 {
			break
		}
	}
	return head, whole, all, err
}

var separatorLine = regexp.MustCompile(`^(?:\x{feff})?"?sep=(.)"?\r?$`)

// commentSign begins a comment.
var commentSign = regexp.MustCompile(`^(#|%|//|!|\*)`)

// candidates are ways to read a text, more usual ones first.
func (d Dialect) candidates(raw sample) (all []Dialect) {
	separators := []string{"tab", "semicolon", "comma", "bar", "blanks", none}
	if len(raw.rows) > 0 && d.Skip == nil {
		if sign := separatorLine.FindStringSubmatch(raw.rows[0][0]); sign != nil {
			separators, d.Skip = []string{wordOf("separator", sign[1])}, new(1)
		}
	}
	if d.Separator != "" {
		separators = []string{d.Separator}
	}
	comments := words.AppendNew([]string{""}, words.Each(raw.rows, func(line []string) string {
		return commentSign.FindString(line[0])
	})...)
	if d.Comment != "" {
		comments = []string{d.Comment}
	}
	for _, separator := range separators {
		for _, comment := range comments {
			c := d
			c.Separator, c.Comment = separator, comment
			all = append(all, c)
		}
	}
	return all
}

// A sample is the begin of a text, read in one way.
type sample struct {
	Dialect
	rows         [][]string // from the header on
	lines        []int
	width        int // of most rows
	share, score float64
	fault        error // that ended it
	facts        []Fact
}

// read reads rows up to some number. The last one may not be whole.
func (s *sample) read(head []byte, whole bool) {
	s.rows, s.lines, s.fault = nil, nil, nil
	next := s.form().Rows(bytes.NewReader(head))
	for fields := 0; len(s.rows) < mostRows && (len(s.rows) < 10 || fields < mostOfSample); {
		line, row, err := next()
		if err == io.EOF {
			if !whole && len(s.rows) > 2 {
				s.rows, s.lines = s.rows[:len(s.rows)-1], s.lines[:len(s.lines)-1]
			}
			return
		}
		if s.fault = err; err != nil {
			return
		}
		fields += len(row)
		s.rows, s.lines = append(s.rows, words.Each(row, strings.TrimSpace)), append(s.lines, line)
	}
}

func (d Dialect) sample(head []byte, whole bool, raw sample) sample {
	s := sample{Dialect: d}
	s.read(head, whole)
	if len(s.rows) > 0 && s.commented(raw) {
		s.read(head, whole)
	}
	quoted := func(row []string) bool { return slices.ContainsFunc(row, single) }
	if d.Quote == "" && slices.ContainsFunc(s.rows, quoted) {
		s.Quote = "single"
		s.read(head, whole)
	}
	if len(s.rows) == 0 {
		return s
	}
	s.width = usualWidth(s.rows)
	all, numbers, alone := len(s.rows), s.signs(), s.oneColumn()
	s.begin()
	alike := count(s.rows, func(row []string) bool { return len(row) == s.width })
	if len(s.rows[0]) != s.width && s.titles(0) {
		alike++
	}
	s.share = float64(alike) / float64(all)
	switch s.score = s.share * s.share * (0.25 + numbers); {
	case alone || s.width == 1 && (d.Sign() != 0 || numbers == 0):
		s.score = 0
	case s.width == 1:
		s.score *= 0.3
	case d.Sign() == delimited.Blanks && 2*count(raw.rows, tabbed) > all:
		s.score /= 2
	}
	s.score *= s.divided()
	return s
}

// oneColumn reports whether two columns below one name are numbers with a comma.
func (s *sample) oneColumn() bool {
	decimals, thousands := Dialect{Decimal: "comma"}, Dialect{Thousands: "comma"}
	return s.width == 2 && s.Sign() == delimited.Comma && len(s.rows[0]) == 1 &&
		len(s.rows)-1 == count(s.rows[1:], func(row []string) bool {
			text := strings.Join(row, ",")
			return decimals.isNumber(text) || thousands.isNumber(text)
		})
}

// usualWidth is the number of fields that most rows have, the larger one of two.
func usualWidth(rows [][]string) int {
	alike := words.Grouped(rows, func(row []string) int { return len(row) })
	return len(slices.MaxFunc(alike, func(a, b [][]string) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(len(a[0]), len(b[0])))
	})[0])
}

// divided is the share of fields, of these and of the separators that are left within fields that are no numbers.
func (s *sample) divided() float64 {
	fields, within := 0, 0
	for _, row := range s.rows {
		for _, field := range row[:min(len(row), mostFields)] {
			if fields++; !s.isNumber(field) {
				within += len(separated.FindAllStringIndex(field[:min(len(field), longestNumber)], -1))
			}
		}
	}
	return float64(fields) / float64(fields+within)
}

var separated = regexp.MustCompile(`[\t;,| ]`)

func tabbed(row []string) bool { return strings.Contains(row[0], "\t") }

// count counts what is so.
func count[T any](all []T, is func(T) bool) (n int) {
	for _, one := range all {
		if is(one) {
			n++
		}
	}
	return n
}

// commented skips to a comment that names the columns of numbers below it, if there is one.
func (s *sample) commented(raw sample) bool {
	if s.Comment == "" || s.Comment == none || s.Skip != nil || s.Header != nil ||
		!slices.ContainsFunc(s.rows[0], s.isNumber) {
		return false
	}
	at := slices.Index(raw.lines, s.lines[0]) - 1
	if at < 0 || !strings.HasPrefix(raw.rows[at][0], s.Comment) {
		return false
	}
	form := s.form()
	form.Comment = ""
	_, names, err := form.Rows(strings.NewReader(strings.TrimLeft(raw.rows[at][0], s.Comment+" \t")))()
	if err != nil || len(names) != len(s.rows[0]) || len(names) < 2 || slices.ContainsFunc(names, s.isNumber) {
		return false
	}
	s.Skip = new(raw.lines[at] - 1)
	return true
}

// sayComments says which lines are left out.
func (s *sample) sayComments(raw sample) {
	var lines []int
	for i, line := range raw.lines {
		comment := s.Comment != "" && strings.HasPrefix(raw.rows[i][0], s.Comment)
		if comment && line >= s.form().First && line != s.lines[0] {
			lines = append(lines, line)
		}
	}
	if lines != nil {
		s.facts = append(s.facts, Fact{"lines", nil, lines, "left out, as all that begin with " + s.Comment +
			" (if they are rows: --comment none)"})
	}
}

// single reports whether a field stands in single quotes.
func single(field string) bool {
	return len(field) > 2 && field[0] == '\'' && strings.HasSuffix(field, "'") && strings.Count(field, "'") == 2
}

// titles reports whether a row has words alone, one for each column, whose first one may have none if it names rows.
func (s *sample) titles(at int) bool {
	row, body := s.rows[at], s.rows[at+1:]
	if s.Comment == "" && commentSign.MatchString(row[0]) || len(body) == 0 || count(row, s.isNumber) > 0 ||
		count(row, s.missing) == len(row) {
		return false
	}
	body = body[min(1, len(body)-1):]
	most := 1 // fields of a row without separators at its end
	for _, row := range body {
		if len(row) == s.width {
			most = max(most, full(row))
		}
	}
	switch {
	case len(row) > s.width:
		return len(row) == s.width+1 && (row[s.width] == "" || strings.Trim(row[0], "#%") == "")
	case len(row) == most-1:
		begins := numbersIn(words.Each(body, func(row []string) float64 { return s.values(row[:1])[0] }))
		return different(body) && (!s.isNumeric(body, 0) || wholes(begins) == len(begins))
	}
	return len(row) >= most
}

// begin finds where the table begins, at the names above the first row with about as many numbers as others have, and
// leaves out the lines before.
func (s *sample) begin() {
	counts := words.Each(s.rows, func(row []string) int {
		if len(row) != s.width {
			return -1
		}
		return count(row, s.isNumber)
	})
	usual := slices.Sorted(slices.Values(counts))[len(counts)/2]
	first := slices.IndexFunc(counts, func(n int) bool { return n > 0 && 2*n >= usual })
	if s.Skip != nil || first <= 0 {
		return
	}
	begin, blanks := s.names(first), s.Sign() == delimited.Blanks
	for at, row := range s.rows[:begin] {
		full := count(row, func(field string) bool { return field != "" })
		sample := begin == first && len(row) == s.width && count(row, s.isNumber) > 0
		if full > max(1, s.width/2) && !blanks && !s.titles(at) || sample {
			return // the reader reports the line
		}
	}
	if begin > 0 {
		s.facts = append(s.facts, Fact{"lines", nil, s.lines[:begin], "left out before the table: " +
			words.Some(words.Each(s.rows[:begin], func(row []string) string { return strings.Join(row, " ") }), 100) +
			" (if they are rows: --skip none)"})
		s.Skip, s.rows, s.lines = new(s.lines[begin]-1), s.rows[begin:], s.lines[begin:]
	}
}

// names is the row of the names of columns above a row of numbers, which may be units between them, or the row itself.
func (s *sample) names(first int) int {
	blanks := s.Sign() == delimited.Blanks
	if !s.titles(first - 1) {
		return first
	}
	if score, _ := s.namesNumbers(s.rows[first], s.rows[first+1:]); blanks &&
		(score >= enough || slices.ContainsFunc(s.rows[first-1], prose.MatchString)) {
		return first
	}
	if first--; first > 0 && s.titles(first-1) && (unitLike(s.rows[first]) || !blanks && !repeats(s.rows[first-1])) {
		first--
	}
	return first
}

var unit = regexp.MustCompile(`^(-||[\[(].*[\])]|.*[/%°^²³µμ].*|[kcmunpMGh]?(m|g|s|A|V|W|L|l|N|J|Pa|Hz|eV|mol|M|bar)|` +
	`K|C|F|h|min|d|yr?|pp[mb]|deg|rad|psi|in|ft|lb|oz|dB)$`)

// prose finds words that are in sentences rather than names of columns.
var prose = regexp.MustCompile(`(?i)^(of|the|and|for|from|by|with|at|von|der|die|das|und|vom|de|la|le|du|des|et)$`)

// unitLike reports whether a row is likely one of units: it has some twice, or signs of units.
func unitLike(row []string) bool {
	return count(row, unit.MatchString) == len(row) || repeats(row)
}

func repeats(row []string) bool {
	return len(slices.Compact(slices.Sorted(slices.Values(row)))) < len(row)
}

// conventions are decimal signs and signs of thousands, more usual ones first.
var conventions = [][2]string{{"", ""}, {"", "comma"}, {"comma", ""}, {"comma", "point"}, {"", "blank"},
	{"comma", "blank"}, {"", "apostrophe"}, {"comma", "apostrophe"}}

// bare is a field without a sign of currency, which makes it no number, and yet no word.
func bare(field string) string { return strings.Trim(field, currencies+" ") }

// signs finds the signs in numbers, with which most fields are some, and returns the share of these.
func (s *sample) signs() float64 {
	var fields []string
	for _, row := range s.rows {
		if len(row) == s.width {
			row = row[:min(len(row), mostFields)]
			fields = append(fields, slices.DeleteFunc(words.Each(row, bare), s.missing)...)
		}
	}
	given, at, numbers := s.Dialect, 0, make([]int, len(conventions))
	for i, c := range conventions {
		s.Decimal, s.Thousands = cmp.Or(given.Decimal, c[0]), cmp.Or(given.Thousands, c[1])
		if numbers[i] = count(fields, s.isNumber); numbers[i] > numbers[at] {
			at = i
		}
		if numbers[0] == len(fields) {
			break
		}
	}
	if given.Decimal == "" && given.Thousands == "" && numbers[at] > 0 {
		at = s.weighSigns(at, fields, numbers)
	}
	s.Decimal, s.Thousands = cmp.Or(given.Decimal, conventions[at][0]), cmp.Or(given.Thousands, conventions[at][1])
	return float64(numbers[at]) / float64(max(len(fields), 1))
}

// weighSigns decides between signs of thousands and of decimals before three digits each, and says where that is
// in doubt.
func (s *sample) weighSigns(at int, fields []string, numbers []int) int {
	first := func(sign string) string {
		groups := regexp.MustCompile(`^\D?[1-9]\d{0,2}\` + sign + `\d{3} ?%?$`)
		found, _ := words.First(fields, groups.MatchString)
		return found
	}
	semicolons := s.Sign() == delimited.Semicolon
	switch {
	case at == 1 && max(numbers[2], numbers[3]) == numbers[1]:
		bare := func(field string) bool { return s.isNumber(field) && !strings.Contains(field, ",") }
		taken, other := "thousands", "decimal commas: --decimal comma"
		alone := numbers[2] == numbers[1] // no points are left to explain
		if alone && (semicolons || s.Sign() != delimited.Comma && count(fields, bare) == 0) {
			at, taken, other = 2, "decimals", "thousands: --thousands comma"
		}
		if !semicolons || !alone {
			s.doubt("%q may have a comma of thousands or of decimals, and is read as %s (if it has %s)", first(","),
				taken, other)
		}
	case at == 0 && semicolons && numbers[3] == numbers[0] && first(".") != "":
		s.doubt("%q may have a point of decimals or of thousands, and is read as decimals (if it has thousands: "+
			"--decimal comma --thousands point)", first("."))
	}
	return at
}

func (s *sample) doubt(format string, of ...any) {
	s.facts = append(s.facts, Fact{Kind: "doubt", Why: fmt.Sprintf(format, of...)})
}

func isYear(v float64) bool { return v == math.Trunc(v) && 1800 <= v && v <= 2100 }

// enough is the evidence with which numbers are names of columns.
const enough = 3

// nameColumns finds whether the first row names the columns, and the second one has units.
func (s *sample) nameColumns() {
	first, body, usual := s.rows[0], s.rows[1:], s.headed(s.rows[0])
	if s.Header != nil && !*s.Header {
		return
	}
	if len(body) > 0 {
		first = s.headings(slices.Clone(first), body[0])
	}
	if usual && s.Units == nil && s.units(body) {
		s.Units, body = new(true), body[1:]
		s.facts = append(s.facts, Fact{"units", nil, s.lines[1:2], "units (if it is a row: --units none)"})
	}
	if s.Header != nil || len(body) == 0 {
		return
	}
	if usual {
		if s.wordsOver(first, body) == 0 && s.numeric(body) > 0 {
			s.Header = new(false)
		}
		return
	}
	switch score, why := s.namesNumbers(first, body); {
	case score >= enough:
		s.Header = new(true)
		s.facts = append(s.facts, Fact{"lines", nil, s.lines[:1], "names of the columns, as they are " +
			strings.Join(why, ", ") + " (if it is a row: --header none)"})
	case score == enough-1 && s.wordsOver(first, body) == 0:
		s.doubt("line %d may name the columns, and is read as a row: its numbers are %s (if it does: --header %[1]d)",
			s.lines[0], strings.Join(why, ", "))
	}
}

// units reports whether a first row has words where most others have numbers.
func (s *sample) units(body [][]string) bool {
	return len(body) > 1 && count(body[0], s.isNumber) == 0 &&
		2*s.wordsOver(body[0], body[1:]) >= max(1, s.numeric(body[1:]))
}

// namesNumbers weighs whether a first row with numbers names the columns.
func (s *sample) namesNumbers(first []string, body [][]string) (score int, why []string) {
	add := func(weight int, reason string) {
		if weight > 0 {
			score, why = score+weight, append(why, reason)
		}
	}
	over, names, rows := s.wordsOver(first, body), s.values(first), words.Each(body, s.values)
	far, whole := unlike(names, rows)
	add(sequence(names, rows, whole > 0))
	add(far, "on another scale than the rows")
	add(whole, "whole above fractions")
	if over > 0 && 2*over >= s.numeric(body) {
		score++
	}
	add(2*min(over, 1), "words above numbers")
	if names = numbersIn(names); len(names) > 1 && slices.IsSorted(names) && count(names, isYear) == len(names) {
		add(2, "years in order")
	}
	add(s.overNames(first[0], body))
	return score, why
}

// overNames weighs whether a word stands above names of rows.
func (s *sample) overNames(word string, body [][]string) (weight int, reason string) {
	if s.isNumber(word) || len(body) < 2 || !different(body) {
		return 0, ""
	}
	begin, named := body[0][0], !s.isNumeric(body, 0)
	switch {
	case word == "" && (named || begin == "0" || begin == "1"):
		return enough, "without one above the names of rows"
	case word != "" && named && shape(word) != shape(begin) && shape(begin) == shape(body[1][0]):
		return 2, "with a word unlike the names of rows"
	}
	return 0, ""
}

var digits = regexp.MustCompile(`\d+`)

// shape is what names of rows that are counted have in common.
func shape(name string) string { return digits.ReplaceAllString(name, "0") }

func (s *sample) missing(field string) bool { return slices.Contains(s.Missing, field) }

// different reports whether rows begin with different fields.
func different(body [][]string) bool {
	return !repeats(words.Each(body, func(row []string) string { return row[0] }))
}

// isNumeric reports whether a column of rows has numbers, but for a few fields.
func (s *sample) isNumeric(body [][]string, at int) bool {
	there := func(row []string) bool { return at < len(row) && !s.missing(row[at]) }
	numbers := count(body, func(row []string) bool { return there(row) && s.isNumber(row[at]) })
	return numbers > 0 && 5*numbers >= 4*count(body, there)
}

// numeric counts such columns, and wordsOver the words of a row that stand above them.
func (s *sample) numeric(body [][]string) int {
	return s.wordsOver(slices.Repeat([]string{"word"}, s.width), body)
}

func (s *sample) wordsOver(row []string, body [][]string) (n int) {
	for at, field := range row[:min(len(row), mostFields)] {
		if !s.missing(field) && !s.isNumber(field) && s.isNumeric(body, at) {
			n++
		}
	}
	return n
}

// values are the numbers of a row, NaN for others.
func (s *sample) values(row []string) []float64 {
	return words.Each(row[:min(len(row), mostFields)], func(field string) float64 {
		if v, _, ok := s.number(field); ok {
			return v
		}
		return math.NaN()
	})
}

func wholes(row []float64) int { return count(row, func(v float64) bool { return v == math.Trunc(v) }) }

func numbersIn(row []float64) []float64 { return slices.DeleteFunc(slices.Clone(row), math.IsNaN) }

// unlike weighs whether most numbers are far from those below them, and are whole where those are not.
func unlike(names []float64, rows [][]float64) (far, overFractions int) {
	away, whole, fractions, compared := 0, 0, 0, 0
	for at, name := range names {
		var below []float64
		for _, row := range rows {
			below = append(below, row[min(at, len(row)):min(at+1, len(row))]...)
		}
		below = numbersIn(below)
		if math.IsNaN(name) || len(below) < 2 || slices.Min(below) == slices.Max(below) {
			continue
		}
		compared++
		low, high := slices.Min(below), slices.Max(below)
		if name > high+5*(high-low) || name < low-5*(high-low) {
			away++
		}
		whole += wholes([]float64{name})
		fractions += min(1, len(below)-wholes(below))
	}
	if compared > 1 && 4*away >= 3*compared {
		far = 2
	}
	if whole == compared && compared > 2 && 4*fractions >= 3*compared {
		overFractions = 1
	}
	return far, overFractions
}

// sequence weighs whether numbers rise or fall in even steps, or at least in order, as few rows do.
func sequence(names []float64, rows [][]float64, whole bool) (weight int, reason string) {
	kind := regular(names)
	few := count(rows, func(row []float64) bool { return regular(row) >= kind }) <= len(rows)/20
	switch {
	case kind == even && few && (len(names) > 3 || whole):
		return enough, "in even steps"
	case kind == ordered && few && len(names) >= 8:
		return enough, "in order"
	case kind == even && few, kind == ordered && few && len(names) > 3 && whole:
		return 2, "in order"
	}
	return 0, ""
}

const ordered, even = 1, 2

// regular is how numbers follow each other. Fewer than three do not tell.
func regular(row []float64) int {
	if row = numbersIn(row); len(row) < 3 {
		return 0
	}
	kind, step := even, row[1]-row[0]
	for i := 1; i < len(row); i++ {
		now := row[i] - row[i-1]
		if now*step <= 0 {
			return 0
		}
		if math.Abs(now-step) > 1e-6*math.Abs(step) {
			kind = ordered
		}
	}
	return kind
}
