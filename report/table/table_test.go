package table_test

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"

	"gpca/report/internal/faults"
	"gpca/report/table"
)

func TestGolden(t *testing.T) {
	tables := map[string]*table.Table{"noisy": noisy(), "awkward": awkward()}
	formats := map[string]func(*table.Table, io.Writer) error{
		"md": (*table.Table).WriteMarkdown, "tex": (*table.Table).WriteLaTeX, "csv": (*table.Table).WriteCSV,
	}
	for name, source := range tables {
		for extension, write := range formats {
			t.Run(name+"."+extension, func(t *testing.T) {
				var b bytes.Buffer
				assert.NilError(t, write(source, &b))
				golden.Assert(t, b.String(), name+"."+extension)
			})
		}
	}
}

func TestMacrosGolden(t *testing.T) {
	var b bytes.Buffer
	assert.NilError(t, table.WriteMacros(&b, []*table.Table{noisy(), awkward()}))
	golden.Assert(t, b.String(), "macros.tex")
}

// The output must not depend on a locale that counts "±" as two columns wide.
func TestMarkdownDoesNotDependOnTheLocale(t *testing.T) {
	var want, got bytes.Buffer
	assert.NilError(t, noisy().WriteMarkdown(&want))
	t.Setenv("LANG", "ja_JP.UTF-8")
	t.Setenv("TERM", "linux")
	t.Setenv("RUNEWIDTH_EASTASIAN", "1")
	assert.NilError(t, noisy().WriteMarkdown(&got))
	assert.Equal(t, got.String(), want.String())
}

// The library keeps its settings in global state.
func TestMarkdownConcurrently(t *testing.T) {
	var want bytes.Buffer
	assert.NilError(t, awkward().WriteMarkdown(&want))
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			var got bytes.Buffer
			err := awkward().WriteMarkdown(&got)
			assert.Check(t, err == nil && got.String() == want.String(), "error %v, got\n%s", err, got.String())
		})
	}
	group.Wait()
}

// Every row of a Markdown table has as many unescaped bars as its header.
func TestMarkdownRowsHaveTheColumnsOfTheHeader(t *testing.T) {
	var b bytes.Buffer
	assert.NilError(t, awkward().WriteMarkdown(&b))
	bars := 0
	for line := range strings.Lines(b.String()) {
		if !strings.HasPrefix(line, "|") {
			continue
		}
		n := strings.Count(line, "|") - strings.Count(line, `\|`)
		if bars == 0 {
			bars = n
		}
		assert.Check(t, is.Equal(n, bars), "%d bars, header has %d: %s", n, bars, line)
	}
	assert.Equal(t, bars, len(awkward().Columns)+2)
}

// Each row of the tabular has one "&" fewer than the header has columns; braces and formulas are
// closed in every line.
func TestLaTeXIsBalanced(t *testing.T) {
	empty := noisy()
	empty.Rows = nil
	for _, source := range []*table.Table{noisy(), awkward(), empty} {
		var b bytes.Buffer
		assert.NilError(t, source.WriteLaTeX(&b))
		whole := strings.NewReplacer(`\{`, "", `\}`, "").Replace(b.String())
		assert.Check(t, is.Equal(strings.Count(whole, "{"), strings.Count(whole, "}")),
			"table %s: unbalanced braces", source.Number)
		for line := range strings.Lines(b.String()) {
			plain := strings.NewReplacer(`\\`, "", `\&`, "", `\{`, "", `\}`, "", `\$`, "").Replace(line)
			if strings.HasSuffix(line, "\\\\\n") && strings.Contains(plain, "&") {
				got, want := strings.Count(plain, "&"), len(source.Columns)
				assert.Check(t, is.Equal(got, want),
					"table %s: %d separators, want %d: %s", source.Number, got, want, line)
			}
			assert.Check(t, is.Equal(strings.Count(plain, "$")%2, 0), "table %s: open formula: %s", source.Number, line)
		}
	}
}

func TestTabularIsThatOfTheFloat(t *testing.T) {
	var float, bare strings.Builder
	assert.NilError(t, errors.Join(noisy().WriteLaTeX(&float), noisy().WriteTabular(&bare)))
	_, tabular, _ := strings.Cut(bare.String(), "\\gpcafit{2.1}{")
	if tabular = strings.TrimSuffix(tabular, "}%\n"); len(tabular) < 500 || !strings.Contains(float.String(), tabular) {
		t.Errorf("the float has not the tabular\n%s", tabular)
	}
}

