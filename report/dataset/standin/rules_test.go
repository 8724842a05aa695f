package standin

import (
	"math"
	"testing"
)

func TestBalanceObeysTheLever(t *testing.T) {
	set, err := Generate("balance")
	if err != nil {
		t.Fatal(err)
	}
	for i, label := range set.Labels {
		x := set.Samples.RawRowView(i)
		tilt := x[0]*x[1] - x[2]*x[3]
		want := map[bool]string{tilt > 0: "L", tilt < 0: "R"}[true]
		if tilt == 0 {
			want = "B"
		}
		if got := set.Classes[label]; got != want {
			t.Errorf("%v is in class %s, want %s", x, got, want)
		}
	}
}

func TestCarCodesAgree(t *testing.T) {
	ordinal, err := Generate("car")
	if err != nil {
		t.Fatal(err)
	}
	indicator, err := Generate("car-indicator")
	if err != nil {
		t.Fatal(err)
	}
	for i := range ordinal.Labels {
		if ordinal.Labels[i] != indicator.Labels[i] {
			t.Fatalf("car %d: classes %d and %d", i, ordinal.Labels[i], indicator.Labels[i])
		}
		first := 0
		for j, values := range []int{4, 4, 4, 3, 3, 3} {
			for v := range values {
				want := 0.
				if float64(v) == ordinal.Samples.At(i, j) {
					want = 1
				}
				if got := indicator.Samples.At(i, first+v); got != want {
					t.Fatalf("car %d, attribute %d: indicator %d is %v, want %v", i, j, v, got, want)
				}
			}
			first += values
		}
	}
}

func TestWaveformMeans(t *testing.T) {
	set, err := Generate("waveform")
	if err != nil {
		t.Fatal(err)
	}
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
			if math.Abs(got-want) > 5*.16 {
				t.Errorf("class %d, feature %d: mean %.2f, want %.2f", class, j, got, want)
			}
		}
	}
}
