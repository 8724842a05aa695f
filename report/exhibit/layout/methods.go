package layout

import (
	"slices"

	"gpca/report/experiment"
	"gpca/report/method"
	"gpca/report/strictyaml"
)

// Names are what a study knows of methods.
type Names interface {
	Method(name string) (method.Method, error)
	// Members are the methods of a family of the study, or else the one method of that name.
	Members(name string) []string
}

// CheckMethod checks the name of a method and, unless e is nil, that the experiment can use it.
func CheckMethod(known Names, name string, e *experiment.Named, at strictyaml.Node) error {
	m, err := known.Method(name)
	if err == nil && e != nil {
		err = e.Check(m)
	}
	if err != nil {
		return at.Fault("%w", err)
	}
	return nil
}

// Methods expands families, and checks the methods of a list.
func Methods(known Names, names []string, list strictyaml.Node, e *experiment.Named) ([]string, error) {
	var all []string
	for i, written := range names {
		at := list.Index(i)
		for _, name := range known.Members(written) {
			if err := CheckMethod(known, name, e, at); err != nil {
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
