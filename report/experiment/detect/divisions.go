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

// files has the file with the divisions.
type files struct {
	Rated string `yaml:"files" doc:"File with the samples to rate, a line a repetition." example:"rated.csv" required:"yes"`
}

// divisions are the samples to rate in each repetition, by their number.
type divisions [][]int

// readDivisions reads a file beside the study. A line is a repetition: samples by their number, from 0, with commas
// between. Lines that begin with # are for readers.
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
		var rated []int
		for field := range strings.SplitSeq(line, ",") {
			n, err := strconv.Atoi(strings.TrimSpace(field))
			if err != nil || n < 0 {
				return at.Fault("%s:%d: %q is not the number of a sample", name, i+1, field)
			}
			rated = append(rated, n)
		}
		e.divisions = append(e.divisions, rated)
	}
	return nil
}

// of packs the divisions of the first repetitions.
func (all divisions) of(d dataset.Description, repetitions int) (packed []string, err error) {
	if len(all) > 0 && len(all) < repetitions {
		return nil, fmt.Errorf(" has %s, and the study %s", words.Count(len(all), "division"),
			words.Count(repetitions, "repetition"))
	}
	for i, rated := range all[:min(repetitions, len(all))] {
		bits := make([]byte, (d.Samples+7)/8)
		for _, n := range rated {
			if n >= d.Samples || bits[n/8]>>(n%8)&1 == 1 {
				return nil, fmt.Errorf(", repetition %d: sample %d stands twice, or is beyond the %d of %s", i+1, n,
					d.Samples, d.Name)
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
