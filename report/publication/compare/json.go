package compare

import (
	"encoding/json"
	"fmt"
	"html"
	"io"
	"slices"

	"gpca/report/words"
)

// An Exported verdict is that on a number in print, for other programs.
type Exported struct {
	Publication string `json:"publication" yaml:"publication" doc:"The publication." required:"yes"`
	Table       string `json:"table" yaml:"table" doc:"Its table." required:"yes"`
	Row         string `json:"row" yaml:"row" doc:"Row of the table." required:"yes"`
	Column      string `json:"column" yaml:"column" doc:"Column of the table." required:"yes"`
	Printed     string `json:"printed" yaml:"printed" doc:"The number in print, with its digits." required:"yes"`
	// Reproduced, Low and High are missing where Reason says so.
	Reproduced *float64 `json:"reproduced,omitempty" yaml:"reproduced" doc:"Our mean."`
	Low        *float64 `json:"low,omitempty" yaml:"low" doc:"Lower end of our 95% interval."`
	High       *float64 `json:"high,omitempty" yaml:"high" doc:"Upper end of our 95% interval."`
	Verdict    string   `json:"verdict,omitempty" yaml:"verdict" words:"match differs inconclusive"`
	Counts     bool     `json:"counts" yaml:"counts" doc:"Whether the badge counts it." required:"yes"`
	Reason     string   `json:"reason,omitempty" yaml:"reason" doc:"Why it is missing, or why it may differ."`
}

func Export(comparisons ...*Facts) []Exported {
	all := []Exported{} // in JSON a list without any, not null
	for _, c := range comparisons {
		for _, cell := range slices.Concat(words.Each(c.Contrasts, Contrast.numbers)...) {
			v := Exported{Publication: c.Title, Table: cell.Table, Row: cell.Row, Column: cell.Column,
				Printed: cell.InPrint.Text, Verdict: cell.Verdict.String(), Counts: cell.counts(),
				Reason: cell.Reason + cell.Explanation}
			if cell.Reason == "" {
				low, high := cell.ends()
				v.Reproduced, v.Low, v.High = new(cell.Mean()), &low, &high
			}
			all = append(all, v)
		}
	}
	return all
}

func WriteJSON(w io.Writer, comparisons ...*Facts) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(Export(comparisons...))
}

// badge is what a badge says: how many of the numbers that count match.
func badge(comparisons []*Facts) (message, colour string) {
	var total Counts
	for _, c := range comparisons {
		total.Add(c.Total)
	}
	colour = map[bool]string{true: "#97ca00", false: "#dfb317"}[total.Match == total.Judged()]
	return fmt.Sprintf("%d of %d reproduced", total.Match, total.Judged()), colour
}

// WriteBadge writes a badge as JSON, in the form of shields.io's endpoint.
func WriteBadge(w io.Writer, comparisons ...*Facts) error {
	message, colour := badge(comparisons)
	return json.NewEncoder(w).Encode(map[string]any{
		"schemaVersion": 1, "label": "numbers in print", "message": message, "color": colour,
	})
}

func WriteBadgeSVG(w io.Writer, comparisons ...*Facts) error {
	message, colour := badge(comparisons)
	right := 14 + 7*len(message)
	_, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]d" height="20" role="img">
<title>numbers in print: %[2]s</title>
<rect width="112" height="20" fill="#555"/><rect x="112" width="%[3]d" height="20" fill="%[4]s"/>
<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
<text x="56" y="14">numbers in print</text><text x="%[5]d" y="14">%[2]s</text></g></svg>
`, 112+right, html.EscapeString(message), right, colour, 112+right/2)
	return err
}
