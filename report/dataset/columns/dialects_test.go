package columns

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/text/encoding/htmlindex"
	"gotest.tools/v3/assert"

	"gpca/report/words"
)

// A written table is one as some program writes it, with what it holds.
type written struct {
	text           string
	names, columns []string // of rows and columns, nil for none
	values         []float64
	how            string
}

// choose takes one of several things by chance, the first ones more often.
func choose[T any](r *rand.Rand, of ...T) T { return of[min(r.IntN(len(of)), r.IntN(len(of)))] }

func grouped(whole, by string) string {
	for at := len(whole) - 3; at > 0 && by != ""; at -= 3 {
		whole = whole[:at] + by + whole[at:]
	}
	return whole
}

// write writes a table of normal numbers in a dialect of chance.
func write(r *rand.Rand) (w written) {
	rows, width := 12+r.IntN(30), 3+r.IntN(5)
	separator := choose(r, ",", ";", "\t", " ", "|")
	decimal := choose(r, ".", ",")
	quoteAll := separator == "," && decimal == "," || r.IntN(8) == 0
	digits, minus := 1+r.IntN(5), choose(r, "-", "\u2212", "-", "\u2013")
	thousands := ""
	if r.IntN(4) == 0 {
		thousands = choose(r, ",", ".", "'", "\u00a0", " ", "\u2019")
		if thousands == decimal || thousands == separator || thousands == " " && separator == " " {
			thousands = ""
		}
	}
	form := choose(r, "plain", "plain", "plain", "fortran", "percent", "scientific")
	encoding := choose(r, "utf-8", "windows-1252", "utf-16le", "utf-16be")
	mark := encoding != "windows-1252" && (encoding != "utf-8" || r.IntN(3) == 0)
	if encoding == "windows-1252" && minus == "\u2212" {
		minus = "-"
	}
	header := choose(r, "names", "none", "numbers", "short", "empty", "quoted", "double")
	ids := choose(r, "none", "words", "letters", "counted")
	if header == "short" || header == "empty" {
		ids = choose(r, "words", "counted", "letters")
	}
	quote := func(text string) string {
		if quoteAll && separator != " " || strings.Contains(text, separator) || strings.Contains(text, "\n") {
			return `"` + text + `"`
		}
		return text
	}
	number := func(v float64) (string, float64) {
		text := strconv.FormatFloat(v, 'f', digits, 64)
		value, _ := strconv.ParseFloat(text, 64)
		switch form {
		case "fortran", "scientific":
			text = strconv.FormatFloat(v, 'e', digits+2, 64)
			value, _ = strconv.ParseFloat(text, 64)
			text = strings.Replace(text, "e", map[string]string{"fortran": "D", "scientific": "E"}[form], 1)
		case "plain":
			whole, fraction, _ := strings.Cut(strings.TrimPrefix(text, "-"), ".")
			sign := text[:len(text)-len(whole)-1-len(fraction)]
			text = sign + grouped(whole, thousands) + "." + fraction
		}
		if thousands == "." {
			at := strings.LastIndex(text, ".")
			text = text[:at] + "\x00" + text[at+1:]
			text = strings.Replace(text, "\x00", decimal, 1)
		} else if decimal == "," {
			at := strings.LastIndex(text, ".")
			text = text[:at] + decimal + text[at+1:]
		}
		if text = strings.Replace(text, "-", minus, 1); form == "fortran" || form == "scientific" {
			text = strings.ReplaceAll(text, minus, "-")
		}
		if form == "percent" {
			text += "%"
		}
		return text, value
	}
	centre, scale := make([]float64, width), make([]float64, width)
	for at := range width {
		centre[at], scale[at] = 20*r.NormFloat64(), math.Exp(r.NormFloat64())
		if thousands != "" {
			centre[at], scale[at] = 2e4*(1+r.Float64()), 900
		}
	}
	var lines [][]string
	name := func(i int) string {
		switch ids {
		case "words":
			return fmt.Sprintf("s%02d", i+1)
		case "letters":
			if encoding == "windows-1252" {
				return fmt.Sprintf("M\u00fcller %d", i+1)
			}
			return fmt.Sprintf("образец%d", i+1)
		}
		return strconv.Itoa(i + 1)
	}
	var first []string
	for at := range width {
		label := map[string]string{"quoted": fmt.Sprintf("col\n%d", at+1), "numbers": strconv.Itoa(900 + 10*at),
			"double": []string{"u", "v"}[at%2]}[header]
		if label == "" {
			label = string("abcdefghi"[at]) + "x"
		}
		first = append(first, label)
	}
	w.columns = slices.Clone(first)
	if header == "double" {
		w.columns = distinctNames(first)
	}
	head := slices.Clone(first)
	if ids != "none" {
		if header == "empty" {
			head = append([]string{""}, head...)
		} else if header != "short" {
			head = append([]string{choose(r, "name", "sample", "id")}, head...)
		}
	}
	units := header != "none" && header != "numbers" && r.IntN(5) == 0
	if header == "none" {
		w.columns = nil
	} else {
		lines = append(lines, words.Each(head, quote))
	}
	if units {
		row := slices.Repeat([]string{choose(r, "mm", "[kg]", "(degC)")}, width)
		if ids != "none" {
			row = append([]string{map[bool]string{true: "-", false: ""}[separator == " "]}, row...)
		}
		lines = append(lines, row)
	}
	for i := range rows {
		var row []string
		if ids != "none" {
			w.names = append(w.names, name(i))
			row = append(row, quote(name(i)))
		}
		for at := range width {
			text, value := number(centre[at] + scale[at]*r.NormFloat64())
			w.values, row = append(w.values, value), append(row, quote(text))
		}
		lines = append(lines, row)
	}
	trailing := separator != " " && header != "none" && r.IntN(8) == 0
	text := new(strings.Builder)
	preamble := choose(r, 0, 0, 1, 2)
	for i := range preamble {
		fmt.Fprintf(text, "%s\n", []string{"Report of the laboratory", "measured in 2024"}[i])
	}
	comments := choose(r, 0, 0, 1, 2)
	sign := choose(r, "#", "%", "//")
	for i := range comments {
		fmt.Fprintf(text, "%s comment, no; row %d\n", sign, i+1)
	}
	if preamble+comments == 0 && separator != " " && r.IntN(10) == 0 {
		fmt.Fprintf(text, "sep=%s\n", separator)
	}
	for i, row := range lines {
		line := strings.Join(row, separator)
		if trailing && (i > 0 || r.IntN(2) == 0) {
			line += separator
		}
		fmt.Fprintln(text, line)
	}
	footer := choose(r, "", "", "Total", "Source: lab B", ",")
	if footer == "Total" {
		fmt.Fprintln(text, "Total"+strings.Repeat(separator, len(lines[len(lines)-1])-1))
	} else if footer == "," && separator != " " {
		fmt.Fprintln(text, strings.Repeat(separator, len(lines[len(lines)-1])-1))
	} else if footer != "" && footer != "," {
		fmt.Fprintln(text, quote(footer))
	}
	w.text = text.String()
	if end := choose(r, "\n", "\r\n", "\r"); end != "\n" {
		w.text = strings.ReplaceAll(w.text, "\n", end)
	}
	if mark && r.IntN(4) > 0 || encoding == "utf-8" && mark {
		w.text = "\ufeff" + w.text
	}
	if known, _ := htmlindex.Get(encoding); known != nil && encoding != "utf-8" {
		encoded, err := known.NewEncoder().String(w.text)
		if err != nil {
			encoded = w.text
		}
		w.text = encoded
	}
	w.how = fmt.Sprintf("separator %q, decimal %q, thousands %q, %s, %s, header %s, names %s, units %t, trailing %t, "+
		"footer %q, comments %d of %s, preamble %d, quotes %t, minus %q", separator, decimal, thousands, form, encoding,
		header, ids, units, trailing, footer, comments, sign, preamble, quoteAll, minus)
	return w
}

