package compare

import (
	_ "embed" // for the texts
	"fmt"
	"math"
	"slices"
	"strings"
	"text/template"

	"gpca/report/claim"
	"gpca/report/document"
	"gpca/report/publication/printed"
	"gpca/report/table"
	"gpca/report/words"
)

//go:embed texts.tmpl
var source string

var written = words.Texts(source, template.FuncMap{
	"join":     strings.Join,
	"listed":   listed,
	"first":    words.Abridge,
	"joined":   joined,
	"count":    words.Count[int],
	"sentence": func(text string) string { return strings.TrimSuffix(text, ".") },
	"title":    claim.TitleOf,
	"tables":   func(of []Contrast) string { return titled(of, func(Contrast) string { return "" }) },
	"named":    named,
	"cut":      func(text string) []string { return strings.SplitN(text, ": ", 2) },
	"plus":     func(a, b int) int { return a + b },
	"verb": func(n int, one, several string) string {
		return fmt.Sprint(n, " ", map[bool]string{true: one, false: several}[n == 1])
	},
	"orders": func(of []Contrast) string {
		return titled(of, func(t Contrast) string { return " (τ = " + table.Number(t.Methods.Tau, 2) + ")" })
	},
	"mostly":  func(n, of int) bool { return 2*n > of },
	"level":   level,
	"known":   func(v float64) bool { return !math.IsNaN(v) },
	"md":      table.EscapeMarkdown,
	"line":    document.Escape,
	"minus":   func(n int) int { return -n },
	"integer": func(n int) string { return table.Number(float64(n), 0) },
	"number":  table.Number,
	"percent": func(share float64, decimals int) string { return table.Number(100*share, decimals) },
})

func say(name string, facts any) string { return joined(written(name, facts)) }

// paragraphs is a text of several, which ¶ separates.
func paragraphs(name string, facts any) []string { return strings.Split(say(name, facts), " ¶ ") }

// titled names tables, each followed by a text.
func titled(tables []Contrast, and func(Contrast) string) string {
	switch len(tables) {
	case 0:
		return ""
	case 1:
		return claim.TitleOf(tables[0].Number) + and(tables[0])
	}
	return "Tables " + words.Enumerate(words.Each(tables, func(t Contrast) string { return t.Number + and(t) }))
}

func notes(name string) []string {
	return words.Each(strings.Split(strings.TrimSpace(written(name, nil)), "\n\n"), joined)
}

// listed enumerates what stands between strokes; what is empty is no item.
func listed(text string) string {
	items := words.Each(strings.Split(text, "|"), joined)
	return words.Enumerate(slices.DeleteFunc(items, func(l string) bool { return l == "" }))
}

// joined joins the lines of a text.
func joined(text string) string {
	lines := words.Each(strings.Split(text, "\n"), strings.TrimSpace)
	return strings.Join(slices.DeleteFunc(lines, func(l string) bool { return l == "" }), " ")
}

func formatHalfWidth(v float64, decimals int) string {
	return table.Format(table.Cell{HalfWidth: v}, decimals).HalfWidth
}

// ours formats our number with the decimals of the printed one.
func (c Reproduction) ours() string { return c.like(printed.Places(c.InPrint.Text)) }

// like formats a number with the given decimals.
func (n Number) like(decimals int) string {
	mean, halfWidth := n.Interval()
	text := table.Number(mean, decimals)
	switch {
	case halfWidth > 0:
		text += " ± " + formatHalfWidth(halfWidth, decimals)
	case n.Low != n.High:
		text += " (" + table.Number(n.Low, 0) + " to " + table.Number(n.High, 0) + ")"
	}
	if n.Unsettled() {
		text += "†"
	}
	return text
}

// Brief is a cell of a table on a terminal: ours, the printed number, the verdict.
func (c Reproduction) Brief() string {
	if c.InPrint.Text == "" || c.Verdict == None {
		return c.Said()
	}
	ours := table.Number(c.Mean(), printed.Places(c.InPrint.Text))
	return fmt.Sprintf("%s (%s) %s", ours, c.InPrint.Text, c.Verdict.sign())
}

// Said is a cell of a table in Markdown: ours, the printed number, the verdict.
func (c Reproduction) Said() string {
	switch {
	case c.InPrint.Text == "":
		return ""
	case c.Verdict == None:
		return "— (" + c.InPrint.Text + ")"
	}
	inPrint := c.InPrint.Text
	if margin := c.margin(); margin != "" {
		inPrint += " ± " + margin
	}
	return fmt.Sprintf("%s (%s) %s", c.ours(), inPrint, c.Verdict.sign())
}

// finer is one decimal more than is printed, so that a difference within rounding shows; 0 for counts.
func (c Reproduction) finer() int {
	if c.Count {
		return 0
	}
	return printed.Places(c.InPrint.Text) + 1
}

// margin is the largest difference that matches, empty where none decides.
func (c Reproduction) margin() string {
	if c.Count || c.alone() {
		return ""
	}
	return formatHalfWidth(c.within(c.InPrint), c.finer())
}

// difference describes a cell that differs: place, both numbers, explanation.
func (t Contrast) difference(i, j int) string {
	c := t.Cells[i][j]
	row := t.RowTitles[i]
	if row != "" && '0' <= row[0] && row[0] <= '9' {
		row = t.Corner + " " + row // a level
	}
	text := fmt.Sprintf("%s, %s: %s printed, %s reproduced", row, t.ColumnTitles[j], c.InPrint.Text, c.ours())
	if c.Explanation != "" {
		text += "; " + c.Explanation
	}
	if at := c.Counted; at != c.Place {
		text += fmt.Sprintf("; counted in %s, %s, %s", claim.TitleOf(at.Table), at.Row, at.Column)
	}
	return text
}

// Differing lists the cells that differ, the explained ones last.
func (t Contrast) Differing() (all []string) {
	for _, explained := range []bool{false, true} {
		for i, cells := range t.Cells {
			for j, c := range cells {
				if c.Verdict == Differs && (c.Explanation != "") == explained {
					all = append(all, t.difference(i, j))
				}
			}
		}
	}
	return all
}

// Beside returns a table with the numbers in print beside its own, matched by the titles of rows and columns, of which
// a single one needs none; the same table where none is judged.
func (c *Comparison) Beside(shown *table.Table) *table.Table {
	t, ok := c.contrastOf(shown.Number)
	if !ok || t.Refused != "" {
		return shown
	}
	beside := *shown
	beside.Rows = slices.Clone(shown.Rows)
	for i, row := range shown.Rows {
		beside.Rows[i].Cells = slices.Clone(row.Cells)
		k := slices.Index(t.RowTitles, row.Heading)
		for j, column := range shown.Columns {
			l := slices.Index(t.ColumnTitles, column)
			if len(t.ColumnTitles)+len(shown.Columns) == 2 {
				l = 0
			}
			if k < 0 || l < 0 || t.Cells[k][l].Verdict == None {
				continue
			}
			c := t.Cells[k][l]
			inPrint, _ := t.At(t.Rows[k], t.Columns[l])
			beside.Rows[i].Cells[j].InPrint = table.InPrint{
				Printed:    strings.Replace(c.InPrint.Text, "-", "−", 1),
				Difference: table.Number(c.Difference, c.finer()), Margin: c.margin(), Verdict: c.Verdict.String(),
				Bold: inPrint.Bold,
			}
		}
	}
	return &beside
}
