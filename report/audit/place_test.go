package audit_test

import (
	"strings"

	"gpca/report/published"
)

// place reads table/row/column.
func place(text string) published.Place {
	part := strings.Split(text, "/")
	for len(part) < 3 {
		part = append(part, "")
	}
	return published.Place{Table: part[0], Row: part[1], Column: part[2]}
}
