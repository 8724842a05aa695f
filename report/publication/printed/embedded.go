package printed

import (
	"embed"
	"fmt"
)

//go:embed thesis.csv paper.csv
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
