package exhibit

import (
	"fmt"
	"math"
	"slices"

	"gpca/report/experiment/apply"
	"gpca/report/table"
	"gpca/solver/robust"
)

// Listing is the kind of a table that lists what was found on one table of data. It is no projection: its rows are rows
// or components of one result.
var Listing = Kind{"listing", "lists outlying rows, or the importance of components; for experiments of kind apply",
	func() decoder { return new(listing) }}

type listing struct {
	Kept `yaml:",inline"`

	Method string `yaml:"method" doc:"Method whose findings are listed." example:"robpca"`
	Of     string `yaml:"of" doc:"What is listed." words:"outliers importance" default:"outliers" example:"importance"`
	Most   int    `yaml:"most" doc:"Most rows that are listed." least:"1" default:"30" example:"100"`
}

func (t *listing) resolve() error {
	return t.describes(t.Method)
}

func (t *listing) Build(src Source) *table.Table {
	built := t.table(src, t.Data(), "", "", 3)
	found, instead, err := t.findings(src, t.Method)
	built.Columns = []string{"Result"}
	switch {
	case err != nil:
		built.Rows = []table.Row{{Heading: "none", Cells: []table.Cell{{State: table.Failed, Reason: err.Error()}}}}
		return built
	case instead != nil:
		built.Rows = []table.Row{{Heading: "none", Cells: []table.Cell{{State: table.Missing}}}}
		return built
	}
	if t.Of == "importance" {
		importance(built, found)
	} else {
		t.outliers(built, found)
	}
	return built
}

func filled(v float64) table.Cell { return table.Cell{Value: v} }

func (t *listing) outliers(built *table.Table, found *apply.Findings) {
	built.Corner, built.Metric = "Row", "distances, in the unit of the scaled columns"
	built.Columns = []string{"Type", "Score distance", "Orthogonal distance", "Over cut-off", "Column that weighs most"}
	all := found.Outliers()
	for _, r := range all[:min(len(all), t.Most)] {
		most := r
		most.Columns = r.Columns[:min(len(r.Columns), 1)]
		share := 0.0
		for _, c := range most.Columns {
			share = c.Share
		}
		built.Rows = append(built.Rows, table.Row{Heading: r.ID, Cells: []table.Cell{
			{Value: float64(slices.Index(robust.Types(), r.Type)), Text: string(r.Type)}, {Value: r.Score},
			{Value: r.Orthogonal}, {Value: r.Excess}, {Value: share, Text: most.Reasons()}}})
	}
	if len(all) > t.Most {
		built.Notes = []string{fmt.Sprintf("The %d farthest of %d outlying rows; distances.csv has all", t.Most, len(all))}
	}
	if len(all) == 0 {
		built.Rows = []table.Row{{Heading: "none", Cells: slices.Repeat([]table.Cell{{State: table.Blank}}, 5)}}
	}
	built.Notes = append(built.Notes, fmt.Sprintf("Cut-offs: score distance %s, orthogonal distance %s",
		digits(found.Model.ScoreCutOff), digits(found.Model.OrthogonalCutOff)))
}

func importance(built *table.Table, found *apply.Findings) {
	built.Corner, built.Metric = "Component", "standard deviations, and shares of the variance in percent"
	built.Columns = []string{"Standard deviation", "Share", "Cumulative"}
	if found.Classical != nil {
		built.Columns = append(built.Columns, "Classical standard deviation", "Classical share", "Classical cumulative")
	}
	sum, other := 0.0, 0.0
	for j, v := range found.Model.Eigenvalues {
		sum += found.Proportion(j)
		cells := []table.Cell{filled(math.Sqrt(v)), filled(100 * found.Proportion(j)), filled(100 * sum)}
		if c := found.Classical; c != nil && j < len(c.Eigenvalues) {
			other += c.Eigenvalues[j] / c.Total
			cells = append(cells, filled(math.Sqrt(c.Eigenvalues[j])), filled(100*c.Eigenvalues[j]/c.Total),
				filled(100*other))
		}
		for len(cells) < len(built.Columns) {
			cells = append(cells, table.Cell{State: table.Blank})
		}
		built.Rows = append(built.Rows, table.Row{Heading: fmt.Sprintf("PC%d", j+1), Cells: cells})
	}
	built.Notes = []string{fmt.Sprintf("Total variance: %s, of the covariance by which components are counted",
		digits(found.Model.Total))}
}
