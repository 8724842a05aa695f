package derive

import "gpca/report/exhibit/layout"

// A Kind of derived columns is written by its name, or as a mapping with that key.
type Kind struct {
	Name string
	Make func() Derivation
}

// Kinds are those that columns may name. A new one is a file and a line here.
var Kinds = []Kind{
	{"settled", func() Derivation { return new(settled) }},
	{"wins", func() Derivation { return new(wins) }},
	{"settings", func() Derivation { return new(Settings) }},
	{"breaks", func() Derivation { return new(breaks) }},
	{"chosen", func() Derivation { return new(Chosen) }},
}

// Implied are the derivations that a table has because of its other keys.
func Implied(l *layout.Layout) (all []Derivation) {
	if l.Labelled() && l.InPrint != "" {
		all = append(all, new(fromPrint))
	}
	if l.Rows[0].Pair != (layout.Pair{}) {
		all = append(all, new(methodPairs))
	}
	return all
}
