package render

import (
	"fmt"
	"strings"

	"gpca/figures"
	"gpca/solver/typo"
)

// FindVenue returns the venue of a name, such as "ieee", or "ieee:1" and "ieee:2" for
// figures of one column, where they fit, or of two; the report's own for none.
func FindVenue(name string) (figures.Venue, error) {
	if name == "" {
		return figures.Report(), nil
	}
	base, span, given := strings.Cut(name, ":")
	v, err := typo.Find("venue", base, figures.Venues(), func(v figures.Venue) string { return v.Name })
	if err != nil || !given {
		return v, err
	}
	if v.Span = strings.Index("12", span) + 1; v.Span == 0 || len(span) != 1 {
		return v, fmt.Errorf("venue %q: a figure takes 1 column or 2: write %s:1 or %s:2", name, base, base)
	}
	return v, nil
}
