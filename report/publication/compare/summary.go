package compare

import (
	"math"

	"gpca/report/publication/printed"
)

// Counts counts the numbers of a table by their verdicts.
type Counts struct {
	Numbers int `json:"numbers"`
	Match   int `json:"match"`
	// Forced are those that match and could not have come out otherwise; they are in Match too.
	Forced       int `json:"forced"`
	Inconclusive int `json:"inconclusive"`
	Differs      int `json:"differ"`
	// Explained are those that differ by a misprint, and Possible those with a correction
	// that is not proved; they are in Differs too.
	Explained int `json:"misprints"`
	Possible  int `json:"possible_misprints"`
	// Unjudged have no verdict: their data is generated, or they are not computed.
	Unjudged int `json:"not_judged"`
}

// Add adds the counts of others.
func (c *Counts) Add(o Counts) {
	c.Numbers += o.Numbers
	c.Match += o.Match
	c.Forced += o.Forced
	c.Differs += o.Differs
	c.Inconclusive += o.Inconclusive
	c.Explained += o.Explained
	c.Possible += o.Possible
	c.Unjudged += o.Unjudged
}

// A Summary says how close a table is as a whole. Averages are left out of all
// but the counts: they are made of the other numbers.
type Summary struct {
	Counts
	// MeanAbsolute is the mean absolute difference, Bias the mean difference, ours
	// less printed, in the unit of the table. NaN where there is none.
	MeanAbsolute, Bias float64
}

func summarise(t Contrast) Summary {
	var s Summary
	var absolute, bias float64
	compared := 0
	for i, cells := range t.Cells {
		for _, c := range cells {
			s.count(c)
			if c.Verdict != None && !printed.IsAverage(t.Rows[i]) {
				compared++
				absolute += math.Abs(c.Difference)
				bias += c.Difference
			}
		}
	}
	s.MeanAbsolute, s.Bias = absolute/float64(compared), bias/float64(compared)
	return s
}

func (c *Counts) count(cell Reproduction) {
	if cell.Printed == "" {
		return
	}
	c.Numbers++
	switch cell.Verdict {
	case None:
		c.Unjudged++
	case Match:
		c.Match++
		if cell.Forced != "" {
			c.Forced++
		}
	case Inconclusive:
		c.Inconclusive++
	case Differs:
		c.Differs++
		switch {
		case cell.Misprint > 0:
			c.Explained++
		case cell.Explanation != "":
			c.Possible++
		}
	}
}
