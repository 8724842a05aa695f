package detect

import (
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/strictyaml"
	"gpca/report/words"
)

// files names the file with the divisions.
type files struct {
	Rated string `yaml:"files" doc:"File of samples to rate, a line a repetition." example:"rated.csv" required:"yes"`
}

// divisions say which samples are rated in each repetition.
type divisions struct {
	// taken are the samples that take part, as by [numbers]; all if empty.
	taken string
	// rated are the samples to rate in each repetition, by their number among those that take part.
	rated [][]int
}

// takingPart begins the line of those samples that take part.
const takingPart = "samples "

// formerly began a line that had the program divide as scikit-learn does.
const formerly = "train_test_split("

// readDivisions reads a file beside the study. A line is a repetition: the samples to rate, by their number from 0. A
// line that begins with the word samples lists those that take part, in this order, one that takes part twice twice.
// Lines that begin with # are for readers.
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
		list, takes := strings.CutPrefix(strings.TrimSpace(line), takingPart)
		samples, err := numbers(list)
		switch {
		case strings.HasPrefix(list, formerly):
			return at.Fault("%s:%d: %s is no longer drawn here: write the numbers of the samples that it gives for "+
				"the numbers from 0, separated by commas", name, i+1, list)
		case err != nil:
			return at.Fault("%s:%d: %w", name, i+1, err)
		case takes && e.divisions.taken != "":
			return at.Fault("%s:%d: a second line lists the samples that take part: leave one of them out", name, i+1)
		case takes:
			e.divisions.taken = list
		default:
			e.divisions.rated = append(e.divisions.rated, samples)
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
	if len(all.rated) > 0 && len(all.rated) < repetitions {
		return nil, fmt.Errorf(" has %s, and the study %s", words.Count(len(all.rated), "division"),
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
	for i, line := range all.rated[:min(repetitions, len(all.rated))] {
		bits := make([]byte, (samples+7)/8)
		for _, n := range line {
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
