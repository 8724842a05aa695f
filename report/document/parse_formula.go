package document

import (
	"errors"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	goldmarkparser "github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"gpca/report/formula"
)

// dollars finds formulas in running text.
type dollars struct{}

// A dollarNode is a formula that was found: what stands between the dollar signs, a segment
// a line.
type dollarNode struct {
	ast.BaseInline
	display  bool
	segments *text.Segments
}

var dollarKind = ast.NewNodeKind("Formula")

// Kind is that of all formulas.
func (*dollarNode) Kind() ast.NodeKind { return dollarKind }

// Dump writes the node for who debugs a parser.
func (n *dollarNode) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// unclosed says where no sign closes a formula, by the mark that would, so that none is looked
// for again from each sign there.
var unclosed = goldmarkparser.NewContextKey()

// Trigger is what a formula begins with.
func (dollars) Trigger() []byte { return []byte{'$'} }

// Parse reads a formula up to the sign that closes it, or nothing if none does.
func (dollars) Parse(_ ast.Node, reader text.Reader, context goldmarkparser.Context) ast.Node {
	line, first := reader.PeekLine()
	mark := 1
	if len(line) > 1 && line[1] == '$' {
		mark = 2
	}
	if mark == 1 && (len(line) < 2 || strings.ContainsRune(" \t\n", rune(line[1]))) {
		return nil
	}
	l, p := reader.Position()
	open, _ := context.Get(unclosed).(map[int]text.Segment)
	if open[mark].Start <= first.Start && first.Start < open[mark].Stop {
		return nil
	}
	reader.Advance(mark)
	tried := first
	n := &dollarNode{display: mark == 2, segments: text.NewSegments()}
	for {
		line, segment := reader.PeekLine()
		if line == nil {
			reader.SetPosition(l, p)
			if open == nil {
				open = map[int]text.Segment{}
				context.Set(unclosed, open)
			}
			open[mark] = tried
			return nil
		}
		tried.Stop = segment.Stop
		if at := closing(line, mark); at >= 0 {
			n.segments.Append(segment.WithStop(segment.Start - segment.Padding + at))
			reader.Advance(at + mark)
			return n
		}
		n.segments.Append(segment)
		reader.AdvanceLine()
	}
}

// closing returns where the mark that closes a formula stands in a line, -1 for nowhere.
func closing(line []byte, mark int) int {
	for i := 0; i < len(line); i++ {
		switch {
		case line[i] == '\\':
			i++
		case line[i] != '$':
		case mark == 2:
			if i+1 < len(line) && line[i+1] == '$' {
				return i
			}
		case i > 0 && line[i-1] != ' ' && line[i-1] != '\t' && (i+1 == len(line) || line[i+1] < '0' || line[i+1] > '9'):
			return i
		}
	}
	return -1
}

// formula reads what was found, nil for a fault.
func (p *parser) formula(n *dollarNode) *formula.Formula {
	var source strings.Builder
	for i := range n.segments.Len() {
		segment := n.segments.At(i)
		source.Write(segment.Value(p.source))
	}
	f, err := formula.Parse(source.String())
	var syntax *formula.SyntaxError
	if errors.As(err, &syntax) {
		at := syntax.Offset
		for i := range n.segments.Len() {
			segment := n.segments.At(i)
			if at < segment.Len() || i == n.segments.Len()-1 {
				p.faultAt(min(segment.Start+at, len(p.source)), true, "formula: "+syntax.Message)
				break
			}
			at -= segment.Len()
		}
	}
	return f
}

func (p *parser) equation(n *dollarNode) Block {
	if f := p.formula(n); f != nil {
		return Equation{f}
	}
	return nil
}

// algorithmFence is the language of the code that is an algorithm.
const algorithmFence = "algorithm"

var algorithmInfo = regexp.MustCompile(`^algorithm\s+([0-9A-Z][0-9A-Z.]*)\s+(\S.*)$`)

// algorithm reads the blocks of an algorithm, which are Markdown like all others.
func (p *parser) algorithm(n *ast.FencedCodeBlock, top bool) Block {
	info := algorithmInfo.FindStringSubmatch(strings.TrimSpace(string(n.Info.Value(p.source))))
	switch {
	case info == nil:
		p.fault(n, "an algorithm needs a number and a title behind the word: ```algorithm 1 Power iteration")
		return nil
	case !top:
		p.fault(n, "an algorithm inside a list or a quote; end the list with a line that is not indented")
		return nil
	case n.Lines().Len() == 0:
		p.fault(n, "the algorithm %s has no steps; write them as a list", info[1])
		return nil
	}
	start := n.Lines().At(0).Start
	inner := parser{reader: p.reader, file: p.file, source: []byte(p.rawLines(n))}
	inner.above = p.above + strings.Count(string(p.source[:start]), "\n")
	blocks := inner.blocks(inner.read(), false)
	p.faults = append(p.faults, inner.faults...)
	return Algorithm{info[1], info[2], blocks}
}

// Text makes spans of text in which formulas stand between dollar signs, as in the source
// of a document. What is no formula is text as it stands.
func Text(source string) []Span {
	var spans []Span
	for _, part := range formula.Split(source) {
		span := Span{Text: part.Text, Formula: part.Formula}
		if part.Formula != nil {
			span.Text = part.Formula.Plain()
		}
		spans = append(spans, span)
	}
	return spans
}
