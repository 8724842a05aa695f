package standin

import (
	"math"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

func TestBalanceObeysTheLever(t *testing.T) {
	set, err := Generate("balance")
	assert.NilError(t, err)
	for i, label := range set.Labels {
		x := set.Samples.RawRowView(i)
		tilt := x[0]*x[1] - x[2]*x[3]
		want := map[bool]string{tilt > 0: "L", tilt < 0: "R"}[true]
		if tilt == 0 {
			want = "B"
		}
		assert.Check(t, is.Equal(set.Classes[label], want), "%v is in class", x)
	}
}

func TestCarCodesAgree(t *testing.T) {
	ordinal, err := Generate("car")
	assert.NilError(t, err)
	indicator, err := Generate("car-indicator")
	assert.NilError(t, err)
	for i := range ordinal.Labels {
		assert.Equal(t, ordinal.Labels[i], indicator.Labels[i], "car %d: classes", i)
		first := 0
		for j, values := range []int{4, 4, 4, 3, 3, 3} {
			for v := range values {
				want := 0.
				if float64(v) == ordinal.Samples.At(i, j) {
					want = 1
				}
				assert.Equal(t, indicator.Samples.At(i, first+v), want, "car %d, attribute %d: indicator %d", i, j, v)
			}
			first += values
		}
	}
}

func TestWaveformMeans(t *testing.T) {
	set, err := Generate("waveform")
	assert.NilError(t, err)
	wave := func(i, peak int) float64 { return max(0, 6-math.Abs(float64(i-peak))) }
	means := [3][21]float64{}
	for row, label := range set.Labels {
		for j, v := range set.Samples.RawRowView(row) {
			means[label][j] += v / 200
		}
	}
	for class, peaks := range [3][2]int{{11, 15}, {11, 7}, {15, 7}} {
		for j, got := range means[class] {
			want := (wave(j+1, peaks[0]) + wave(j+1, peaks[1])) / 2
			assert.Check(t, math.Abs(got-want) <= 5*.16,
				"class %d, feature %d: mean %.2f, want %.2f", class, j, got, want)
		}
	}
}
