package standin

import (
	"math/rand/v2"

	"gpca/report/words"
)

// carSamples lists all 1728 cars with their ratings, in the order of the published file: buying
// changes most slowly, prices fall and all else rises. Words are coded by their place in the catalogue.
func carSamples() (codes [][]int, labels []int) {
	for i := range 4 * 4 * 4 * 3 * 3 * 3 {
		code := []int{3 - i/432, 3 - i/108%4, i / 27 % 4, i / 9 % 3, i / 3 % 3, i % 3}
		codes = append(codes, code)
		labels = append(labels, rateCar(code[0], code[1], code[2], code[3], code[4], code[5]))
	}
	return codes, labels
}

// Ratings, in the order of the classes of the catalogue.
const (
	unacceptable = iota
	acceptable
	good
	veryGood
)

// rateCar rates a car by a hierarchy in the manner of M. Bohanec and V. Rajkovic (1988): price from
// buying and maint, comfort from doors, seats and boot, technique from comfort and safety, and the
// rating from price and technique. The rules are our own; 70% of cars are unacceptable, as in theirs.
func rateCar(buying, maint, doors, persons, boot, safety int) int {
	const (
		twoSeats  = 0
		moreSeats = 2
		unsafe    = 0
	)
	if persons == twoSeats || safety == unsafe {
		return unacceptable
	}
	// A big boot makes up for few doors, but five people need more than two.
	comfort := min(doors, 2) + boot
	if persons == moreSeats && doors == 0 {
		comfort--
	}
	technique := comfort/2 + 2*(safety-1) // 0 to 4
	price := buying + maint               // 0 to 6
	switch {
	case price >= 5 || technique == 0 && price >= 2 || comfort < 0:
		return unacceptable
	case technique >= 3 && buying <= 1 && maint <= 1:
		return veryGood
	case technique >= 1 && price <= 1:
		return good
	default:
		return acceptable
	}
}

// Every carStep-th car is taken. It is coprime to the numbers of words, so that every word occurs in
// its share.
const carStep = 5

func car(c *collection, _ *rand.Rand) {
	codes, labels := carSamples()
	for i := 0; i < len(codes); i += carStep {
		c.add(labels[i], words.Each(codes[i], func(code int) float64 { return float64(code) }))
	}
}
