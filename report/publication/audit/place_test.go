package audit_test

import (
	"strings"

	"gpca/report/publication/printed"
)

func place(text string) printed.Place {
	part := strings.Split(text, "/")
	for len(part) < 3 {
		part = append(part, "")
	}
	return printed.Place{Table: part[0], Row: part[1], Column: part[2]}
}
