package exhibit

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpca/report/choice"
	"gpca/report/study"
	"gpca/report/table"
)

// choiceNotes are what a table of a chosen parameter says in words, all of it
// computed.
func (b Builder) choiceNotes(t *study.Table, rows []contest) []string {
	var notes []string
	against := b.Study.Label(t.Against)
	if n := b.countNote(rows, against, func(c contest) value { return c.gain }); n != "" {
		notes = append(notes, n)
	}
	if len(b.hindsight(t)) > 1 {
		if n := b.countNote(rows, "the best fixed value in hindsight", func(c contest) value { return c.regret }); n != "" {
			notes = append(notes, n+" "+b.hindsightNote(t, rows))
		}
	}
	notes = append(notes, b.costNotes(t, rows)...)
	return append(notes, "A gain is positive where choosing is better, with its paired 95% interval over shared draws; rows with levels are averages over them. "+
		"Better and worse are those whose interval leaves out 0, as that of one in twenty does by chance.")
}

func (b Builder) countNote(rows []contest, against string, of func(contest) value) string {
	counts, total := map[verdict]int{}, 0
	lost, at := 0.0, ""
	for _, c := range rows {
		v := of(c)
		if v.state != table.Filled {
			continue
		}
		total++
		counts[v.verdict()]++
		if v.verdict() == worse && v.mean() < lost {
			lost, at = v.mean(), c.heading
		}
	}
	if total == 0 {
		return ""
	}
	note := fmt.Sprintf("Against %s, choosing is better in %d of %d rows, worse in %d, undecided in %d", against, counts[better], total, counts[worse], counts[undecided])
	if n := counts[same]; n > 0 {
		note += fmt.Sprintf(", and comes to the same numbers in %d", n)
	}
	if at != "" {
		note += fmt.Sprintf("; it loses most on %s (%.2f)", at, -lost)
	}
	return note + "."
}

// hindsightNote says which values were best, as only the test data can tell.
func (b Builder) hindsightNote(t *study.Table, rows []contest) string {
	var parts []string
	for _, c := range rows {
		if c.best != "" {
			parts = append(parts, c.heading+" "+strings.ReplaceAll(b.Study.Label(c.best), " = ", "="))
		}
	}
	return "That value is known only from the test data (" + strings.Join(parts, "; ") + "): a bound to hold against, and the best of several noisy numbers, not a method."
}

// costNotes say what choosing costs, in fits, and how firm the choice is.
func (b Builder) costNotes(t *study.Table, rows []contest) []string {
	least, most, folds := math.MaxInt, 0, 0
	firmness, lowest := "", 2.0
	var ends []string // rows whose value is the first or last candidate
	var sizes []int
	on := map[int][]string{} // data sets by the largest number of samples of a class
	for _, c := range rows {
		made, err := b.Study.Method(t.Chosen).ChoiceFor(c.data, c.experiment.Kernel)
		if err != nil {
			continue // a study with it has been refused
		}
		folds = made.Folds
		for _, p := range c.picks {
			least, most = min(least, made.Fits(p)), max(most, made.Fits(p))
		}
		if title := b.Title(c.data); made.Samples > 0 && !slices.Contains(on[made.Samples], title) {
			if on[made.Samples] == nil {
				sizes = append(sizes, made.Samples)
			}
			on[made.Samples] = append(on[made.Samples], title)
		}
		if len(c.picks) == 0 {
			continue
		}
		value, count := commonest(c.picks)
		if all := made.All(); value == all[0] || value == all[len(all)-1] {
			ends = append(ends, c.heading)
		}
		if len(c.picks) == 1 {
			continue
		}
		if share := float64(count) / float64(len(c.picks)); share < lowest {
			lowest = share
			firmness = fmt.Sprintf(" Where several training sets choose for themselves, the value is the one chosen most often; it is least firm on %s, where %d of %d training sets came to %g.",
				c.heading, count, len(c.picks), choice.Value(value))
		}
	}
	if most == 0 {
		return nil
	}
	fits := strconv.Itoa(most)
	if least != most {
		fits = fmt.Sprintf("%d to %d", least, most)
	}
	note := fmt.Sprintf("Choosing costs %s fits for each training set besides the one that a fixed value costs, each on %d of %d folds of the training samples", fits, folds-1, folds)
	for _, size := range sizes {
		note += fmt.Sprintf("; on %s, of at most %d random samples a class", strings.Join(on[size], " and "), size)
	}
	notes := []string{note + "." + firmness}
	if len(ends) > 0 {
		notes = append(notes, fmt.Sprintf("In %d of %d rows the value is an end of the list of candidates (%s): the smaller of equally good ones, or a longer list might go further.", len(ends), len(rows), strings.Join(ends, "; ")))
	}
	return notes
}
