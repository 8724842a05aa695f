package figures

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"math"
)

// withResolution adds the resolution to a PNG file, which image/png does not write. The chunk pHYs holds the
// pixels per metre in both directions and the unit 1 (W3C, Portable Network Graphics, 11.3.5.3). It follows the
// signature of 8 bytes and IHDR of 25.
func withResolution(encoded []byte, dotsPerInch float64) []byte {
	const header = 8 + 25
	const metresPerInch = 0.0254
	perMetre := uint32(math.Round(dotsPerInch / metresPerInch))
	chunk := []byte("pHYs")
	chunk = binary.BigEndian.AppendUint32(chunk, perMetre)
	chunk = binary.BigEndian.AppendUint32(chunk, perMetre)
	chunk = append(chunk, 1)
	length := binary.BigEndian.AppendUint32(nil, uint32(len(chunk)-4))
	sum := binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(chunk))
	return bytes.Join([][]byte{encoded[:header], length, chunk, sum, encoded[header:]}, nil)
}