// A table too wide for a page is set in panels, one too high in several floats, and long headings of rows
// are broken. All numbers stay.
func TestLaTeXSplits(t *testing.T) {
	wide := &table.Table{Number: "1", Caption: "Wide", Origin: "real", Notes: []string{"As in Table 2.1."}}
	for j := range 21 {
		wide.Columns = append(wide.Columns, fmt.Sprintf("column %d", j))
	}
	for i := range 41 {
		row := table.Row{Heading: fmt.Sprintf("a long heading of row %d", i) + strings.Repeat(" and more", 10)}
		for j := range 21 {
			row.Cells = append(row.Cells, table.Cell{Value: float64(1000*i + j)})
		}
		wide.Rows = append(wide.Rows, row)
	}
	var b strings.Builder
	assert.NilError(t, wide.WriteLaTeX(&b))
	_, text, _ := strings.Cut(b.String(), "\\gpcatable{1}")
	for _, c := range []struct {
		part string
		want int
	}{
		{"\\gpcatable{1}{}", 1}, {"\\heavyrulewidth", 2}, {"{p{.25\\linewidth}rrrrrrrrrrr}", 2}, {"{column 20}", 2},
		{"& 40020 & ", 1}, {"& 20 & ", 1}, {"\\gpcaref{2.1}", 1},
	} {
		got := strings.Count(text, c.part)
		assert.Check(t, is.Equal(got, c.want), "%s stands there %d times, want %d", c.part, got, c.want)
	}
}

func TestEscapeLaTeX(t *testing.T) {
	faults.Answers(t, "latex.txt", func(_ *testing.T, text string) string { return table.EscapeLaTeX(text) })
}

func TestFormat(t *testing.T) {
	for _, c := range []struct {
		cell     table.Cell
		decimals int
		want     string
	}{
		{table.Cell{Value: 95.4625}, 2, "95.46"},
		{table.Cell{Value: 95.08, HalfWidth: 0.03}, 2, "95.08 ± 0.03"},
		{table.Cell{Value: 95.08, HalfWidth: 0.004}, 2, "95.08 ± 0.01"},
		{table.Cell{Value: 95.08, HalfWidth: 1e-12}, 0, "95 ± 1"},
		{table.Cell{Value: -0.001}, 2, "0.00"},
		{table.Cell{Value: -1.5, Mark: "†"}, 1, "−1.5†"},
		{table.Cell{Value: 2.5, DecimalsSet: true}, 2, "2"}, // half to even
		{table.Cell{State: table.Failed, Value: 3}, 2, "failed"},
		{table.Cell{State: table.NotApplicable, Value: 3}, 2, "n/a"},
		{table.Cell{State: table.Missing, Mark: "‡"}, 2, "—‡"},
		{table.Cell{State: table.Blank}, 2, ""},
	} {
		assert.Check(t, is.Equal(table.Format(c.cell, c.decimals).String(), c.want), "%+v", c.cell)
	}
}

// A number that is not random is computed once and does not enter the range of repetitions.
func TestRepetitionsAreThoseOfTheIntervals(t *testing.T) {
	source := noisy()
	for j := range source.Rows[0].Cells {
		source.Rows[0].Cells[j].Repetitions = 1
	}
	sheet, err := source.Sheet()
	assert.NilError(t, err)
	if want := "; 10 repetitions"; !strings.HasSuffix(sheet.Notes[0].Text, want) {
		t.Errorf("got %q, want it to end in %q", sheet.Notes[0].Text, want)
	}
}

// A bare table prints means alone and says so; its CSV has the half-widths.
func TestBare(t *testing.T) {
	source := noisy()
	var full, bare, printed strings.Builder
	assert.NilError(t, source.WriteCSV(&full))
	source.Bare = true
	for _, err := range []error{source.WriteCSV(&bare), source.WriteMarkdown(&printed)} {
		assert.NilError(t, err)
	}
	if text := printed.String(); strings.Contains(text, "±") || !strings.Contains(text, "- Mean; 10 repetitions") {
		t.Errorf("printed as\n%s", text)
	}
	assert.Equal(t, bare.String(), full.String(), "the CSV differs")
}

