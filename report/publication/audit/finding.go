package audit

import "gpca/report/publication/printed"

// A Check is one kind of examination.
type Check string

// The checks.
const (
	Average Check = "average"
	Bold    Check = "bold"
	Count   Check = "winning count"
	Same    Check = "printed twice"
	Label   Check = "row label"
	Trend   Check = "trend"
	Range   Check = "range"
	Claim   Check = "claim"
)

// Definition is a check with what counts as a finding.
type Definition struct {
	Check   Check  `json:"check"`
	Finding string `json:"-"`
}

// Checks defines the checks, in the order in which they are reported.
func Checks() []Definition {
	return []Definition{
		{Average, "No entries that round to the printed ones have a mean that rounds to the printed average: " +
			"|mean of the printed entries − printed average| > mean of the entries' half units + half a unit of the average " +
			"(a half unit is half of the last printed digit; 0.01 in all, with two decimals)."},
		{Bold, "The cells in bold are not the best of the row as printed, ties included: the largest for an accuracy, " +
			"the smallest for an error. Tables without any bold are left out, and so are columns of settings."},
		{Count, "The count is not the number of data sets on which the column's method is better than the row's, minus those on which it is worse. " +
			"It is only a note where equal printed digits leave room for the printed count."},
		{Same, "A result that is printed in several tables, or in the thesis and in the paper, has different digits."},
		{Label, "Tables of one experiment label the same row differently, or levels stand out of order."},
		{Trend, "A value leaves the course of its column: its difference from the other columns of its row lies outside the differences at the " +
			"neighbouring levels by more than 10 times what is usual for this table, this column and these rows. A whole row does, when most " +
			"columns stick out between the neighbouring levels."},
		{Range, "The metric cannot have this value: a percentage outside 0 to 100, a negative error, a count beyond the number of data sets."},
		{Claim, "The printed numbers contradict the text, or bear it out only by averages and counts that are themselves miscalculated."},
	}
}

// Severity says how much a finding proves.
type Severity int

// The severities.
const (
	// Note is worth knowing and may have an innocent explanation.
	Note Severity = iota
	// Warning means that two sources differ or that a value is out of line.
	Warning
	// Error means that the printed digits contradict each other.
	Error
)

// String returns the severity as a word.
func (s Severity) String() string { return [...]string{"note", "warning", "error"}[s] }

// MarshalText returns the severity as a word.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// A Finding is a printed fact that something else in print speaks against.
type Finding struct {
	Check    Check    `json:"check"`
	Severity Severity `json:"severity"`
	// Place is where the finding is reported. Row or Column is empty when it
	// concerns all of them.
	printed.Place
	// Printed is what stands there, Expected what should by the check.
	Printed  string `json:"printed"`
	Expected string `json:"expected"`
	Message  string `json:"message"`
	// Suggestions are corrections that would mend a finding without a cause, most
	// plausible first. Several may be possible; none need be right.
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

// The slips from which corrections are made. Among corrections
// that mend equally much they are taken in this order.
const (
	MarkMisplaced   Slip = "mark in the wrong place"
	LabelWrong      Slip = "wrong label"
	RowsExchanged   Slip = "two rows exchanged"
	OtherPrinting   Slip = "as printed elsewhere"
	OneDigit        Slip = "one digit"
	DigitsExchanged Slip = "two neighbouring digits exchanged"
	DecimalPoint    Slip = "decimal point"
	CopiedEntry     Slip = "copied from another cell"
	RowLeftOut      Slip = "average formed without a row"
	Miscalculated   Slip = "miscalculated"
)

var slips = []Slip{
	MarkMisplaced, LabelWrong, RowsExchanged, OtherPrinting, OneDigit, DigitsExchanged, DecimalPoint, CopiedEntry,
	RowLeftOut, Miscalculated,
}

// selfEvident tells the slips that concern marks and labels. They mend the
// finding that suggests them and nothing else; there is nothing to recompute.
func (s Slip) selfEvident() bool { return s == MarkMisplaced || s == LabelWrong }

// A Correction is a set of changes that belong together: one misprint, at all
// places that print the same wrong digits.
type Correction struct {
	Slip  Slip
	Edits []Edit
	// Low and High bound the true value where the misprint does not give it away,
	// as for a number copied from another cell; Edits then has the middle.
	Low, High string
	// Detail explains what cannot be read off the edits.
	Detail string

	distance float64 // how far the misprint moved the value, or the rows

	// The rest is known once the correction was made and the checks repeated.

	// mended are the identities of the findings that disappear; broken are those
	// that appear.
	mended []string
	broken []Finding
	// gain is the number of proven findings mended, less those broken.
	gain int
	// company tells that the row has another misprint already.
	company bool
	// rests are the tables that these answers rest on.
	rests []string
}

// An Edit changes one cell, or one label or mark.
type Edit struct {
	printed.Place
	From, To string
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
