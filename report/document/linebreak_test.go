package document

import (
	"math/rand/v2"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// wordsOf makes words whose width is their length, with blanks of width 1.
func wordsOf(text string) []word {
	var words []word
	for part := range strings.FieldsSeq(text) {
		width := float64(len(part))
		words = append(words, word{fragments: []fragment{{text: part, width: width}}, width: width, gap: 1})
	}
	return words
}

func joined(lines []line) string {
	var texts []string
	for _, l := range lines {
		var words []string
		for _, w := range l.words {
			words = append(words, w.fragments[0].text)
		}
		texts = append(texts, strings.Join(words, " "))
	}
	return strings.Join(texts, "|")
}

func TestBreakLines(t *testing.T) {
	for _, c := range []struct {
		text  string
		width float64
		want  string
	}{
		{"", 10, ""},
		{"aaa bbb", 10, "aaa bbb"},
		{"aaa bbb ccc", 7, "aaa bbb|ccc"},
		{"aaaaaaaaaaaa b", 5, "aaaaaaaaaaaa|b"},
		// Filling each line as far as it goes would give "aaa bb cc|ddddd|ffffff gg",
		// with a line that has no blank to stretch.
		{"aaa bb cc ddddd ffffff gg", 10, "aaa bb|cc ddddd|ffffff gg"},
	} {
		assert.Check(t, is.Equal(joined(breakLines(wordsOf(c.text), c.width)), c.want), "%q in %v", c.text, c.width)
	}
}

// Every word comes out once and in order, and no line of several words is wider
// than its blanks can shrink.
func TestBreakLinesKeepsWordsAndWidth(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var words []word
		for range 1 + r.IntN(60) {
			width := 1 + 9*r.Float64()
			gap := 1.0
			if r.IntN(6) == 0 {
				gap = 0
			}
			words = append(words, word{width: width, gap: gap})
		}
		const width = 30
		count := 0
		for _, l := range breakLines(words, width) {
			for _, w := range l.words {
				assert.Equal(t, w.width, words[count].width, "word %d is out of order", count)
				count++
			}
			assert.Assert(t, len(l.words) <= 1 || l.width-l.gaps*maxShrink <= width+1e-9,
				"line of %v with gaps of %v in %v", l.width, l.gaps, width)
		}
		assert.Equal(t, count, len(words))
	}
}
