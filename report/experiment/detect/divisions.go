package detect

import (
	"encoding/base64"
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mathext/prng"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/experiment/trial"
	"gpca/report/strictyaml"
	"gpca/report/words"
)

// files has the file with the divisions.
type files struct {
	Rated string `yaml:"files" doc:"File with the samples to rate, a line a repetition." example:"rated.csv" required:"yes"`
}

// divisions say which samples are rated in each repetition.
type divisions struct {
	// taken are the samples that take part, as by [numbers]; all if empty.
	taken string
	lines []division
}

// A division is the samples to rate in a repetition, by their number among those that take part.
type division struct {
	rated []int
	// share and seed are those of a division by scikit-learn, in place of rated.
	share float64
	seed  uint64
}

// The lines of a file of divisions that are no list of samples.
const (
	takingPart  = "samples "
	scikitLearn = "train_test_split(test_size=%g, random_state=RandomState(%d))"
)

// readDivisions reads a file beside the study. A line is a repetition: samples by their number from 0, or what
// scikit-learn is called with. A line that begins with the word samples lists those that take part, in this order, one
// that takes part twice twice. Lines that begin with # are for readers.
func (e *Experiment) readDivisions(block strictyaml.Node, scope experiment.Scope) error {
	name := e.Split.Rated
	if name == "" {
		return nil
	}
	at := block.At("split")
	if e.Test > 0 {
		return at.Fault("the files of split name the samples to rate: leave out test")
	}
	text, err := scope.Beside(name)
	if err != nil {
		return at.Fault("%w", err)
	}
	for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		var d division
		list, takes := strings.CutPrefix(strings.TrimSpace(line), takingPart)
		if n, _ := fmt.Sscanf(list, scikitLearn, &d.share, &d.seed); n == 2 && d.share > 0 && d.share < 1 {
			e.divisions.lines = append(e.divisions.lines, d)
			continue
		}
		if d.rated, err = numbers(list); err != nil {
			return at.Fault("%s:%d: %w", name, i+1, err)
		}
		if takes {
			e.divisions.taken = list
		} else {
			e.divisions.lines = append(e.divisions.lines, division{rated: d.rated})
		}
	}
	return nil
}

// mostSamples is more than any data set has.
const mostSamples = 1 << 24

// numbers reads a list such as 0,3-5,8.
func numbers(list string) (all []int, err error) {
	for field := range strings.SplitSeq(list, ",") {
		first, last, several := strings.Cut(strings.TrimSpace(field), "-")
		if !several {
			last = first
		}
		from, err := strconv.Atoi(first)
		to, worse := strconv.Atoi(last)
		if err != nil || worse != nil || from < 0 || to < from || len(all)+to-from > mostSamples {
			return nil, fmt.Errorf("%q is not the number of a sample, or several such as 3-5", field)
		}
		for n := from; n <= to; n++ {
			all = append(all, n)
		}
	}
	return all, nil
}

// of packs the divisions of the first repetitions.
func (all divisions) of(d dataset.Description, repetitions int) (packed []string, err error) {
	if len(all.lines) > 0 && len(all.lines) < repetitions {
		return nil, fmt.Errorf(" has %s, and the study %s", words.Count(len(all.lines), "division"),
			words.Count(repetitions, "repetition"))
	}
	samples := d.Samples
	if all.taken != "" {
		taken, _ := numbers(all.taken) // as read
		for _, n := range taken {
			if n >= d.Samples {
				return nil, fmt.Errorf(": sample %d is beyond the %d of %s", n, d.Samples, d.Name)
			}
		}
		samples = len(taken)
	}
	for i, line := range all.lines[:min(repetitions, len(all.lines))] {
		bits := make([]byte, (samples+7)/8)
		for _, n := range line.of(samples) {
			if n >= samples || bits[n/8]>>(n%8)&1 == 1 {
				return nil, fmt.Errorf(", repetition %d: sample %d stands twice, or is beyond the %d of %s", i+1, n,
					samples, d.Name)
			}
			bits[n/8] |= 1 << (n % 8)
		}
		packed = append(packed, base64.RawStdEncoding.EncodeToString(bits))
	}
	return packed, nil
}

// of lists the samples to rate of n.
func (d division) of(n int) []int {
	if d.share == 0 {
		return d.rated
	}
	return permutation(n, d.seed)[:int(math.Ceil(d.share*float64(n)))]
}

// permutation is that of NumPy's RandomState(seed), by which scikit-learn divides: exchanges from the last number on,
// each with one drawn by the Mersenne Twister, whose bits are drawn again where they are too large.
func permutation(n int, seed uint64) []int {
	source, all := prng.NewMT19937(), trial.Every(n)
	source.Seed(seed)
	for i := n - 1; i > 0; i-- {
		mask := uint32(1)<<bits.Len(uint(i)) - 1
		j := source.Uint32() & mask
		for j > uint32(i) {
			j = source.Uint32() & mask
		}
		all[i], all[j] = all[j], all[i]
	}
	return all
}

// unpack lists the samples of a packed division of n samples.
func unpack(packed string, n int) (rated []int) {
	bits, _ := base64.RawStdEncoding.DecodeString(packed) // as packed
	for i := range min(n, 8*len(bits)) {
		if bits[i/8]>>(i%8)&1 == 1 {
			rated = append(rated, i)
		}
	}
	return rated
}
