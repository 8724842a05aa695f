package document

import (
	"slices"
	"strings"
	"unicode"

	"gpca/figures"
)

// leastGrid is how many plots of functions in a row become one block, gridColumns side by side.
const leastGrid, gridColumns = 3, 3

// functionGrid finds plots of functions, beside others to compare them with, that blocks begin with: where they begin
// and end, and the paragraph before them that is their caption. Few are no grid, whose end is 0.
func functionGrid(blocks []Block) (first, end int, caption []Span) {
	p, _ := bare(blocks[0]).(Paragraph)
	if s := p.Spans; len(s) > 0 && s[0].Strong && strings.HasPrefix(s[0].Text, "Figures\u00a0") {
		first, caption = 1, s
	}
	for end = first; end < len(blocks); end++ {
		f, _ := blocks[end].(FigureBlock)
		if p, ok := f.Figure.(figures.FunctionPlot); !ok || !p.Half || p.Compared == 0 {
			break
		}
	}
	if end-first < leastGrid {
		return 0, 0, nil
	}
	return first, end, caption
}

// grid sets plots of functions side by side under letters, with one caption. It says what the lines are.
func (l *layout) grid(blocks []Block, entries []*entry, caption []Span) box {
	const gap, rowGap, height, labelled = 12.0, 8.0, 116.0, 19.0
	width := (textWidth - gap*(gridColumns-1)) / gridColumns
	if caption == nil {
		caption = []Span{{Text: "Figures " + entries[0].Number + " to " + entries[len(entries)-1].Number, Strong: true}}
	}
	div := l.parent.Add("Div")
	made := box{above: floatGap, below: floatGap, entries: entries, float: 1}
	var draws []func(x, y float64)
	for i, b := range blocks {
		block := b.(FigureBlock)
		p := block.Figure.(figures.FunctionPlot)
		p.Curves = slices.Clone(p.Curves)
		compared := p.Curves[len(p.Curves)-p.Compared:]
		if i == 0 && len(compared) == 2 {
			caption = append(slices.Clip(caption), Span{Text: " (solid) beside " + compared[0].Name + " (dashed) and " +
				compared[1].Name + " (dotted)"})
		}
		for k := range p.Curves {
			p.Curves[k].Name = ""
		}
		letter := strings.TrimLeftFunc(entries[i].Number, func(r rune) bool { return !unicode.IsLetter(r) })
		p.YLabel = "(" + letter + ") " + strings.TrimPrefix(entries[i].Text, "Plot of ")
		high := height + labelled
		if i < len(blocks)-gridColumns {
			p.XLabel, high = "", height
		}
		block.Figure = p
		x, y := float64(i%gridColumns)*(width+gap), made.height
		element := div.Add("Figure")
		element.Alt = block.inWords()
		draws = append(draws, func(left, top float64) {
			l.mark(entries[i], top-8)
			l.begin(element)
			l.drawFigure(block, l.document.venue(), left+x, top+y, width, high, 1)
		})
		if i%gridColumns == gridColumns-1 || i == len(blocks)-1 {
			made.height += high + rowGap
		}
	}
	lines, step, top := l.lines(captionFace, caption, textWidth), captionFace.size*captionStep, made.height
	made.height += step * float64(len(lines))
	said := div.Add("Caption")
	made.draw = func(x, y float64) {
		for _, draw := range draws {
			draw(x, y)
		}
		l.element = said
		l.drawLines(lines, x, y+top+captionFace.size, step)
	}
	return made
}
