package document

import (
	"fmt"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"gpca/report/table"
)

func TestParse(t *testing.T) {
	one := &table.Table{Number: "2.10"}
	numbered := Numbered{
		Tables:  map[string]*table.Table{"2.10": one},
		Figures: map[string]FigureBlock{"2.4": {Number: "2.4", Caption: "Accuracy against a"}},
	}
	source, err := os.ReadFile("testdata/chapter.in.md")
	assert.NilError(t, err)
	got, err := Parse("chapter.md", string(source), numbered)
	assert.NilError(t, err)
	want := []Block{
		Heading{1, "2", "Generalised PCA"},
		Written{Paragraph{[]Span{
			{Text: "The "}, {Text: "loading", Emphasis: true}, {Text: " vector "}, {Text: "w", Strong: true},
			{Text: " maximises "}, {Text: "f", Code: true}, {Text: ", see "},
			{Text: "Section 2.1", Link: "#21-optimality"}, {Text: " & "},
			{Text: "https://example.org/a?b=1", Link: "https://example.org/a?b=1"},
			{Text: ". Next *line* & more."},
		}}, "The *loading* vector **w** maximises `f`,\nsee [Section 2.1](#21-optimality) & <https://example.org/a?b=1>.\n" +
			"Next \\*line\\* &amp; more."},
		Heading{2, "2.1", "Optimality"},
		TableBlock{Table: one},
		FigureBlock{Number: "2.4", Caption: "Accuracy against a"},
		Written{List{Ordered: true, Start: 3, Items: [][]Block{
			{Paragraph{[]Span{{Text: "third"}}}},
			{Paragraph{[]Span{{Text: "fourth"}}}, Paragraph{[]Span{{Text: "more"}}}},
		}}, "3. third\n4. fourth\n\n   more"},
		Written{Code{"x := 1\n\ny := 2"}, "~~~go\nx := 1\n\ny := 2\n~~~"},
		Heading{1, "Appendix B", "Testing"},
		Heading{2, "B.1", "Error"},
	}
	assert.Equal(t, len(got), len(want))
	for i, block := range got {
		assert.Check(t, reflect.DeepEqual(block, want[i]), "block %d is %+v, want %+v", i, block, want[i])
	}
}

// The golden file has faults below the texts that have them.
func TestParseErrors(t *testing.T) {
	var b strings.Builder
	for line := range strings.Lines(string(golden.Get(t, "faults.txt"))) {
		if text, err := strconv.Unquote(strings.TrimSpace(line)); err == nil {
			_, err = Parse("t.md", text, Numbered{})
			fmt.Fprintf(&b, "%q\n\t%s\n", text, strings.ReplaceAll(fmt.Sprint(err), "\n", "\n\t"))
		}
	}
	golden.Assert(t, b.String(), "faults.txt")
}

// What Parse reads, the Markdown writer must write so that it reads the same
// again: the two are each other's oracle.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"# 1 A\n\ntext *a* **b** `c` [d](#e) <http://x.y>\n",
		"- a\n- b\n  1. c\n  2. d\n\n> e\n>\n> - f\n",
		"```go\nx\n```\n\n    y\n",
		"*(x)*y a*(b)* ***c*** *a***b** \\# 1\\. `` ` ``\n",
		"1) a\n\n1. b\n\n\\- c\\\n\\+ d\n",
		"- a\n\n  b\n- \n\n<!-- c -->\n\n* d\n", "::pagebreak\n", "a\nb\tc\n", "0![a](b) x!<c:d>\n", "* 0\n\n  0)\n", "*  * +  ", "~~~`0", "&amp;lt; &#35; \\&amp;\n",
		"a $x_1\n+ y$ \\$5 $6 $7\n\n$$\\frac{a}{b}$$\n", "# \\$a\\$ $b$\n", "```algorithm 1 *a* $b\n1. $c$\n```\n", "*a $b* c$ d*\n", ">*0\n0\n>*", "x `y  \nz`\n", ">*x\ny\n>*\n", "- a\n\n::pagebreak\n\n    b\n",
		"- a\n\n<!-- b -->\n\n   c\n", "~~~\na", "* ```\n\n\n", "a\n| b |\n|--|\n| c |\n", "0\n| |\n*\n -|\n000", "<p\t", "p` \n, `", "p`  \n, `", "- ```\n  a\n\n  b\n  ```\n", "+ [\n]", "+ [\n])", " ```\n\n`\n  ", "> \t+",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) {
		blocks, err := Parse("fuzz.md", source, Numbered{})
		if err != nil {
			return
		}
		for i, block := range blocks { // the writer makes headings one level deeper
			if h, ok := block.(Heading); ok {
				h.Level--
				blocks[i] = h
			}
		}
		parts, err := markdownBlocks(blocks, nil)
		assert.NilError(t, err)
		written := strings.Join(parts, "\n\n")
		again, err := Parse("again.md", written, Numbered{})
		assert.NilError(t, err, "%q was written as %q", source, written)
		assert.Equal(t, plain(again), plain(blocks), "%q was written as %q", source, written)
	})
}

// plain describes blocks but for levels of headings, empty paragraphs, and blanks that
// Markdown does not keep.
func plain(blocks []Block) string {
	var b strings.Builder
	for _, block := range blocks {
		switch block := block.(type) {
		case Written:
			b.WriteString(plain([]Block{block.Block}))
		case TextTable:
			for _, cells := range append([][]Paragraph{block.Header}, block.Rows...) {
				for _, cell := range cells {
					b.WriteString("| " + plainSpans(cell.Spans))
				}
			}
		case Heading:
			b.WriteString("h " + oneLine(block.Title()) + "\n")
		case Paragraph:
			if text := plainSpans(block.Spans); text != "" {
				b.WriteString("p " + text + "\n")
			}
		case List:
			for _, item := range block.Items {
				b.WriteString("- [" + plain(item) + "]\n")
			}
		case Code:
			b.WriteString("code " + block.Text + "\n")
		case Equation:
			b.WriteString("$$ " + block.Formula.Plain() + "\n")
		case Algorithm: // Markdown has no other way to show one
			title := Paragraph{Spans: []Span{{Text: "Algorithm " + block.Number + ":", Strong: true}, {Text: " " + block.Title}}}
			b.WriteString(plain(append([]Block{title}, block.Blocks...)))
		}
	}
	return b.String()
}

// plainSpans describes text with a note where its style changes, but for the
// style of blanks.
func plainSpans(spans []Span) string {
	var b strings.Builder
	style := ""
	for _, span := range spans {
		for _, r := range span.Text {
			if unicode.IsSpace(r) {
				b.WriteByte(' ')
				continue
			}
			if now := fmt.Sprintf("{%v %v %v %s}", span.Emphasis, span.Strong, span.Code, span.Link); now != style {
				b.WriteString(now)
				style = now
			}
			b.WriteRune(r)
		}
	}
	return oneLine(b.String())
}
