package document

import (
	"math"
	"slices"

	"gpca/report/formula"
)

// A word is a piece of text that no line break divides, with the blank after it.
type word struct {
	fragments []fragment
	width     float64
	gap       float64 // natural width of the blank behind it; 0 after a hyphen
}

// A fragment is a part of a word in one face: text, or a formula.
type fragment struct {
	face  face
	text  string
	box   *formula.Box
	width float64
	link  string
	alt   string // of a formula, in words
}

// A line is a range of words that stand beside each other.
type line struct {
	words []word
	width float64 // without stretch, without the last gap
	gaps  float64 // the sum of the gaps between the words
	room  float64 // the width that it was set for
	// justify asks for blanks that fill the room.
	justify bool
}

// The blanks of a justified line may shrink by maxShrink and stretch by maxStretch of
// their width. A line that would need more is not justified, as a ragged line looks
// better than one with wide gaps.
const (
	maxShrink  = 0.16
	maxStretch = 1.4
)

// breakLines divides words into lines of at most the given width so that the
// blanks of the whole paragraph are as even as they can be: the sum over its
// lines of the demerits of Knuth and Plass ("Breaking paragraphs into lines",
// Software: Practice and Experience 11, 1981, without hyphenation, penalties for
// lines ending in a hyphen aside) is least. A word that is wider than the line gets a
// line of its own; see fitWords, which divides such words beforehand.
func breakLines(words []word, width float64) []line {
	best := make([]float64, len(words)+1) // least demerits of the words before i
	from := make([]int, len(words)+1)     // where the line that ends before i begins
	for end := 1; end <= len(words); end++ {
		best[end] = math.Inf(1)
		natural, gaps := 0.0, 0.0
		for start := end - 1; start >= 0; start-- {
			if start < end-1 {
				natural += words[start].gap
				gaps += words[start].gap
			}
			natural += words[start].width
			if natural-gaps*maxShrink > width && start < end-1 {
				break
			}
			cost := best[start] + demerits(width-natural, gaps, end == len(words), words[end-1].gap == 0)
			if cost < best[end] {
				best[end], from[end] = cost, start
			}
		}
	}

	var lines []line
	for end := len(words); end > 0; end = from[end] {
		l := line{words: words[from[end]:end], room: width}
		for i, w := range l.words {
			l.width += w.width
			if i < len(l.words)-1 {
				l.width += w.gap
				l.gaps += w.gap
			}
		}
		lines = append(lines, l)
	}
	slices.Reverse(lines)
	return lines
}

// demerits rates a line by how far its gaps have to give to fill the slack.
func demerits(slack, gaps float64, last, hyphen bool) float64 {
	badness := 0.0
	switch {
	case slack < 0 && gaps*maxShrink < -slack: // one word, too wide
		return 1e9
	case slack < 0:
		badness = 100 * math.Pow(-slack/(gaps*maxShrink), 3)
	case last:
	default:
		const least = 0.5 // of a line without gaps, so that it is worse than any with one
		badness = 100 * math.Pow(slack/(max(gaps, least)*maxStretch/2), 3)
	}
	demerits := (1 + badness) * (1 + badness)
	if hyphen && !last {
		demerits += 50 * 50
	}
	return demerits
}