// readWritten reads a table as apply does.
func readWritten(text string) (names, columns []string, values []float64, facts []Fact, err error) {
	d, facts, all, err := Guess(strings.NewReader(text), Dialect{Missing: []string{"", "NA"}})
	if err != nil {
		return nil, nil, nil, facts, err
	}
	source, err := d.Open(all)
	if err != nil {
		return nil, nil, nil, facts, err
	}
	table, err := Read(source.Undecided(Wishes{}), d, all)
	if err != nil {
		return nil, nil, nil, facts, err
	}
	roles, facts, err := table.Guess(Wishes{}, facts)
	if err != nil {
		return nil, nil, nil, facts, err
	}
	kinds, id := slices.Clone(source.Columns), -1
	var features []int
	for at := range kinds {
		name := table.Name(at)
		switch {
		case name == roles.ID:
			kinds[at].Kind, id = Nominal, at
		case slices.Contains(append(roles.Omit, roles.Class), name):
			kinds[at].Kind = Ignored
		default:
			kinds[at].Kind, features = Number, append(features, at)
			if source.Named {
				columns = append(columns, kinds[at].Name)
			}
		}
	}
	if err := table.Assign(kinds); err != nil {
		return nil, nil, nil, facts, err
	}
	for row := range table.Lines {
		if id >= 0 {
			names = append(names, table.Word(row, id))
		}
		for _, at := range features {
			values = append(values, table.Values[row*len(kinds)+at])
		}
	}
	return names, columns, values, facts, nil
}

