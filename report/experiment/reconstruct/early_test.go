package reconstruct_test

import (
	"testing"

	"gpca/report/experiment"
	"gpca/report/experiment/reconstruct"
)

// Where training takes long, the cells that need no iterations come first, and no value
// follows from that.
func TestEarly(t *testing.T) {
	set := patterns(60, 20)
	cells := cellsOf(t, set.Describe(), 2, published+gaussian300+withGaussians+"[0, 50]", "p=0.5", "p=1", "p=2")
	want := run(t, set, cells, 2).bytes(t)
	var order []string
	r := &results{}
	early := onSet(set, r, 2)
	early.Kinds = func(string) experiment.Computer { return reconstruct.Kind{Long: 1e-9} }
	early.Put = func(found experiment.Result) error {
		order = append(order, found.Key)
		return r.put(found)
	}
	if err := early.Run(t.Context(), cells); err != nil {
		t.Fatal(err)
	}
	if order[0] != cells[2].Key() {
		t.Error("the cell that needs no iterations does not come first")
	}
	if got := r.bytes(t); got != want {
		t.Errorf("early cells gave\n%s\nall at once gave\n%s", got, want)
	}
}
