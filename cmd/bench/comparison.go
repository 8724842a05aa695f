package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"regexp"
	"runtime"
	"strings"

	"gpca/report/dataset"
	"gpca/report/statistics"
	"gpca/report/words"
)

// A comparison is a suite with its contenders; the first is this program.
type comparison struct {
	suite
	origin     dataset.Origin
	contenders []*contender
	missing    []string
}

func (c *contender) median() measurement {
	of := func(time func(measurement) float64) float64 { return statistics.Median(words.Each(c.runs, time)) }
	return measurement{
		wall:      of(func(r measurement) float64 { return r.wall }),
		processor: of(func(r measurement) float64 { return r.processor }),
		fits:      of(func(r measurement) float64 { return r.fits }),
	}
}

func (c *comparison) write(w io.Writer) {
	first := c.contenders[0]
	fmt.Fprintf(w, "\n## %s\n\n%d cells, medians of %d runs.", c.Title, len(first.runs[0].means), len(first.runs))
	if c.origin != dataset.Real {
		fmt.Fprint(w, " **The data is generated: the real set is not here.**")
	}
	fmt.Fprint(w, "\n\n| | whole run, s | processor, s | fits, s | times as long | fits alone | clean cells, most "+
		"off | noisy cells, mean off |\n|:--|--:|--:|--:|--:|--:|--:|--:|\n")
	for _, x := range c.contenders {
		clean, noisy := x.off(first)
		a, b := x.median(), first.median()
		fmt.Fprintf(w, "| %s | %.2f | %.2f | %s | %.1f | %s | %s | %s |\n", x.name,
			a.wall, a.processor, number("%.2f", a.fits), a.wall/b.wall,
			number("%.1f", a.fits/b.fits), number("%.3f", clean), number("%+.3f", noisy))
	}
	fmt.Fprint(w, "\nΣ f(|wᵀx|) of the training samples, and by how much others have more:\n\n| |")
	for _, x := range c.contenders {
		fmt.Fprintf(w, " %s |", x.name)
	}
	fmt.Fprintf(w, "\n|:--|%s\n", strings.Repeat("--:|", len(c.contenders)))
	for _, m := range c.Methods {
		own := first.runs[0].objectives[m]
		fmt.Fprintf(w, "| %s | %.8g |", m, own)
		for _, x := range c.contenders[1:] {
			fmt.Fprintf(w, " %+.4f %% |", 100*(x.runs[0].objectives[m]-own)/math.Abs(own))
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w)
	for _, x := range c.contenders[1:] {
		fmt.Fprintf(w, "- %s: %s\n", x.name, x.versions)
	}
	for _, m := range c.missing {
		fmt.Fprintf(w, "- not there: %s\n", m)
	}
}

// off returns how far shared cells differ, in points: the most for clean samples, and the mean for noisy ones,
// whose draws differ. NaN means no such cell.
func (c *contender) off(from *contender) (clean, noisy float64) {
	clean = math.NaN()
	var differences []float64
	for at, mean := range from.runs[0].means {
		difference := c.runs[0].means[at] - mean
		if at.Noise != "none" {
			differences = append(differences, difference)
		} else if !(math.Abs(difference) <= clean) {
			clean = math.Abs(difference)
		}
	}
	return clean, statistics.Mean(differences)
}

func number(format string, v float64) string {
	if math.IsNaN(v) {
		return "–"
	}
	return fmt.Sprintf(format, v)
}

func machine() string {
	info, _ := os.ReadFile("/proc/cpuinfo") // on Linux
	if name := regexp.MustCompile(`(?m)^model name\s*: (.*)$`).FindSubmatch(info); name != nil {
		return string(name[1])
	}
	return runtime.GOARCH
}
