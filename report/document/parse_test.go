package document

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"unicode"

	"gpca/report/table"
)

func TestParse(t *testing.T) {
	one := &table.Table{Number: "2.10"}
	numbered := Numbered{
		Tables:  map[string]*table.Table{"2.10": one},
		Figures: map[string]FigureBlock{"2.4": {Number: "2.4", Caption: "Accuracy against a"}},
	}
	const source = `# 2 Generalised PCA

The *loading* vector **w** maximises ` + "`f`" + `,
see [Section 2.1](#21-optimality) & <https://example.org/a?b=1>.
Next \*line\* &amp; more.

<!-- a remark of the author -->

## 2.1 Optimality

::table[2.10]

::figure[2.4]

3. third
4. fourth

   more

~~~go
x := 1

y := 2
~~~

# Appendix B Testing

## B.1 *Error*
`
	got, err := Parse("chapter.md", source, numbered)
	if err != nil {
		t.Fatal(err)
	}
	want := []Block{
		Heading{1, "2", "Generalised PCA"},
		Written{Paragraph{[]Span{
			{Text: "The "}, {Text: "loading", Emphasis: true}, {Text: " vector "}, {Text: "w", Strong: true},
			{Text: " maximises "}, {Text: "f", Code: true}, {Text: ", see "},
			{Text: "Section\u00a02.1", Link: "#21-optimality"}, {Text: " & "},
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
	if !reflect.DeepEqual(got, want) {
		for i := range max(len(got), len(want)) {
			if i >= len(got) || i >= len(want) || !reflect.DeepEqual(got[i], want[i]) {
				t.Errorf("block %d differs\ngot  %+v\nwant %+v", i, got[min(i, len(got)-1):], want[min(i, len(want)-1):])
				break
			}
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ name, source, want string }{
		{"unknown table", "text\n\n::table[2.99]\n", `t.md:3: there is no table "2.99"`},
		{"unknown figure", "::figure[9]\n", `t.md:1: there is no figure "9"`},
		{"unknown directive", "a\n\n::tabel[2.1]\n", `t.md:3: "tabel" is no directive`},
		{"joined directives", "::table[2.1]\n::table[2.2]\n", "t.md:1: "},
		{"directive in a list", "- a\n\n  ::table[1]\n", "t.md:3: a directive inside a list"},
		{"Markdown table", "x\n\n- y\n\n  | a | b |\n  |---|---|\n  | 1 | 2 |\n", "t.md:5: a table inside a list"},
		{"image", "x\n\ny ![z](z.png)\n", "t.md:3: an image stands alone"},
		{"HTML block", "x\n\n<div>\n</div>\n", "t.md:3: HTML cannot be shown"},
		{"HTML in a line", "x\n\ny <b>z</b>\n", "t.md:3: HTML cannot be shown"},
		{"rule", "x\n\n---\n", "t.md:3: a thematic break"},
		{"strikethrough", "x\n\n~~y~~\n", "t.md:3: Strikethrough is not supported"},
		{"task", "x\n\n- [ ] y\n", "t.md:3: TaskCheckBox is not supported"},
		{"footnote", "x\n\ny[^1]\n\n[^1]: z\n", "t.md:3: FootnoteLink is not supported"},
		{"deep heading", "x\n\n##### y\n", "t.md:3: heading of level 5"},
		{"number of the wrong depth", "x\n\n# 2.1 y\n", `t.md:3: heading "2.1 y" of level 1 has a number of 2 parts`},
		{"empty heading", "x\n\n#\n", "t.md:3: a heading without text"},
		{"heading in a list", "- # x\n", "t.md:1: a heading inside"},
		{"line break", "x\n\ny\\\nz\n", "t.md:3: a line break inside a paragraph"},
		{"address apart", "x\n\n[y]\n\n[y]: http://z\n", "t.md:5: an address apart"},
		{"empty link", "x\n\n[y]()\n", "t.md:3: a link without address"},
		{"formula", "x\n\n- ab $c + \\sigm$\n", `t.md:3:11: formula: unknown macro \sigm: did you mean \Sigma, \sigma or \sim?`},
		{"table under text", "a\n| b |\n|--|\n", "t.md:2: a table needs a blank line above it"},
		{"quote", "x\n\n> y\n", "t.md:3: a quote is not supported"},
		{"formula of two lines", "- a $b +\n  |c|$\n", `t.md:2:3: formula: not |, write \lvert and \rvert`},
		{"display in a line", "x\n\ny $$a$$ z\n", "t.md:3:5: a formula between $$ stands alone"},
		{"empty display", "$$ $$\n", "t.md:1:3: formula: the formula is empty"},
		{"algorithm without number", "x\n\n```algorithm\n1. y\n```\n", "t.md:3: an algorithm needs a number and a title"},
		{"algorithm in a list", "- x\n\n  ```algorithm 1 y\n  1. z\n  ```\n", "t.md:3: an algorithm inside a list"},
		{"algorithm without steps", "x\n\n```algorithm 1 y\n```\n", "t.md:3: the algorithm 1 has no steps"},
		{"formula in an algorithm", "x\n\n```algorithm 1 y\nz\n\n1. $a^$\n```\n", "t.md:6:7: formula: ^ needs something behind it"},
		{"table in an algorithm", "```algorithm 1 y\n::table[2]\n```\n", "t.md:2: a directive inside"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Parse("t.md", c.source, Numbered{})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

func TestParseReportsEveryFault(t *testing.T) {
	_, err := Parse("t.md", "::table[1]\n\n::table[2]\n\n***\n", Numbered{})
	if err == nil || strings.Count(err.Error(), "\n") != 2 {
		t.Errorf("got %v, want three faults", err)
	}
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
		if err != nil {
			t.Fatal(err)
		}
		written := strings.Join(parts, "\n\n")
		again, err := Parse("again.md", written, Numbered{})
		if err != nil {
			t.Fatalf("%q was written as %q: %v", source, written, err)
		}
		if got, want := plain(again), plain(blocks); got != want {
			t.Errorf("%q was written as %q\ngot  %s\nwant %s", source, written, got, want)
		}
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
