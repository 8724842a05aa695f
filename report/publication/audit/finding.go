package audit

import "gpca/report/publication/printed"

// A Check is one kind of examination.
type Check string

// The checks.
const (
	Average  Check = "average"
	Bold     Check = "bold"
	Count    Check = "winning count"
	Same     Check = "printed twice"
	Label    Check = "row label"
	Trend    Check = "trend"
	Granular Check = "granularity"
	Claim    Check = "claim"
)

// Checks lists the checks in the order in which they are reported.
var Checks = []Check{Average, Bold, Count, Same, Label, Trend, Granular, Claim}

// Definition says what counts as a finding of the check.
func (c Check) Definition() string { return fill(string(c), nil) }

// Severity says how much a finding proves.
type Severity int

// The severities.
const (
	// Excused is wrong by the printed digits, but right by some numbers that round to them. It
	// is no finding.
	Excused Severity = iota
	// Warning means that two sources differ or that a value is out of line.
	Warning
	// Error means that the printed digits contradict each other.
	Error
)

// String returns the severity as a word.
func (s Severity) String() string { return [...]string{"excused", "warning", "error"}[s] }

// MarshalText returns the severity as a word.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// A Finding is a printed fact that something else in print speaks against.
type Finding struct {
	Check    Check    `json:"check"`
	Severity Severity `json:"severity"`
	// Row or Column is empty when the finding concerns all of them.
	printed.Place
	// Printed is what stands there, Expected what should by the check.
	Printed  string `json:"printed"`
	Expected string `json:"expected"`
	Message  string `json:"message"`
	// Meant says that the average was formed with the value, which is no slip of the
	// typesetter then.
	Meant bool `json:"meant,omitempty"`
	// Suggestions are corrections that would mend a finding without a cause, most
	// plausible first.
	Suggestions []Correction `json:"-"`
	// Cause is the index in [Report.Causes] of the misprint that explains the
	// finding together with others; −1 for none.
	Cause int `json:"-"`

	unit   int             // that found it
	id     string          // the same before and after a correction
	others []printed.Place // that print the same result, or give a row the one or the other label
}

func (f Finding) is(other Finding) bool { return f.id == other.id }

// A Slip is a kind of misprint.
type Slip string

// The slips from which corrections are made.
const (
	MarkMisplaced    Slip = "mark in the wrong place"
	LabelWrong       Slip = "wrong label"
	RowsExchanged    Slip = "two rows exchanged"
	CellsExchanged   Slip = "two cells exchanged"
	ColumnsExchanged Slip = "two columns exchanged"
	OtherPrinting    Slip = "as printed elsewhere"
	SignWrong        Slip = "sign"
	OneDigit         Slip = "one digit"
	DigitsExchanged  Slip = "two neighbouring digits exchanged"
	DigitsAcross     Slip = "two digits exchanged across the point"
	DecimalPoint     Slip = "decimal point"
	CopiedEntry      Slip = "copied from another cell"
	RowLeftOut       Slip = "average formed without a row"
	Miscalculated    Slip = "miscalculated"
)

// slips is the order in which corrections that mend equally much are taken.
var slips = []Slip{
	MarkMisplaced, LabelWrong, OtherPrinting, RowsExchanged, CellsExchanged, ColumnsExchanged, SignWrong,
	OneDigit, DigitsExchanged, DigitsAcross, DecimalPoint, CopiedEntry, RowLeftOut, Miscalculated,
}

// selfEvident tells the slips that mend the finding that suggests them and nothing else.
func (s Slip) selfEvident() bool { return s == MarkMisplaced || s == LabelWrong }

// exchange tells the slips whose edits are pairs of cells in each other's place.
func (s Slip) exchange() bool {
	return s == RowsExchanged || s == CellsExchanged || s == ColumnsExchanged
}

// A Correction is a set of changes that belong together: one misprint, at all
// places that print the same wrong digits.
type Correction struct {
	Slip  Slip   `json:"rule"`
	Edits []Edit `json:"edits"`
	// Marks are set anew where they had followed the wrong digits.
	Marks []Edit `json:"marks,omitempty"`
	// Low and High bound the true value where the misprint does not give it away; Edits then
	// has the middle.
	Low  string `json:"low,omitempty"`
	High string `json:"high,omitempty"`
	// Detail explains what cannot be read off the edits.
	Detail string `json:"detail,omitempty"`

	distance float64 // how far the misprint moved the value, or the rows

	// The rest is known once the correction was made and the checks repeated.

	// mended are the identities of the findings that disappear; broken are those
	// that appear, or stay and now contradict the corrected digits.
	mended []string
	broken []Finding
	// gain is the number of proven findings mended, less those broken.
	gain int
	// company tells that the row has another misprint already.
	company bool
	// rests are the tables that these answers rest on.
	rests []string
}

// ChangesDigits tells the corrections that put other digits in the place of printed ones
// from those of marks, of labels, and of rows that an average was formed without.
func (c Correction) ChangesDigits() bool {
	return !c.Slip.selfEvident() && c.Slip != RowLeftOut
}

// An Edit changes one cell, or one label or mark.
type Edit struct {
	printed.Place
	From string `json:"printed"`
	To   string `json:"suggested"`
}

// A Cause is a mistake that explains several findings together: those whose
// [Finding.Cause] it is.
type Cause struct {
	Correction
	// Together are the indices of causes without which this one would break
	// something: misprints that hide each other.
	Together []int
	// Alternatives would explain as much by changing something else.
	Alternatives []Correction
}
