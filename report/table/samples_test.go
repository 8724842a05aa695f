package table_test

import "gpca/report/table"

// noisy is a table like those of the benchmark, with generated data.
func noisy() *table.Table {
	filled := func(value, halfWidth float64, bold bool) table.Cell {
		return table.Cell{Value: value, HalfWidth: halfWidth, Repetitions: 10, Bold: bold}
	}
	leading := func(c table.Cell) table.Cell {
		c.Leading = true
		return c
	}
	return &table.Table{
		Number:   "2.1",
		Caption:  "GPCA: USPS with Gaussian noise",
		Corner:   "Noise level (σ)",
		Columns:  []string{"L0.5", "L1 (p = 1)", "2tanh²"},
		Decimals: 2,
		Metric:   "accuracy in percent",
		Origin:   "stand-in",
		Rows: []table.Row{
			{Heading: "0", Cells: []table.Cell{{Value: 95.0825}, {Value: 95.525, Bold: true}, {Value: 95.46}}},
			{Heading: "25", Cells: []table.Cell{filled(94.99, 0.034, false), leading(filled(95.31, 0.001, true)), leading(filled(95.3, 0.051, false))}},
			{Heading: "100", Cells: []table.Cell{filled(-9.004, 1.26, false), filled(80.2, 0.3, false), leading(filled(81.5, 0.42, true))}},
			{Heading: "Average", Summary: true, Cells: []table.Cell{filled(60.36, 0.5, false), leading(filled(90.345, 0.2, false)), leading(filled(90.753, 0.16, true))}},
		},
		Notes: []string{table.LeadingMark + " In the leading group, by paired tests at the 5% level with Holm's correction."},
	}
}

// awkward has every state, marks, headings with the special characters of each format, line breaks, and
// decimals of its own.
func awkward() *table.Table {
	return &table.Table{
		Number:   "B.10",
		Caption:  "Rates of S&P noise | 100% of\nthe cells, #1_a {x} ^ ~ \"q\" $5",
		Corner:   "Set\\Kernel",
		Columns:  []string{"K(x, y) = e^{-‖x − y‖²/σ²}", "a|b", "x_i *y*", "λ₁₂ ≤ [½]", "width"},
		Decimals: 1,
		Metric:   "rate in percent",
		Origin:   "USPS real, Yale Faces stand-in",
		Rows: []table.Row{
			{Heading: "S&amp;P", Cells: []table.Cell{
				{Value: 1.25, Mark: "†"}, {State: table.Failed, Reason: "component 3 did not\nconverge in 400 iterations"},
				{State: table.Missing}, {State: table.Blank}, {Value: 2500, Decimals: 0, DecimalsSet: true},
			}},
			{Heading: "car | <ordinal>", Cells: []table.Cell{
				{State: table.Failed, Reason: "K is not positive definite: λ₃ = −1.5", Mark: "‡"},
				{State: table.Failed, Reason: "component 3 did not converge in 400 iterations"},
				{Value: -0.04}, {Value: 99.95, HalfWidth: 0.25, Repetitions: 5, Bold: true}, {Value: 0.125, Decimals: 3, DecimalsSet: true},
			}},
			{Heading: "[winning\ncount]", Summary: true, Cells: []table.Cell{
				{Value: 1, Decimals: 0, DecimalsSet: true, Bold: true}, {State: table.Missing}, {Value: 2, Decimals: 0, DecimalsSet: true},
				{Value: 7, Repetitions: 8}, {State: table.Blank},
			}},
		},
		Notes: []string{"† the published table prints 1.3 twice", "[x] and `code` stay as they are"},
	}
}
