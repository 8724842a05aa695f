package printed

import (
	"embed"
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
)

//go:embed thesis.csv paper.csv companions.csv
var embedded embed.FS

// Thesis returns the 24 tables of the thesis, with their bold marks. They go by their
// bare numbers.
func Thesis() ([]Table, error) { return readEmbedded("", "thesis.csv") }

// Paper returns the 8 tables of the paper. Its marks are not recorded.
func Paper() ([]Table, error) { return readEmbedded("paper", "paper.csv") }

func readEmbedded(source, name string) ([]Table, error) {
	file, err := embedded.Open(name)
	if err != nil {
		return nil, fmt.Errorf("printed numbers: %w", err)
	}
	defer file.Close()
	return Read(file, source, name)
}

// A Companion is a number of one of the two course reports on kernel principal
// components whose experiments accompany those of the thesis:
//
//   - T. Kathiresan, R. Domingues, A. M. Nielsen, T. Wiens, "Kernel Principal
//     Component Analysis", KTH Stockholm, 2014;
//   - A. Vadnere, Deepak H R, "Independent Component Analysis & Kernel PCA",
//     CS408 project report, 2021.
type Companion struct {
	Source  string // authors and year
	Item    string // the table or figure
	Dataset string
	Method  string
	Setting string
	Metric  string
	// Printed is the number as printed; a curve read off a figure may give a
	// range, "5 to 6".
	Printed string
	// Low and High are the ends of the range, equal for a single number.
	Low, High Decimal
}

// Companions returns the numbers of the two course reports.
func Companions() ([]Companion, error) {
	const name = "companions.csv"
	file, err := embedded.Open(name)
	if err != nil {
		return nil, fmt.Errorf("printed numbers: %w", err)
	}
	defer file.Close()
	records, err := csv.NewReader(file).ReadAll()
	if err != nil {
		return nil, csvError(name, err)
	}
	want := []string{"source", "item", "dataset", "method", "setting", "metric", "value"}
	if len(records) == 0 || !slices.Equal(records[0], want) {
		return nil, fmt.Errorf("%s:1: the columns must be %s", name, strings.Join(want, ","))
	}
	companions := make([]Companion, 0, len(records)-1)
	for i, r := range records[1:] {
		c := Companion{Source: r[0], Item: r[1], Dataset: r[2], Method: r[3], Setting: r[4], Metric: r[5], Printed: r[6]}
		low, high, isRange := strings.Cut(c.Printed, " to ")
		if !isRange {
			high = low
		}
		if c.Low, err = ParseDecimal(low); err == nil {
			c.High, err = ParseDecimal(high)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, i+2, err)
		}
		companions = append(companions, c)
	}
	return companions, nil
}
