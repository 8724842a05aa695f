package report

import (
	"testing"

	"gpca/report/study"
)

// In every figure of every study, the colour and the dashes of a method are those of no other.
func TestLinesOfAFigureDiffer(t *testing.T) {
	const colours, dashes = 7, 5 // of the palette
	for _, name := range study.Embedded() {
		s := openStudy(t, name)
		for _, p := range s.Parts() {
			check := func(number string, lines []string) {
				seen := map[int]string{}
				for _, line := range lines {
					look := p.Look(line) % (colours * dashes)
					if other := seen[look]; other != "" && other != line {
						t.Errorf("%s, figure %s: %s looks like %s (%d, %d)", name, number, line, other, p.Look(line), p.Look(other))
					}
					seen[look] = line
				}
			}
			for _, f := range p.Figures {
				check(f.Head().Number, f.Lines())
			}
			for _, table := range p.Tables {
				check("C"+table.Head().Number, table.Lines())
			}
		}
	}
}
