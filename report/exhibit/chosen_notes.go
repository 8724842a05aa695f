package exhibit

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpca/report/choice"
	"gpca/report/table"
	"gpca/solver/kernel"
)

// choiceNotes are what a table of a chosen parameter says in words, all of it computed.
func (t *chosenTable) notes(src Source, rows []match) []string {
	var notes []string
	against := t.scope.Label(t.Against)
	if n := countNote(rows, against, func(c match) Value { return c.gain }); n != "" {
		notes = append(notes, n)
	}
	if len(t.fixed()) > 1 {
		if n := countNote(rows, "the best fixed value in hindsight", func(c match) Value { return c.regret }); n != "" {
			notes = append(notes, n+" "+t.hindsightNote(rows))
		}
	}
	notes = append(notes, t.costNotes(src, rows)...)
	return append(notes,
		"A gain is positive where choosing is better, with its paired 95% interval over shared draws; rows with "+
			"levels are averages over them. "+
			"Better and worse are those whose interval leaves out 0, as that of one in twenty does by chance.")
}

func countNote(rows []match, against string, of func(match) Value) string {
	counts, total := map[string]int{}, 0
	most, at := 0.0, ""
	for _, c := range rows {
		v := of(c)
		if v.State != table.Filled {
			continue
		}
		total++
		counts[v.outcome()]++
		if v.outcome() == "worse" && v.Mean() < most {
			most, at = v.Mean(), c.heading
		}
	}
	if total == 0 {
		return ""
	}
	note := fmt.Sprintf("Against %s, choosing is better in %d of %d rows, worse in %d, undecided in %d", against,
		counts["better"], total, counts["worse"], counts["undecided"])
	if n := counts["same"]; n > 0 {
		note += fmt.Sprintf(", and comes to the same numbers in %d", n)
	}
	if at != "" {
		note += fmt.Sprintf("; it loses most on %s (%.2f)", at, -most)
	}
	return note + "."
}

// hindsightNote says which values were best, as only the test data can tell.
func (t *chosenTable) hindsightNote(rows []match) string {
	var parts []string
	for _, c := range rows {
		if c.best != "" {
			parts = append(parts, c.heading+" "+strings.ReplaceAll(t.scope.Label(c.best), " = ", "="))
		}
	}
	return "That value is known only from the test data (" + strings.Join(parts, "; ") +
		"): a bound to hold against, and the best of several noisy numbers, not a method."
}

// costNotes say what choosing costs, in fits, and how firm the choice is.
func (t *chosenTable) costNotes(src Source, rows []match) []string {
	least, most, folds := math.MaxInt, 0, 0
	firmness, lowest := "", 2.0
	var ends []string // rows whose value is the first or last candidate
	var sizes []int
	on := map[int][]string{} // data sets by the largest number of samples of a class
	for _, c := range rows {
		made, err := t.choiceOf(c)
		if err != nil {
			continue // a study with it has been refused
		}
		folds = made.Folds
		for _, p := range c.picks {
			least, most = min(least, made.Fits(p)), max(most, made.Fits(p))
		}
		if title := src.Title(c.grid.rows[0].data); made.Samples > 0 && !slices.Contains(on[made.Samples], title) {
			if on[made.Samples] == nil {
				sizes = append(sizes, made.Samples)
			}
			on[made.Samples] = append(on[made.Samples], title)
		}
		if len(c.picks) == 0 {
			continue
		}
		value, count := c.commonest()
		if all := made.All(); value == all[0] || value == all[len(all)-1] {
			ends = append(ends, c.heading)
		}
		if len(c.picks) == 1 {
			continue
		}
		if share := float64(count) / float64(len(c.picks)); share < lowest {
			lowest = share
			firmness = fmt.Sprintf(" Where several training sets choose for themselves, the value is the one chosen "+
				"most often; it is least firm on %s, where %d of %d training sets came to %g.",
				c.heading, count, len(c.picks), choice.Value(value, c.parameter))
		}
	}
	if most == 0 {
		return nil
	}
	fits := strconv.Itoa(most)
	if least != most {
		fits = fmt.Sprintf("%d to %d", least, most)
	}
	note := fmt.Sprintf("Choosing costs %s fits for each training set besides the one that a fixed value costs, "+
		"each on %d of %d folds of the training samples", fits, folds-1, folds)
	for _, size := range sizes {
		note += fmt.Sprintf("; on %s, of at most %d random samples a class", strings.Join(on[size], " and "), size)
	}
	notes := []string{note + "." + firmness}
	if len(ends) > 0 {
		notes = append(notes,
			fmt.Sprintf("In %d of %d rows the value is an end of the list of candidates (%s): the smaller of "+
				"equally good ones, or a longer list might go further.", len(ends), len(rows),
				strings.Join(ends, "; ")))
	}
	return notes
}

// choiceOf is the choice that is made on the data of a row.
func (t *chosenTable) choiceOf(c match) (choice.Choice, error) {
	m, err := t.scope.Method(t.Chosen)
	if err != nil {
		return choice.Choice{}, err
	}
	r := c.grid.rows[0]
	var k kernel.Function
	if sigma := sigmaOn(c.grid, r); sigma > 0 {
		k = kernel.Gaussian{Sigma: sigma}
	}
	return m.Choice(r.data, k)
}
