package layout

import (
	"slices"

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

// CheckMethod checks that the study has a method and, unless e is nil, that the experiment can use it.
func CheckMethod(study Study, name string, e *experiment.Named, at strictyaml.Node) error {
	m, err := study.Method(name)
	if err == nil && e != nil {
		err = e.Check(m)
	}
	if err != nil {
		return at.Fault("%w", err)
	}
	return nil
}

// OneMethod checks the method of an exhibit that shows one. None is needed if the experiment lists its own, which are
// an axis.
func OneMethod(study Study, name string, e *experiment.Named, block strictyaml.Node) error {
	axis, _ := e.Axis(experiment.Method)
	switch {
	case name != "":
		return CheckMethod(study, name, e, block.At("method"))
	case axis.Open:
		return block.Fault("experiment %s has methods: name one by method", e.Name)
	}
	return nil
}

// Methods expands families, and checks the methods of a list.
func Methods(study Study, names []string, list strictyaml.Node, e *experiment.Named) (all []string, err error) {
	for i, written := range names {
		at := list.Index(i)
		for _, name := range study.Members(written) {
			if err := CheckMethod(study, name, e, at); err != nil {
				return nil, err
			}
			if slices.Contains(all, name) {
				return nil, at.Fault("method %s stands twice", name)
			}
			all = append(all, name)
		}
	}
	return all, nil
}
