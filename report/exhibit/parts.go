package exhibit

import (
	"cmp"
	"slices"

	"gpca/report/strictyaml"
	"gpca/report/words"
)

// A labelledGrid is a part of an experiment under a heading.
type labelledGrid struct {
	label string
	*grid
	// realOnly leaves the part out where its data is generated: what takes long and asks
	// about the published data alone.
	realOnly bool
}

type labelledGrids []labelledGrid

// A labelledPart is an entry of a list of parts.
type labelledPart struct {
	Label string `yaml:"label" doc:"Heading of the part; the name of its experiment unless given." example:"clean"`
	Part  part   `yaml:",inline"`
}

// describeParts says what the entries of a list of parts are.
func describeParts() map[string]strictyaml.Shape {
	return map[string]strictyaml.Shape{"parts": strictyaml.Describe("", labelledPart{})}
}

// gridsOf resolves a list of parts.
func (d declared) gridsOf(parts []strictyaml.Node) (labelledGrids, error) {
	if len(parts) == 0 {
		return nil, d.block.Fault("table %s has no parts of experiments", d.head.Number)
	}
	var grids labelledGrids
	for _, n := range parts {
		n = n.In(d.block)
		var written labelledPart
		if err := n.Decode(&written); err != nil {
			return nil, err
		}
		g, err := written.Part.grid(d.scope, n)
		if err != nil {
			return nil, err
		}
		label := cmp.Or(written.Label, written.Part.Experiment)
		if slices.Contains(grids.Rows(), label) {
			return nil, n.Fault("part %s stands twice: give each a label", label)
		}
		grids = append(grids, labelledGrid{label: label, grid: g})
	}
	return grids, nil
}

// Rows are the labels.
func (gs labelledGrids) Rows() []string {
	return words.Each(gs, func(g labelledGrid) string { return g.label })
}

// part is the one of a label.
func (gs labelledGrids) part(label string) (labelledGrid, bool) {
	if i := slices.Index(gs.Rows(), label); i >= 0 {
		return gs[i], true
	}
	return labelledGrid{}, false
}

// Data lists the data sets of all parts, each once.
func (gs labelledGrids) Data() []string {
	return dataOf(gs, func(g labelledGrid) []string { return g.grid.Data() })
}
