package lesson

import (
	"gpca/report/dataset"
	"gpca/report/experiment"
)

// Fixed is part of a kind whose experiments leave nothing to chance.
type Fixed struct{}

// Draws is the same for all cells.
func (Fixed) Draws(experiment.Cell) string { return "" }

// A Job is the work on cells of one training, with the specification S of each.
type Job[S any] struct {
	Cells []experiment.Cell
	Data  dataset.Description
	Specs []S
}

// NewJob decodes the specifications of cells.
func NewJob[S any](cells []experiment.Cell, data dataset.Description) (Job[S], error) {
	j := Job[S]{cells, data, make([]S, len(cells))}
	for i, c := range cells {
		if err := c.Decode(&j.Specs[i]); err != nil {
			return j, err
		}
	}
	return j, nil
}