func TestCSVKeepsEveryDigit(t *testing.T) {
	source := noisy()
	values := []float64{math.Pi, 1.0 / 3, 5e-324}
	for j, value := range values {
		source.Rows[0].Cells[j].Value = value
	}
	var b bytes.Buffer
	assert.NilError(t, source.WriteCSV(&b))
	records, err := csv.NewReader(&b).ReadAll()
	assert.NilError(t, err)
	for j, value := range values {
		got, err := strconv.ParseFloat(records[1+j][4], 64)
		assert.Check(t, err == nil && got == value, "record %d: %v, %v; want %v", 1+j, got, err, value)
	}
}

func TestValidate(t *testing.T) {
	for _, c := range []struct {
		name    string
		corrupt func(*table.Table)
		want    string
	}{
		{"ragged", func(s *table.Table) { s.Rows[1].Cells = s.Rows[1].Cells[:2] }, `table 2.1, row "25": 2 cells for 3 columns`},
		{"NaN", func(s *table.Table) { s.Rows[0].Cells[1].Value = math.NaN() }, `column "L1 (p = 1)": filled with NaN`},
		{"infinite interval", func(s *table.Table) { s.Rows[0].Cells[1].HalfWidth = math.Inf(1) }, "± +Inf"},
	} {
		t.Run(c.name, func(t *testing.T) {
			source := noisy()
			c.corrupt(source)
			for format, write := range map[string]func(io.Writer) error{
				"Markdown": source.WriteMarkdown, "LaTeX": source.WriteLaTeX, "tabular": source.WriteTabular, "CSV": source.WriteCSV,
				"macros": func(w io.Writer) error { return table.WriteMacros(w, []*table.Table{source}) },
			} {
				var b bytes.Buffer
				assert.Check(t, is.ErrorContains(write(&b), c.want), "%s: got error", format)
				assert.Check(t, b.Len() <= 0, "%s: wrote %q beside the error", format, b.String())
			}
		})
	}
}

