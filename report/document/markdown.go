package document

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"gpca/report/table"
	"gpca/report/words"
)

// WriteMarkdown writes the document in GitHub Flavored Markdown: its title and
// facts, a list of contents with links, and its blocks. Figures are shown from
// their SVG files beside the document. Headings are one level deeper than in
// the document, whose title takes the first.
func WriteMarkdown(w io.Writer, d *Document) error {
	if err := d.Validate(); err != nil {
		return err
	}
	parts := markdownFront(d)
	if contents := markdownContents(d); contents != "" {
		parts = append(parts, contents)
	}
	body, err := markdownBlocks(d.Blocks, d.Anchors(), 1)
	if err != nil {
		return err
	}
	if body != "" {
		parts = append(parts, body)
	}
	if _, err := io.WriteString(w, strings.Join(parts, "\n\n")+"\n"); err != nil {
		return fmt.Errorf("document %q: %w", d.Title, err)
	}
	return nil
}

func markdownFront(d *Document) []string {
	parts := []string{"# " + table.EscapeMarkdown(oneLine(d.Title))}
	if d.Subtitle != "" {
		parts = append(parts, "**"+table.EscapeMarkdown(oneLine(d.Subtitle))+"**")
	}
	if len(d.Authors) > 0 {
		parts = append(parts, table.EscapeMarkdown(oneLine(strings.Join(d.Authors, ", "))))
	}
	var facts []string
	for _, line := range d.Front {
		name, value := splitFact(line)
		fact := "- "
		if name != "" {
			fact += "**" + table.EscapeMarkdown(name) + ":** "
		}
		facts = append(facts, fact+table.EscapeMarkdown(value))
	}
	if len(facts) > 0 {
		parts = append(parts, strings.Join(facts, "\n"))
	}
	return parts
}

// splitFact parts a line of the front at its first ": ".
func splitFact(line string) (name, value string) {
	line = oneLine(line)
	if name, value, ok := strings.Cut(line, ": "); ok {
		return name, value
	}
	return "", line
}

// markdownContents lists the headings down to the third level, then the tables
// and figures by number.
func markdownContents(d *Document) string {
	headings, tables, figures := d.entries()
	var parts, lines []string
	for _, e := range headings {
		if e.Level <= contentsLevel {
			text := table.EscapeMarkdown(strings.TrimSpace(e.Number + " " + e.Text))
			lines = append(lines, strings.Repeat("  ", e.Level-1)+"- "+markdownLink(text, "#"+e.Anchor))
		}
	}
	if len(lines) > 0 {
		parts = append(parts, strings.Join(lines, "\n"))
	}
	link := func(e *entry) string { return markdownLink(table.EscapeMarkdown(e.Number), "#"+e.Anchor) }
	if len(tables) > 0 {
		parts = append(parts, "Tables: "+strings.Join(words.Each(tables, link), " · "))
	}
	if len(figures) > 0 {
		parts = append(parts, "Figures: "+strings.Join(words.Each(figures, link), " · "))
	}
	if len(parts) == 0 {
		return ""
	}
	return "## " + contentsTitle + "\n\n" + strings.Join(parts, "\n\n")
}

// separator stands between marks that would otherwise be read together, and shows nothing.
const separator = "<!-- -->"

const (
	contentsTitle = "Contents"
	contentsLevel = 3 // the deepest heading that the contents list
)

// markdownBlocks writes blocks with a blank line between them. The anchors are those of the
// blocks, nil for blocks that have none; deeper is what to add to the levels of headings.
func markdownBlocks(blocks []Block, anchors []string, deeper int) (string, error) {
	var parts []string
	var previous Block
	for i, block := range blocks {
		var part string
		switch b := block.(type) {
		case Heading:
			part = strings.Repeat("#", b.Level+deeper) + " " + table.EscapeMarkdown(oneLine(b.Title()))
			if strings.HasSuffix(part, "#") { // would be read as a closing sequence
				part = part[:len(part)-1] + `\#`
			}
		case Written:
			part, block = b.Markdown, b.Block
		case Paragraph:
			part = protectLineStart(markdownSpans(b.Spans))
		case List:
			text, err := markdownList(b)
			if err != nil {
				return "", err
			}
			part = text
		case Algorithm:
			text, err := markdownBlocks(b.Blocks, nil, 0)
			if err != nil {
				return "", err
			}
			if part = "**Algorithm " + b.Number + ":** " + table.EscapeMarkdown(b.Title) + "\n\n" + text; anchors != nil {
				part = markdownAnchor(anchors, i) + part
			}
		case TextTable:
			part = markdownTextTable(b)
		case TableBlock:
			var text strings.Builder
			if err := b.Table.WriteMarkdown(&text); err != nil {
				return "", err
			}
			part = markdownAnchor(anchors, i) + strings.TrimRight(text.String(), "\n")
		case FigureBlock:
			part = markdownAnchor(anchors, i) + markdownFigure(b)
		case PageBreak:
			// Markdown has no pages.
		default:
			return "", fmt.Errorf("a %T that was not read has no Markdown", block)
		}
		if part == "" {
			continue
		}
		before, list := previous.(List)
		next, same := block.(List)
		if list && (same && before.Ordered == next.Ordered || part[0] == ' ' || part[0] == '\t') {
			parts = append(parts, separator) // else it would be read as part of the list
		}
		parts = append(parts, part)
		previous = block
	}
	return strings.Join(parts, "\n\n"), nil
}

