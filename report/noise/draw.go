package noise

import (
	"fmt"
	"math/rand/v2"
	"strconv"

	"gpca/report/dataset"
)

// A Draw identifies one draw of noise. It excludes the method, so that all methods of a study get the same noisy
// samples.
type Draw struct {
	Seed       uint64  // the study's
	Dataset    string  // name of the data set
	Noise      string  // name of the noise, or DummyImagesName
	Level      float64 // level of the noise, or number of dummy images
	Repetition int     // counts from 0
}

// Rand returns a new PCG-DXSM generator, whose two words of state are the first 16 bytes, big endian, of the
// SHA-256 of String. Stored results depend on it.
func (d Draw) Rand() *rand.Rand {
	return dataset.Random(d.String())
}

// String returns the canonical encoding of the draw, such as
//
//	gpca noise draw v1: seed=1 dataset="usps" noise="gaussian" level=50 repetition=0
//
// Names are quoted in ASCII. The level has the fewest digits that give the same float64 back; minus zero is 0.
func (d Draw) String() string {
	level := d.Level
	if level == 0 {
		level = 0 // drops the sign of minus zero
	}
	return fmt.Sprintf("gpca noise draw v1: seed=%d dataset=%+q noise=%+q level=%s repetition=%d",
		d.Seed, d.Dataset, d.Noise, strconv.FormatFloat(level, 'g', -1, 64), d.Repetition)
}
