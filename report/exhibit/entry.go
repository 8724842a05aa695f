package exhibit

import (
	"gpca/report/experiment"
	"gpca/report/strictyaml"
	"gpca/report/words"
)

// decodeEntry reads an entry of a list of rows or columns: its own keys into head, and
// under all others values of axes of an experiment, of which several are as many points.
func decodeEntry(n strictyaml.Node, head any, e *experiment.Named, own ...string) ([]experiment.Point, error) {
	if err := n.Only(own...).Decode(head); err != nil {
		return nil, err
	}
	points := []experiment.Point{{}}
	for _, pair := range n.Without(own...).Pairs() {
		axis, ok := e.Axis(pair.Name())
		if !ok || axis.Open {
			return nil, pair.Key.Fault("experiment %s does not vary %s; it varies %s, and an entry may have %s", e.Name,
				pair.Name(), words.Enumerate(varied(e)), words.Enumerate(own))
		}
		var product []experiment.Point
		for _, p := range points {
			for _, entry := range pair.Value.Entries() {
				v, err := axis.Find(entry.Word())
				if err != nil {
					return nil, entry.Fault("experiment %s: %w", e.Name, err)
				}
				product = append(product, p.With(pair.Name(), v.Text))
			}
		}
		points = product
	}
	return points, nil
}

// describeEntries says what the entries of lists are: what a head says, and values of axes.
func describeEntries(head any, lists ...string) map[string]strictyaml.Shape {
	entry := strictyaml.Describe("", head)
	entry.Others = &strictyaml.Shape{}
	shapes := map[string]strictyaml.Shape{}
	for _, list := range lists {
		shapes[list] = entry
	}
	return shapes
}
