package document

import (
	"encoding/binary"
	"fmt"
	"math"

	"gpca/figures/vgfpdf"
)

// sayColors says that the colours of a file are those of sRGB, for which it has a profile (ISO 32000-1, 14.11.5).
func sayColors(f *vgfpdf.File) {
	profile := sRGB()
	at := f.Add(fmt.Sprintf("<</N 3 /Length %d>>\nstream\n%s\nendstream", len(profile), profile))
	f.Extend(f.Catalog(), fmt.Sprintf("/OutputIntents [<</Type /OutputIntent /S /GTS_PDFA1 "+
		"/OutputConditionIdentifier (sRGB IEC61966-2.1) /DestOutputProfile %d 0 R>>]\n", at))
}

// sRGB is the profile of a display with the primaries and the curve of IEC 61966-2-1, in version 2 of the format
// (ICC.1, "File format for color profiles"). Its colours are adapted to the white D50.
func sRGB() []byte {
	xyz := func(x, y, z float64) string {
		fixed := func(v float64) int32 { return int32(math.Round(v * 65536)) }
		return fmt.Sprintf("XYZ \x00\x00\x00\x00%s", numbersOf(fixed(x), fixed(y), fixed(z)))
	}
	const steps = 1024
	var curve [steps]uint16
	for i := range curve {
		v := float64(i) / (steps - 1)
		linear := v / 12.92
		if v > 0.04045 {
			linear = math.Pow((v+0.055)/1.055, 2.4)
		}
		curve[i] = uint16(math.Round(linear * math.MaxUint16))
	}
	tone := "curv\x00\x00\x00\x00" + numbersOf(uint32(steps), curve)
	const name = "sRGB\x00"
	white := xyz(0.9642, 1, 0.8249)
	tags := []struct{ name, data string }{
		{"desc", "desc\x00\x00\x00\x00" + numbersOf(uint32(len(name))) + name + string(make([]byte, 78))},
		{"cprt", "text\x00\x00\x00\x00No copyright\x00"}, {"wtpt", white},
		{"rXYZ", xyz(0.43607, 0.22249, 0.01392)}, {"gXYZ", xyz(0.38515, 0.71687, 0.09708)},
		{"bXYZ", xyz(0.14307, 0.06061, 0.71410)}, {"rTRC", tone}, {"gTRC", tone}, {"bTRC", tone},
	}
	table, data := numbersOf(uint32(len(tags))), ""
	const header, entry = 128, 12
	first := header + len(table) + entry*len(tags)
	for _, tag := range tags {
		at := len(data)
		if tag.name[1:] == "TRC" && tag.name != "rTRC" { // the same
			at -= (len(tone) + 3) / 4 * 4
		} else {
			data += tag.data + string(make([]byte, (4-len(tag.data)%4)%4))
		}
		table += tag.name + numbersOf(uint32(first+at), uint32(len(tag.data)))
	}
	head := numbersOf(uint32(first+len(data)), uint32(0), uint32(0x02100000)) + "mntrRGB XYZ " +
		numbersOf([6]uint16{2019, 12, 1}) + "acsp" + string(make([]byte, 28)) + white[8:]
	return []byte(head + string(make([]byte, header-len(head))) + table + data)
}

// numbersOf writes numbers of a fixed size, the highest byte first.
func numbersOf(values ...any) string {
	var all []byte
	for _, v := range values {
		all, _ = binary.Append(all, binary.BigEndian, v)
	}
	return string(all)
}
