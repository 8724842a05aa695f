package render

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"gpca/report/document"
	"gpca/report/publication/compare"
	"gpca/report/table"
	"gpca/report/words"
)

// SummaryFile is the report in short, for the page of a CI run, which takes 1 MiB of
// Markdown at most.
const SummaryFile = "summary.md"

// Of failures the summary has the first few, each in some words.
const (
	mostFailures  = 50
	longestReason = 300
)

// writeSummary writes the summary of a document: the verdict, then its first page, and, each
// under a heading, what failed and how each table compares with print.
func (r *renderer) writeSummary(w io.Writer, d *document.Document, cells Count) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s\n\n**%s**", table.EscapeMarkdown(d.Title), cells.verdict())
	var total compare.Counts
	for _, c := range r.comparisons {
		total.Add(c.Total())
	}
	if judged := total.Numbers - total.Unjudged; total.Numbers > 0 {
		fmt.Fprintf(&b, " Of %s in print %s could be judged",
			words.Count(total.Numbers, "number"), words.Thousands(judged))
		if judged > 0 {
			forced := ""
			if total.Forced > 0 {
				forced = fmt.Sprintf("%d of them forced, ", total.Forced)
			}
			fmt.Fprintf(&b, ": %d match, %s%d differ, %d of them by misprints, and %d are inconclusive",
				total.Match, forced, total.Differs, total.Explained, total.Inconclusive)
		}
		b.WriteString(".")
	}
	b.WriteString("\n\n## At a glance\n\n")
	for _, line := range d.Front {
		b.WriteString("- " + table.EscapeMarkdown(line) + "\n")
	}
	if cells.Failed > 0 {
		b.WriteString("\n## Failed cells\n\n")
		failed := 0
		for _, c := range r.plan.Cells {
			result, _ := r.results.Get(c.Key())
			if result.Failure == "" {
				continue
			}
			if failed++; failed > mostFailures {
				fmt.Fprintf(&b, "- and %s more\n", words.Thousands(cells.Failed-mostFailures))
				break
			}
			reason := strings.ToValidUTF8(result.Failure[:min(len(result.Failure), longestReason)], "")
			reason = strings.Join(strings.Fields(reason), " ")
			fmt.Fprintf(&b, "- %s: %s\n", table.EscapeMarkdown(c.String()), table.EscapeMarkdown(reason))
		}
	}
	if total.Numbers > total.Unjudged {
		b.WriteString("\n## Numbers in print\n\n| Table | Numbers | Match | of these forced | Inconclusive | " +
			"Differ | of these by misprints | Not judged |\n|:--|--:|--:|--:|--:|--:|--:|--:|\n")
	}
	left, numbers := 0, 0
	for _, c := range r.comparisons {
		for _, t := range c.Contrasts {
			n := t.Summary.Counts
			if t.Refused != "" {
				left, numbers = left+1, numbers+n.Unjudged
				continue
			}
			fmt.Fprintf(&b, "| %s: %s | %d | %d | %d | %d | %d | %d | %d |\n",
				c.Part.Repeats, table.EscapeMarkdown(t.Number+", "+t.Caption), n.Numbers, n.Match, n.Forced,
				n.Inconclusive, n.Differs, n.Explained, n.Unjudged)
		}
	}
	if total.Forced > 0 {
		b.WriteString("\nForced: could not have come out otherwise; compare.md says why.\n")
	}
	if left > 0 {
		fmt.Fprintf(&b, "\nNone of the %s of %s more is judged, since the data is generated or no results are there.\n",
			words.Count(numbers, "number"), words.Count(left, "table"))
	}
	_, err := w.Write(b.Bytes())
	return err
}

// verdict says in a sentence whether all cells are there.
func (n Count) verdict() string {
	switch all := words.Count(n.Total(), "cell"); {
	case n.Failed > 0:
		return fmt.Sprintf("Incomplete: of %s %s failed and %s are missing.", all, words.Thousands(n.Failed),
			words.Thousands(n.Missing))
	case n.Missing > 0:
		return fmt.Sprintf("Incomplete: of %s %s are missing.", all, words.Thousands(n.Missing))
	default:
		return fmt.Sprintf("Complete: %s, none failed.", all)
	}
}
