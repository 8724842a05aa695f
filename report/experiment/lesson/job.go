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
	specs, err := experiment.Specs[S](cells)
	return Job[S]{cells, data, specs}, err
}
