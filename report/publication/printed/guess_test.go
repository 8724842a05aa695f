package printed_test

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"gpca/report/internal/faults"
	"gpca/report/publication/printed"
)

func TestGuesses(t *testing.T) {
	faults.Answers(t, "guesses.txt", func(t *testing.T, input string) string {
		name, text, _ := strings.Cut(input+"\n", "\n")
		g, err := printed.Guesses(name, "7", []byte(text))
		assert.NilError(t, err)
		// What is guessed reads the file.
		_, err = g.Layout.Read([]byte(text), "", name, g.Metrics)
		assert.Check(t, err, name)
		table := fmt.Sprintf("table %s, methods in %q, axis %s, omitted %q", g.Number, g.Methods, g.Axis, g.Omit)
		for _, m := range g.Metrics {
			type fields printed.Metric // without their String
			table += fmt.Sprintf("\n%+v", fields(m))
		}
		return strings.Join(append([]string{table}, g.Said...), "\n")
	})
	_, err := printed.Guesses("a.csv", "1", []byte("Data,Samples\nIris,150\n"))
	assert.Check(t, err != nil, "a table without results is guessed")
}
