package grid

import (
	"fmt"
	"reflect"
	"strings"
)

// A Difference is a field of the key in which two cells differ.
type Difference struct {
	Field string `json:"field"` // as in the canonical form
	Old   string `json:"old"`
	New   string `json:"new"`
	// Names tells that the field is part of what names a cell for people, as its
	// method and its level are, and not of how it was computed.
	Names bool `json:"-"`
}

// Differences lists the fields in which two cells differ, in the order of the
// canonical form: none when their keys are the same.
func Differences(before, after Cell) []Difference {
	var all []Difference
	a, b := reflect.ValueOf(before), reflect.ValueOf(after)
	for i := range a.NumField() {
		if a.Field(i).Equal(b.Field(i)) {
			continue
		}
		field, _, _ := strings.Cut(a.Type().Field(i).Tag.Get("json"), ",")
		d := Difference{Field: field, Old: fmt.Sprint(a.Field(i)), New: fmt.Sprint(b.Field(i))}
		d.Names = d.names()
		all = append(all, d)
	}
	return all
}

// names tells the fields that say which cell it is, as [Cell.String] does. Cells
// that agree in all of them answer the same question. A kernel names a cell by its
// family; its width is how it was computed.
func (d Difference) names() bool {
	switch d.Field {
	case "data", "protocol", "metric", "noise", "level", "score", "centring", "choice", "start", "tolerance", "max_iterations":
		return true
	case "kernel":
		before, _, _ := strings.Cut(d.Old, "(")
		after, _, _ := strings.Cut(d.New, "(")
		return before != after
	}
	return false
}