// markdownTextTable writes a table in the manner of GitHub.
func markdownTextTable(t TextTable) string {
	row := func(cells []Paragraph) string {
		var texts []string
		for _, c := range cells {
			spans := slices.Clone(c.Spans)
			for i, s := range spans {
				if s.Code { // elsewhere it is escaped anyway
					spans[i].Text = strings.ReplaceAll(s.Text, "|", `\|`)
				}
			}
			texts = append(texts, markdownSpans(spans))
		}
		return "| " + strings.Join(texts, " | ") + " |"
	}
	rule := "|" + strings.Repeat(":--|", len(t.Header))
	return strings.Join(append([]string{row(t.Header), rule}, words.Each(t.Rows, row)...), "\n")
}

func markdownAnchor(anchors []string, i int) string {
	return "<a id=\"" + anchors[i] + "\"></a>\n\n"
}

func markdownFigure(f FigureBlock) string {
	title, caption := "Figure "+table.EscapeMarkdown(f.Number), table.EscapeMarkdown(oneLine(f.Caption))
	return "!" + markdownLink(title+": "+caption, f.File+".svg") + "\n\n**" + title + ":** " + caption
}

// markdownSpans writes running text on one line.
func markdownSpans(spans []Span) string {
	var b strings.Builder
	for _, span := range spans {
		text := table.EscapeMarkdown(span.Text)
		switch {
		case span.Formula != nil:
			text = "$" + span.Formula.Source() + "$"
		case span.Code:
			text = "`" + span.Text + "`"
		}
		if span.Emphasis {
			text = "*" + text + "*"
		}
		if span.Strong {
			text = "**" + text + "**"
		}
		if span.Link != "" {
			text = markdownLink(text, span.Link)
		}
		b.WriteString(text)
	}
	return oneLine(b.String())
}

// listOpener matches text that would open a numbered list.
var listOpener = regexp.MustCompile(`^\d{1,9}[.)]`)

// protectLineStart escapes what would make a paragraph into something else: a heading,
// a list, a rule or a directive.
func protectLineStart(line string) string {
	if line != "" && strings.ContainsRune("#+-=:", rune(line[0])) {
		return `\` + line
	}
	if number := listOpener.FindString(line); number != "" {
		return number[:len(number)-1] + `\` + line[len(number)-1:]
	}
	return line
}

func markdownLink(text, address string) string {
	if strings.ContainsAny(address, " ()<>\\") {
		address = "<" + strings.NewReplacer("<", `\<`, ">", `\>`, `\`, `\\`).Replace(address) + ">"
	}
	return "[" + text + "](" + strings.ReplaceAll(address, "&", "&amp;") + ")"
}

func markdownList(list List) (string, error) {
	tight := isTight(list)
	var items []string
	for i, item := range list.Items {
		marker := "- "
		if list.Ordered {
			marker = fmt.Sprintf("%d. ", list.Start+i)
		}
		text, err := markdownBlocks(item, nil, 0)
		if err != nil {
			return "", err
		}
		if tight {
			text = strings.ReplaceAll(text, "\n\n", "\n")
		}
		items = append(items, prefixLines(text, marker, strings.Repeat(" ", len(marker))))
	}
	if tight {
		return strings.Join(items, "\n"), nil
	}
	return strings.Join(items, "\n\n"), nil
}

// prefixLines puts first before the first line of text and rest before the
// others, without trailing blanks.
func prefixLines(text, first, rest string) string {
	var b strings.Builder
	prefix := first
	for line := range strings.Lines(text) {
		b.WriteString(strings.TrimRight(prefix, " "))
		if strings.TrimRight(line, "\n") != "" {
			b.WriteString(prefix[len(strings.TrimRight(prefix, " ")):])
		}
		b.WriteString(line)
		prefix = rest
	}
	return b.String()
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
