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
	Repeated Check = "repeated column"
	Label    Check = "row label"
	Trend    Check = "trend"
	Range    Check = "range"
	Granular Check = "granularity"
	Claim    Check = "claim"
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
			"(a half unit is half of the last printed digit; 0.01 in all, with two decimals). " +
			"What is more than half a unit off, and no finding, is excused by rounding."},
		{Bold, "The cells in bold are not the best of the row as printed, ties included: the largest for an accuracy, " +
			"the smallest for an error. Tables without any bold are left out, and so are columns of settings."},
		{Count, "The count is not the number of data sets on which the column's method is better than the row's, minus those on which it is worse. " +
			"It is excused by rounding where equal printed digits leave room for the printed count."},
		{Same, "A result that is printed in several tables, or in the thesis and in the paper, has different digits."},
		{Repeated, "Two columns of a table print the same digits in every row, of which there are six at least, with three different numbers."},
		{Label, "Tables of one experiment label the same row differently, or levels stand out of order."},
		{Trend, "A value leaves the course of its column: its difference from the other columns of its row lies outside the differences at the " +
			"neighbouring levels by more than 10 times what is usual for this table, this column and these rows. A whole row does, when most " +
			"columns stick out between the neighbouring levels."},
		{Range, "The metric cannot have this value: a percentage outside 0 to 100, a negative error, a count beyond the number of data sets."},
		{Granular, "No number of test samples gives the printed share: of n samples, each tested r times, 0, 1, ... n·r can be right " +
			"(the GRIM test of N. J. L. Brown and J. A. J. Heathers, Social Psychological and Personality Science 8(4), 2017, 363–369)."},
		{Claim, "The printed numbers contradict the text, or bear it out only by averages and counts that are themselves miscalculated."},
	}
}

// Severity says how much a finding proves.
type Severity int

// The severities.
const (
	// Excused is what rounding may excuse: by the printed digits it is wrong, by some
	// numbers that round to them it is right. It is no finding.
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
	// Place is where the finding is reported. Row or Column is empty when it
	// concerns all of them.
	printed.Place
	// Printed is what stands there, Expected what should by the check.
	Printed  string `json:"printed"`
	Expected string `json:"expected"`
	Message  string `json:"message"`
	// Meant says that the average was formed with the value, which is no slip of the
	// typesetter then.
	Meant bool `json:"meant,omitempty"`
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
	MarkMisplaced    Slip = "mark in the wrong place"
	LabelWrong       Slip = "wrong label"
	RowsExchanged    Slip = "two rows exchanged"
	CellsExchanged   Slip = "two cells exchanged"
	ColumnsExchanged Slip = "two columns exchanged"
	ColumnRepeated   Slip = "a column printed twice"
	OtherPrinting    Slip = "as printed elsewhere"
	SignWrong        Slip = "sign"
	OneDigit         Slip = "one digit"
	DigitsExchanged  Slip = "two neighbouring digits exchanged"
	DigitsAcross     Slip = "two digits exchanged across the point"
	DecimalPoint     Slip = "decimal point"
	CopiedEntry      Slip = "copied from another cell"
	RowLeftOut       Slip = "average formed without a row"
	RowMissing       Slip = "row missing"
	Miscalculated    Slip = "miscalculated"
)

var slips = []Slip{
	MarkMisplaced, LabelWrong, OtherPrinting, RowsExchanged, CellsExchanged, ColumnsExchanged, ColumnRepeated, SignWrong,
	OneDigit, DigitsExchanged, DigitsAcross, DecimalPoint, CopiedEntry, RowLeftOut, RowMissing, Miscalculated,
}

// selfEvident tells the slips that concern marks and labels. They mend the
// finding that suggests them and nothing else; there is nothing to recompute.
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
	// Low and High bound the true value where the misprint does not give it away,
	// as for a number copied from another cell; Edits then has the middle.
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
// from those of marks, of labels, and of rows that an average was formed with or without.
func (c Correction) ChangesDigits() bool {
	return !c.Slip.selfEvident() && c.Slip != RowLeftOut && c.Slip != RowMissing
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
