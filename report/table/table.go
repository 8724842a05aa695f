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
	// Columns are the headings, in Unicode ("2tanh²", "L1 (p = 1)").
	Columns []string
	Rows    []Row
	// Decimals is the number of digits after the point, of cells that do not set their own.
	Decimals int
	// Metric says what the numbers are, with the unit: "accuracy in percent".
	Metric string
	// Origin says where the data is from: "real", "stand-in", or a sentence naming both.
	Origin string
	Notes  []string // under the table, a line each
}

// A Row is one line of a table.
type Row struct {
	Heading string
	// TeX is the heading with its formulas in TeX between dollar signs; empty for none.
	TeX     string
	Cells   []Cell
	Summary bool // of the other rows, such as their average: below a rule, in italics
}

// A State says whether a cell has a value and, if not, why.
type State int

const (
	Filled  State = iota
	Missing       // not computed yet
	Failed        // for a reason
	Blank         // on purpose
)

// String returns the name of the state as the CSV files spell it.
func (s State) String() string {
	return [...]string{Filled: "filled", Missing: "missing", Failed: "failed", Blank: "blank"}[s]
}

// A Cell is one entry of a table. Only a Filled cell has a Value.
type Cell struct {
	State State
	Value float64
	Text  string // what people read in place of the number, such as yes; empty for the number
	// HalfWidth is half the width of the 95% interval around Value, in the same unit; 0 where
	// there is none, and for repetitions that are all equal.
	HalfWidth float64
	// Repetitions is how many values Value is the mean of; 0 where that has no meaning.
	Repetitions int
	Decimals    int // in place of the table's, if DecimalsSet
	DecimalsSet bool
	Bold        bool   // the best number of its row as printed
	Leading     bool   // in the leading group of its row; see [LeadingMark]
	Mark        string // behind the number, such as "†"
	Reason      string // of a failure
}

// interval reports whether there is a half-width to show: a number that is random, but came
// out the same in each repetition, has one of 0.
func (c Cell) interval() bool { return c.State == Filled && (c.HalfWidth > 0 || c.Repetitions > 1) }
