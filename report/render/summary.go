package render

import (
	_ "embed" // for the summary
	"io"
	"strings"
	"text/template"

	"gpca/report/document"
	"gpca/report/publication/compare"
	"gpca/report/table"
	"gpca/report/words"
)

// The summary has the first few failures, and of each the first words.
const (
	mostFailures  = 50
	longestReason = 300
)

//go:embed summary.tmpl
var summarySource string

var summary = words.Texts(summarySource, template.FuncMap{
	"md": table.EscapeMarkdown, "count": words.Count[int], "thousands": words.Thousands[int],
})

// writeSummary writes the summary of a document: the verdict and the first page, then what failed, and how each table
// compares with print.
func writeSummary(w io.Writer, e evidence, d *document.Document) error {
	facts := struct {
		*document.Document
		Cells             Count
		Comparisons       []Comparison
		Total             compare.Counts
		Failures          []failure
		MoreFailures      int
		Refused, Unjudged int // tables that are not judged, and their numbers
	}{Document: d, Cells: e.cells, Comparisons: e.comparisons}
	failures := e.failures()
	for _, f := range failures[:min(len(failures), mostFailures)] {
		f.Reason = strings.ToValidUTF8(f.Reason[:min(len(f.Reason), longestReason)], "")
		facts.Failures = append(facts.Failures, f)
	}
	facts.MoreFailures = e.cells.Failed - len(facts.Failures)
	for _, c := range e.comparisons {
		facts.Total.Add(c.Facts().Total)
		for _, t := range c.Contrasts {
			if t.Refused != "" {
				facts.Refused, facts.Unjudged = facts.Refused+1, facts.Unjudged+t.Summary.Unjudged
			}
		}
	}
	_, err := io.WriteString(w, summary("", facts))
	return err
}