func TestWriteErrorsNameTheTable(t *testing.T) {
	full := errors.New("disk full")
	for _, write := range []func(io.Writer) error{noisy().WriteMarkdown, noisy().WriteLaTeX, noisy().WriteTabular, noisy().WriteCSV} {
		err := write(failingWriter{full})
		assert.Check(t, errors.Is(err, full) && strings.Contains(err.Error(), "table 2.1"), "got %v", err)
	}
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

// A heading that makes no key of its own is named by its place in macros and in quotations, and no other number stands
// for it.
func TestMacrosOfHeadingsWithoutAKeyOfTheirOwn(t *testing.T) {
	headings := []string{"日本", "é", "Привет", "<=50K", ">50K", "a b", "a_b", "row 1", "2", "", "%\n", "x"}
	source := &table.Table{Number: "3", Caption: "Classes", Origin: "real", Columns: []string{"2tanh²", "2tanh2", "?"}}
	for i, heading := range headings {
		var cells []table.Cell
		for j := range source.Columns {
			cells = append(cells, table.Cell{Value: float64(100*i + j)})
		}
		source.Rows = append(source.Rows, table.Row{Heading: heading, Cells: cells})
	}
	var b strings.Builder
	assert.NilError(t, table.WriteMacros(&b, []*table.Table{source}))
	rows := []string{"row-1-row-1", "row-2", "row-3", "50K-row-4", "50K-row-5", "a-b-row-6", "a-b-row-7", "row-1", "2",
		"row-10", "row-11", "x"}
	for i, row := range rows {
		for j, column := range []string{"2tanh2-column-1", "2tanh2-column-2", "column-3"} {
			want := fmt.Sprintf("\\gpca@set{value}{3/%s/%s}{%d}\n", row, column, 100*i+j)
			assert.Check(t, is.Equal(strings.Count(b.String(), want), 1), "the macros lack")
			for _, place := range []string{headings[i] + " " + source.Columns[j], row + " " + column} {
				got, err := source.Quote(place)
				assert.Check(t, err == nil && got == fmt.Sprint(100*i+j), "%s is %s (%v)", place, got, err)
			}
		}
	}
	assert.Check(t, is.Contains(b.String(), "% 50K-row-5 stands for >50K, which makes no name of its own\n"),
		"the macros")
	got, err := source.Quote("50K 2tanh²")
	assert.Check(t, err != nil, "a name of two numbers is %s", got)
}

func FuzzEscape(f *testing.F) {
	for _, seed := range []string{"", "σ²±₁₂", `\{}$&#%_^~`, "a|b &amp; c", "\x00\u2028𝔼", "αa"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		latex := table.EscapeLaTeX(text)
		plain := strings.NewReplacer(`\{`, "", `\}`, "", `\$`, "", `\\`, "").Replace(latex)
		assert.Check(t, strings.Count(plain, "$")%2 == 0 && strings.Count(plain, "{") == strings.Count(plain, "}"),
			"%q: unbalanced %q", text, latex)
		markdown := table.EscapeMarkdown(text)
		assert.Check(t, strings.Count(markdown, `\|`) == strings.Count(text, "|") || strings.Contains(text, `\`),
			"%q: a bar is not escaped in %q", text, markdown)
		for _, r := range table.MacroKey(text) {
			if !strings.ContainsRune("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.+-", r) {
				t.Errorf("%q: key %q holds %q", text, table.MacroKey(text), r)
			}
		}
	})
}

func ExampleTable_WriteMarkdown() {
	widths := &table.Table{
		Number: "3.5", Caption: "Kernel widths", Corner: "Data set",
		Columns: []string{"samples", "width σ"}, Origin: "real",
		Rows: []table.Row{
			{Heading: "Iris", Cells: []table.Cell{{Value: 150}, {Value: 2.5, Decimals: 1, DecimalsSet: true, Bold: true}}},
			{Heading: "Letter", Cells: []table.Cell{{Value: 20000}, {State: table.Failed, Reason: "out of memory"}}},
		},
	}
	if err := widths.WriteMarkdown(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// **Table 3.5:** Kernel widths
	//
	// | Data set | samples | width σ |
	// |:---------|--------:|--------:|
	// | Iris     |     150 | **2.5** |
	// | Letter   |   20000 | failed¹ |
	//
	// - ¹ out of memory
	// - Data: real
}

func ExampleMacroKey() {
	for _, heading := range []string{"L1 (p = 1)", "2tanh²", "Noise level (σ)", "−0.5"} {
		fmt.Println(table.MacroKey(heading))
	}
	// Output:
	// L1-p-1
	// 2tanh2
	// Noise-level-sigma
	// -0.5
}

// A text replaces the number for people; the value stays for programs.
func TestTextInPlaceOfTheNumber(t *testing.T) {
	c := table.Cell{Value: 1, Text: "yes"}
	assert.Equal(t, table.Format(c, 2).Text, "yes", "formatted as")
	assert.Equal(t, table.Format(table.Cell{State: table.Failed, Reason: "no", Text: "yes"}, 2).Text, "failed",
		"a failed cell is formatted as")
	var b strings.Builder
	built := &table.Table{Number: "1", Caption: "Verdicts", Origin: "real", Columns: []string{"Holds"}, Rows: []table.Row{{Heading: "a", Cells: []table.Cell{c}}}}
	err := built.WriteCSV(&b)
	assert.NilError(t, err)
	assert.Check(t, is.Contains(b.String(), ",filled,1,"), err)
}

// A legend explains what its tables contain, and nothing else.
func TestLegend(t *testing.T) {
	for _, c := range []struct {
		tables []*table.Table
		want   string
	}{
		{nil, ""},
		{[]*table.Table{noisy()}, "± bold •"},
		{[]*table.Table{awkward(), noisy()}, "± bold • † ‡ —"},
	} {
		var marks []string
		for _, n := range table.Legend(c.tables) {
			marks = append(marks, n.Mark)
		}
		assert.Check(t, is.Equal(strings.Join(marks, " "), c.want))
	}
}

// A cell that failed in some draws has the number of the others, and says so in a note.
func TestFailedInSomeDraws(t *testing.T) {
	failed := table.Cell{State: table.Failed, Value: 90, HalfWidth: 1, Repetitions: 13, Reason: "failed in 2 of 15 draws: why"}
	one := table.Table{Number: "1", Caption: "c", Origin: "real", Columns: []string{"m"}, Rows: []table.Row{{Cells: []table.Cell{failed}}}}
	sheet, err := one.Sheet()
	assert.NilError(t, err)
	if got := sheet.Rows[0].Entries[0].String(); got != "90 ± 1¹" || sheet.Notes[1].String() != "¹ failed in 2 of 15 draws: why" {
		t.Errorf("entry %s, notes %v", got, sheet.Notes)
	}
	var text strings.Builder
	err = one.WriteCSV(&text)
	assert.NilError(t, err)
	assert.Check(t, is.Contains(text.String(), "failed,90,1,13,"), "error %v, CSV", err)
}
