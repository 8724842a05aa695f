package audit

import (
	"fmt"

	"gpca/report/publication/printed"
)

// A Check is one kind of examination.
type Check string

const (
	Average  Check = "average"
	Bold     Check = "bold"
	Count    Check = "winning count"
	Same     Check = "printed twice"
	Label    Check = "row label"
	Trend    Check = "trend"
	Granular Check = "granularity"
	Repeated Check = "means of repetitions"
	Digits   Check = "digits"
	Claim    Check = "claim"
	// Arithmetic is of what the text reckons; it is listed where the links have some.
	Arithmetic Check = "arithmetic"
)

// Checks lists the checks in the order of the report.
var Checks = []Check{Average, Bold, Count, Same, Label, Trend, Granular, Repeated, Digits, Claim, Arithmetic}

// Definition says what the check reports.
func (c Check) Definition() string { return fill(string(c), nil) }

// Chance says how likely the check finds something in a table without an error, and what that supposes.
func (c Check) Chance() string { return fill("chance of "+string(c), nil) }

// Severity says how much a finding proves.
type Severity int

const (
	// Excused is wrong by the printed digits, but right by some numbers that round to them. It is no finding.
	Excused Severity = iota
	// Suspicious is what another reading of the table may explain, two sources that differ, or a value out of line.
	Suspicious
	// Error means that the printed digits contradict each other.
	Error
)

func (s Severity) String() string { return [...]string{"excused", "suspicious", "error"}[s] }

func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// A Finding is a printed fact that contradicts others in print.
type Finding struct {
	Check    Check    `json:"check"`
	Severity Severity `json:"severity"`
	// Row or Column is empty when the finding concerns all of them.
	printed.Place
	// Expected is what the check expects in place of Printed.
	Printed  string `json:"printed"`
	Expected string `json:"expected"`
	Message  string `json:"message"`
	// Chance is that of such a finding in a table without an error.
	Chance string `json:"chance"`
	// Meant says that the average was formed with the value, which is then no slip in printing.
	Meant bool `json:"meant,omitempty"`
	// Suggestions are corrections of a finding without a cause, most plausible first.
	Suggestions []Correction `json:"-"`
	// Cause is the index in [Report.Causes] of the misprint that explains the finding; −1 for none.
	Cause int `json:"-"`

	unit   int             // whose finding it is
	id     string          // the same before and after a correction
	others []printed.Place // of the same result, or with either label of a row
}

// about is a finding about a number.
func (c Check) about(n printed.Number, s Severity, expected, message string, arguments ...any) Finding {
	return Finding{Check: c, Severity: s, Place: n.Place, Printed: n.Text, Expected: expected,
		Message: fmt.Sprintf(message, arguments...)}
}

func (f Finding) is(other Finding) bool { return f.id == other.id }

// A Slip is a kind of misprint.
type Slip string

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

// slips orders corrections that mend equally much, the likeliest slip first.
var slips = []Slip{
	MarkMisplaced, LabelWrong, OtherPrinting, RowsExchanged, CellsExchanged, ColumnsExchanged, SignWrong,
	OneDigit, DigitsExchanged, DigitsAcross, DecimalPoint, CopiedEntry, RowLeftOut, Miscalculated,
}

// selfEvident reports whether the slip mends only the finding that suggests it.
func (s Slip) selfEvident() bool { return s == MarkMisplaced || s == LabelWrong }

// exchange reports whether the edits are pairs of cells that change places.
func (s Slip) exchange() bool {
	return s == RowsExchanged || s == CellsExchanged || s == ColumnsExchanged
}

// A Correction is the set of changes for one misprint, at all places that print the same wrong digits.
type Correction struct {
	Slip  Slip   `json:"rule"`
	Edits []Edit `json:"edits"`
	// Marks are changes of marks that followed the wrong digits.
	Marks []Edit `json:"marks,omitempty"`
	// Low and High bound the true value where the misprint does not determine it; Edits has the middle.
	Low  string `json:"low,omitempty"`
	High string `json:"high,omitempty"`
	// Detail adds what the edits do not show.
	Detail string `json:"detail,omitempty"`

	distance float64 // how far the misprint moved the value, or the rows

	// The fields below are known once the correction was tried.

	// mended are the identities of findings that disappear; broken are those that appear or change.
	mended []string
	broken []Finding
	// gain is the number of proven findings mended, less those broken.
	gain int
	// company says that the row has another misprint.
	company bool
	// rests are the tables that these fields depend on.
	rests []string
}

// ChangesDigits reports whether the correction replaces printed digits, not only marks, labels or a row left out.
func (c Correction) ChangesDigits() bool {
	return !c.Slip.selfEvident() && c.Slip != RowLeftOut
}

// An Edit changes one cell, or one label or mark.
type Edit struct {
	printed.Place
	From string `json:"printed"`
	To   string `json:"suggested"`
}

// A Cause is a mistake that explains several findings: those with its index as [Finding.Cause].
type Cause struct {
	Correction
	// Together are the indices of causes without which this one would break something.
	Together []int `json:"together,omitempty"`
	// Alternatives explain as much by another change.
	Alternatives []Correction `json:"alternatives,omitempty"`
}
