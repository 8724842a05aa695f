package document

import (
	_ "embed"
	"fmt"

	"gpca/figures/vgfpdf"
)

// sRGB is the profile of a display with the primaries and the curve of IEC 61966-2-1, in version 2 of the format
// (ICC.1, "File format for color profiles"). Its colours are adapted to the white D50.
//
//go:embed srgb.icc
var sRGB string

// sayColors says that the colours of a file are those of sRGB, for which it has a profile (ISO 32000-1, 14.11.5).
func sayColors(f *vgfpdf.File) {
	at := f.Add(fmt.Sprintf("<</N 3 /Length %d>>\nstream\n%s\nendstream", len(sRGB), sRGB))
	f.Extend(f.Catalog(), fmt.Sprintf("/OutputIntents [<</Type /OutputIntent /S /GTS_PDFA1 "+
		"/OutputConditionIdentifier (sRGB IEC61966-2.1) /DestOutputProfile %d 0 R>>]\n", at))
}
