package compare

import (
	"math"
	"strconv"

	"gpca/report/publication/printed"
	"gpca/report/statistics"
)

// Counts counts the numbers of a table by their verdicts.
type Counts struct {
	Numbers      int `json:"numbers"`
	Match        int `json:"match"`
	Inconclusive int `json:"inconclusive"`
	Differs      int `json:"differ"`
	// Explained are those that differ and have an explanation; they are in
	// Differs too.
	Explained int `json:"misprints"`
	// Unjudged have no verdict: their data is generated, or they are not computed.
	Unjudged int `json:"not_judged"`
}

// Add adds the counts of others.
func (c *Counts) Add(o Counts) {
	c.Numbers += o.Numbers
	c.Match += o.Match
	c.Differs += o.Differs
	c.Inconclusive += o.Inconclusive
	c.Explained += o.Explained
	c.Unjudged += o.Unjudged
}

// A Summary says how close a table is as a whole. Averages are left out of all
// but the counts: they are made of the other numbers.
type Summary struct {
	Counts
	// MeanAbsolute is the mean absolute difference, Bias the mean difference, ours
	// less printed, in the unit of the table. NaN where there is none.
	MeanAbsolute, Bias float64
	// Agreement is Kendall's τ_b between the printed and our order of the methods,
	// averaged over the rows; over the one column where a table lists the methods
	// down the page. 1 is the same order. NaN where there is none.
	Agreement float64
	// Orders is how many orders Agreement is the average of.
	Orders int
}

func summarise(t Contrast) Summary {
	var s Summary
	var absolute, bias, agreement float64
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
	orders := t.Cells
	if len(t.Columns) == 1 {
		orders = [][]Reproduction{nil}
		for _, cells := range t.Cells {
			orders[0] = append(orders[0], cells[0])
		}
	}
	for i, cells := range orders {
		if len(t.Columns) > 1 && printed.IsAverage(t.Rows[i]) {
			continue
		}
		if tau := order(cells); !math.IsNaN(tau) {
			agreement += tau
			s.Orders++
		}
	}
	s.MeanAbsolute, s.Bias = absolute/float64(compared), bias/float64(compared)
	s.Agreement = agreement / float64(s.Orders)
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
	case Inconclusive:
		c.Inconclusive++
	case Differs:
		c.Differs++
		if cell.Explanation != "" {
			c.Explained++
		}
	}
}

// order is the agreement of the printed order with ours over the cells that have
// both numbers, NaN while one of the results is missing.
func order(cells []Reproduction) float64 {
	var printed, ours []float64
	for _, c := range cells {
		switch {
		case c.Printed == "":
		case c.Verdict == None:
			return math.NaN()
		default:
			// Read again, as the mean less the difference is no longer equal where
			// the digits are.
			v, err := strconv.ParseFloat(c.Printed, 64)
			if err != nil {
				return math.NaN()
			}
			printed, ours = append(printed, v), append(ours, c.Mean)
		}
	}
	return statistics.Kendall(printed, ours)
}
