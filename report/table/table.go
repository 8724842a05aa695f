// Package table holds a table as a value and writes it as Markdown, LaTeX and CSV.
//
// A Table holds numbers, not strings: the writers round, so that every format shows the
// same digits and the CSV keeps all of them. A cell has an explicit state: a value with
// its interval, failed with a reason, missing, or blank. Every writer shows cells without
// a number too.
package table

// A Table is one numbered table of a report.
type Table struct {
	Number  string // "2.1"
	Caption string // "GPCA: USPS with Gaussian noise"
	Corner  string // heading of the first column, such as "Noise level (σ)"
	// Columns are the headings, in Unicode ("2tanh²", "L1 (p = 1)"). Writers
	// translate what their format cannot show.
	Columns []string
	Rows    []Row
	// Decimals is the number of digits after the point of every cell that does
	// not set its own.
	Decimals int
	// Metric says what the numbers are, with the unit: "accuracy in percent".
	Metric string
	// Origin is the label of the data under the table: "real", "stand-in", or a
	// sentence naming both.
	Origin string
	// Notes stand under the table, one a line, each explaining a mark or a failed cell.
	Notes []string
}

// A Row is one line of a table.
type Row struct {
	Heading string
	// TeX is the heading with its formulas in TeX between dollar signs, for writers that
	// set mathematics; empty for a heading without formulas.
	TeX   string
	Cells []Cell
	// Summary marks a row that is not one of those tabulated, such as their average: a rule
	// separates it from the rows above it and its heading is set in italics.
	Summary bool
}

// A State says whether a cell has a value and, if not, why.
type State int

const (
	// Filled is a cell with a value.
	Filled State = iota
	// Missing is a cell that was not computed yet.
	Missing
	// Failed is a cell whose computation failed; Reason says why.
	Failed
	// Blank is a cell that the table leaves empty on purpose.
	Blank
)

// A Cell is one entry of a table. Only a Filled cell has a Value.
type Cell struct {
	State State
	Value float64
	// Text, unless empty, is what people read in place of the number, such as 1.2e-15 or
	// yes.
	Text string
	// HalfWidth is half the width of the 95% interval around Value, in the same
	// unit; 0 when there is none, as for a deterministic value, and for repetitions that
	// are all equal.
	HalfWidth float64
	// Repetitions is how many values Value is the mean of; 0 when that has no
	// meaning, as for a kernel width.
	Repetitions int
	// Decimals overrides the table's when DecimalsSet is true.
	Decimals    int
	DecimalsSet bool
	Bold        bool   // the best number of its row as printed
	Leading     bool   // in the leading group of its row, by evidence; see LeadingMark
	Mark        string // footnote mark behind the number, such as "†"
	Reason      string
}

// interval reports whether there is a half-width to show: a number that is random, but came
// out the same in each repetition, has one of 0.
func (c Cell) interval() bool { return c.State == Filled && (c.HalfWidth > 0 || c.Repetitions > 1) }
