package compare

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"gpca/report/table"
)

// WriteMarkdown writes the whole comparison: the findings, the rule, the summary, the claims,
// and every table cell by cell.
func (c *Comparison) WriteMarkdown(w io.Writer) error {
	var b bytes.Buffer
	b.WriteString("# Published against reproduced\n\n")
	for _, l := range c.conclusions() {
		b.WriteString("**" + l.name + ".** " + table.EscapeMarkdown(l.sentence) + "\n\n")
	}
	for _, p := range c.introduction() {
		b.WriteString(table.EscapeMarkdown(p) + "\n\n")
	}
	if c.Judged() {
		for _, t := range c.tables("S") {
			if err := t.WriteMarkdown(&b); err != nil {
				return err
			}
			b.WriteString("\n")
		}
		c.writeClaims(&b)
		b.WriteString("\nIn the tables below the printed number stands in brackets behind ours, with the margin " +
			"√(M² + h²) that it is judged by, and then the verdict: = match, ≠ differs, ? inconclusive.\n")
	}
	for _, t := range c.Contrasts {
		t.writeMarkdown(&b)
	}
	if _, err := w.Write(b.Bytes()); err != nil {
		return fmt.Errorf("comparison: %w", err)
	}
	return nil
}

func (c *Comparison) writeClaims(b *bytes.Buffer) {
	if len(c.Statements) == 0 {
		return
	}
	fmt.Fprintf(b, "\n## Claims\n\n%s\n\n%s\n\n", table.EscapeMarkdown(c.claimsSentence()+" "+partsRule),
		table.EscapeMarkdown(claimsRule))
	b.WriteString("| What the text says | In print | Here | Evidence | What would decide it |\n|:--|:--|:--|:--|:--|\n")
	for _, k := range c.Statements {
		fmt.Fprintf(b, "| %s | %s | **%s** | %s | %s |\n", table.EscapeMarkdown(k.said()), k.Printed, k.verdict(), table.EscapeMarkdown(k.why()), k.open())
	}
}

func (t Contrast) writeMarkdown(b *bytes.Buffer) {
	fmt.Fprintf(b, "\n## %s\n\n", table.EscapeMarkdown(t.title()))
	if t.Refused != "" {
		b.WriteString("Not judged. " + table.EscapeMarkdown(t.Refused) + "\n")
		return
	}
	fmt.Fprintf(b, "%s\n\n", table.EscapeMarkdown(t.sentence(2)))
	fmt.Fprintf(b, "Numbers: %s.\n\n", table.EscapeMarkdown(t.Definition))
	fmt.Fprintf(b, "| %s |", table.EscapeMarkdown(t.Corner))
	for _, column := range t.ColumnTitles {
		fmt.Fprintf(b, " %s |", table.EscapeMarkdown(column))
	}
	b.WriteString("\n|:--|" + strings.Repeat("--:|", len(t.Columns)) + "\n")
	for i, cells := range t.Cells {
		fmt.Fprintf(b, "| %s |", table.EscapeMarkdown(t.RowTitles[i]))
		for _, cell := range cells {
			fmt.Fprintf(b, " %s |", table.EscapeMarkdown(cell.text()))
		}
		b.WriteString("\n")
	}
	findings := t.differing()
	if len(findings) == 0 {
		return
	}
	b.WriteString("\nDiffer:\n\n")
	for _, f := range findings {
		b.WriteString("- " + table.EscapeMarkdown(f) + "\n")
	}
}

// text is a cell of the Markdown table: ours, the printed number, the verdict.
func (c Reproduction) text() string {
	switch {
	case c.Printed == "":
		return ""
	case c.Verdict == None:
		return "— (" + c.Printed + ")"
	}
	inPrint := c.Printed
	if margin := c.margin(); margin != "" {
		inPrint += " ± " + margin
	}
	return fmt.Sprintf("%s (%s) %s", c.ours(), inPrint, c.Verdict.sign())
}

// said is the claim with its place in the text, and how it is read.
func (c Statement) said() string {
	text := strings.TrimSuffix(c.Claim.Text, ".") + " (" + c.Place
	if c.Reading != "" {
		text += "; read as: " + c.Reading
	}
	return text + ")"
}
