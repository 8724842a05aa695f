package document

import (
	"encoding/binary"
	"math"
	"testing"

	"gotest.tools/v3/assert"
)

// The profile has the size that it says, its tags lie in it, and full red, green and blue together are its white.
func TestColorProfile(t *testing.T) {
	profile := []byte(sRGB)
	word := func(at int) int { return int(binary.BigEndian.Uint32(profile[at:])) }
	assert.Assert(t, word(0) == len(profile) && string(profile[36:40]) == "acsp",
		"%d bytes, the header says %d; the signature is %q", len(profile), word(0), profile[36:40])
	tags := map[string]int{}
	for i := range word(128) {
		entry := 132 + 12*i
		at, size := word(entry+4), word(entry+8)
		if tags[string(profile[entry:entry+4])] = at; at%4 != 0 || at+size > len(profile) || at < 132+12*word(128) {
			t.Errorf("tag %s has %d bytes at %d", profile[entry:entry+4], size, at)
		}
	}
	for k := range 3 {
		value := func(tag string) float64 { return float64(word(tags[tag]+8+4*k)) / 65536 }
		sum := value("rXYZ") + value("gXYZ") + value("bXYZ")
		assert.Check(t, math.Abs(sum-value("wtpt")) <= 5e-4, "primaries add up to %g, white is %g", sum, value("wtpt"))
	}
	assert.Check(t, tags["bTRC"] == tags["rTRC"] && tags["gTRC"] == tags["rTRC"], "curves at %v", tags)
	for i := range 1024 { // IEC 61966-2-1
		v := float64(i) / 1023
		want := v / 12.92
		if v > 0.04045 {
			want = math.Pow((v+0.055)/1.055, 2.4)
		}
		got := float64(binary.BigEndian.Uint16(profile[tags["gTRC"]+12+2*i:])) / math.MaxUint16
		assert.Check(t, math.Abs(got-want) < 1e-5, "the curve has %g at %d, want %g", got, i, want)
	}
}