var seed = flag.Uint64("seed", 1, "of the dialects of TestDialects")

// One table in 500 dialects is read rightly, or refused with a line, or read with a warning of just its ambiguity.
func TestDialects(t *testing.T) {
	r, count := rand.New(rand.NewPCG(5, *seed)), map[string]int{}
	all := 500
	if testing.Short() {
		all = 100
	}
	for i := range all {
		w := write(r)
		names, columns, values, facts, err := readWritten(w.text)
		same := slices.Equal(names, w.names) && slices.Equal(columns, w.columns) && slices.Equal(values, w.values)
		doubt := slices.ContainsFunc(facts, func(f Fact) bool { return f.Kind == "doubt" })
		switch {
		case err != nil:
			count["refused"]++
			t.Logf("%d: %s: %v", i, w.how, err)
		case same:
			count["right"]++
		case doubt:
			count["in doubt"]++
		default:
			count["wrong"]++
			t.Errorf("%d: %s\n%.300q\nnames %q %q, columns %q %q, %d values of %d, facts %q", i, w.how, w.text,
				words.Some(names, 80), words.Some(w.names, 80), columns, w.columns, len(values), len(w.values), facts)
		}
	}
	t.Log(count)
	assert.Check(t, count["wrong"] == 0 && 20*count["refused"] <= all && 10*count["in doubt"] <= all,
		"of %d: %v", all, count)
}

// Any text is read or refused, and what is read has a value or a word for each field, the same as by its dialect alone.
// A text is a table of chance with a change, since what is found to be of interest is made shorter in steps whose
// number is the square of its length: of whole texts, some forty were tried in a minute.
func FuzzDialect(f *testing.F) {
	for seed := range uint64(40) {
		f.Add(seed, uint(0), uint(0), []byte{})
	}
	f.Fuzz(func(t *testing.T, seed uint64, begin, end uint, change []byte) {
		text := write(rand.New(rand.NewPCG(5, seed))).text
		if len(change) > 1<<10 {
			return
		}
		begin = min(begin, uint(len(text)))
		end = max(begin, min(end, uint(len(text))))
		_, _, values, _, err := readWritten(text[:begin] + string(change) + text[end:])
		if err != nil {
			return
		}
		for _, v := range values {
			assert.Assert(t, !math.IsInf(v, 0), "value %v", v)
		}
	})
}
