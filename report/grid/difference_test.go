package grid

import (
	"reflect"
	"slices"
	"testing"
)

// Every field of the key is told apart, so that no difference in keys goes
// without an explanation, also for fields to come.
func TestDifferencesSeeEveryField(t *testing.T) {
	before := Cell{Data: "usps", Level: 10, Repetitions: 3}
	if d := Differences(before, before); d != nil {
		t.Errorf("a cell differs from itself: %v", d)
	}
	kind := reflect.TypeFor[Cell]()
	for i := range kind.NumField() {
		after := before
		f := reflect.ValueOf(&after).Elem().Field(i)
		switch {
		case f.CanInt():
			f.SetInt(f.Int() + 1)
		case f.CanUint():
			f.SetUint(f.Uint() + 1)
		case f.CanFloat():
			f.SetFloat(f.Float() + 1)
		case f.Kind() == reflect.String:
			f.SetString(f.String() + "x")
		default:
			t.Fatalf("a field of kind %s: teach this test, and Differences, about it", f.Kind())
		}
		d := Differences(before, after)
		if len(d) != 1 || d[0].Field == "" || d[0].Old == d[0].New {
			t.Errorf("field %s: differences %v", kind.Field(i).Name, d)
		}
	}
	got := Differences(before, Cell{Data: "usps", Level: 20.5, Repetitions: 5})
	want := []Difference{{"level", "10", "20.5", true}, {"repetitions", "3", "5", false}}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	// A kernel of another width is another way to the same number.
	for kernel, named := range map[string]bool{"gaussian(sigma=7)": false, "linear": true, "": true} {
		if d := Differences(Cell{Kernel: "gaussian(sigma=5)"}, Cell{Kernel: kernel}); len(d) != 1 || d[0].Names != named {
			t.Errorf("kernel %q: %v, want it to name the cell: %v", kernel, d, named)
		}
	}
}
