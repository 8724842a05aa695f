package layout

import (
	"gpca/report/experiment"
	"gpca/report/method"
	"gpca/report/strictyaml"
)

type (
	names   = strictyaml.List[string]
	numbers = strictyaml.List[float64]
	nodes   = strictyaml.List[strictyaml.Node]
)

// A Study is what the block of an exhibit may name.
type Study interface {
	Experiment(name string) (*experiment.Named, error)
	Method(name string) (method.Method, error)
	// Members are the methods of a family of the study, or else the one method of that name.
	Members(name string) []string
	Label(method string) string
	// InPrint returns an error for the number of a table that is not in print.
	InPrint(number string) error
}
