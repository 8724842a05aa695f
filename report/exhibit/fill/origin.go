package fill

import (
	"slices"
	"strings"

	"gpca/report/dataset"
	"gpca/report/words"
)

// OriginOf describes the origin of several data sets, by one word if they agree.
func OriginOf(src Source, data []string) string {
	var origins, parts []string
	for _, o := range []dataset.Origin{dataset.Real, dataset.StandIn, dataset.Generated} {
		of := slices.DeleteFunc(slices.Clone(data), func(d string) bool { return src.Origin(d) != o })
		if len(of) > 0 {
			origins = append(origins, string(o))
			parts = append(parts, string(o)+": "+strings.Join(words.Each(of, src.Title), ", "))
		}
	}
	if len(origins) < 2 {
		return append(origins, string(dataset.Real))[0]
	}
	return strings.Join(parts, "; ")
}

// OriginNote is the note on data of an origin that is not all real.
func OriginNote(origin string) []string {
	switch origin {
	case string(dataset.Real):
		return nil
	case string(dataset.Generated):
		return []string{"Data: " + origin}
	}
	return []string{"Data: " + origin + " (generated)"}
}
