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

// A lower price, a bigger boot or more safety never lowers a rating; having only two seats never raises
// it.
func TestCarRatingsAreMonotonic(t *testing.T) {
	codes, labels := carSamples()
	seen := map[[6]int]int{}
	for i, c := range codes {
		seen[[6]int(c)] = labels[i]
	}
	if len(seen) != 1728 {
		t.Fatalf("%d different cars, want 1728", len(seen))
	}
	for _, c := range codes {
		car := [6]int(c)
		rating := seen[car]
		for attribute, direction := range map[int]int{0: -1, 1: -1, 4: 1, 5: 1} {
			better := car
			better[attribute] += direction
			if r, ok := seen[better]; ok && r < rating {
				t.Errorf("%v is rated %d, %v only %d", car, rating, better, r)
			}
		}
		if car[3] == 0 && rating != unacceptable {
			t.Errorf("%v has two seats and is rated %d", car, rating)
		}
	}
	first, last := codes[0], codes[len(codes)-1]
	if [6]int(first) != [6]int{3, 3, 0, 0, 0, 0} || [6]int(last) != [6]int{0, 0, 3, 2, 2, 2} {
		t.Errorf("first car %v, last car %v", first, last)
	}
}

// Both codes of a car agree.
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

// By Breiman's formula the mean of class 0 is (h_1 + h_2)/2, and so on; the mean of 200 samples has a
// standard error of at most 0.16.
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

// The first pulse of a radar return is 1, or 0 without power, and has no imaginary part.
func TestIonosphereFirstPulse(t *testing.T) {
	set, err := Generate("ionosphere")
	if err != nil {
		t.Fatal(err)
	}
	for i := range set.Labels {
		if re, im := set.Samples.At(i, 0), set.Samples.At(i, 1); re != 0 && re != 1 || im != 0 {
			t.Errorf("return %d begins with %v, %v", i, re, im)
		}
	}
}

// Exactly eight of the phishing rules may say suspicious.
func TestPhishingRules(t *testing.T) {
	set, err := Generate("phishing")
	if err != nil {
		t.Fatal(err)
	}
	threeValued := 0
	for j := range 30 {
		counts := map[float64]int{}
		for i := range set.Labels {
			counts[set.Samples.At(i, j)]++
		}
		if counts[-1] == 0 || counts[1] == 0 {
			t.Errorf("rule %d says the same of all sites", j)
		}
		if counts[0] > 0 {
			threeValued++
		}
	}
	if threeValued != 8 {
		t.Errorf("%d rules with three values, want 8", threeValued)
	}
}
