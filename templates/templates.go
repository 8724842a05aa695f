// Package templates holds the text of the reports as Markdown with the directives of package report/document,
// such as ::table[2.1] and ::figure[2.4], and with actions of text/template. These insert facts about the run,
// so that no number of a run is typed into a sentence.
package templates

import (
	"cmp"
	"context"
	"embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"text/template"
	"text/template/parse"
)

//go:embed *.md
var texts embed.FS

// Names lists the texts.
func Names() []string {
	entries, _ := texts.ReadDir(".") // embedded: cannot fail
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".md"))
	}
	return names
}

// Text returns the text of that name with the facts filled in.
func Text(ctx context.Context, name string, facts any) (string, error) {
	source, err := texts.ReadFile(name + ".md")
	if err != nil {
		return "", fmt.Errorf("no text %q for the report: %w", name, err)
	}
	return Fill(ctx, name+".md", string(source), facts)
}

// Fill fills the facts into a text. Its errors begin with name and the line. The loops of a text, which may be a
// stranger's, are bounded in how often they run and in what they write.
func Fill(ctx context.Context, name, source string, facts any) (string, error) {
	t, err := template.New(name).Option("missingkey=error").Funcs(bounded).Parse(source)
	if err != nil {
		return "", fault(err)
	}
	for _, part := range t.Templates() {
		count(part.Root, part.Root.Pos)
	}
	var b strings.Builder
	passes := 0
	pass := func() (string, error) {
		passes++
		switch {
		case passes > mostPasses:
			return "", fmt.Errorf("more than %d passes through loops: let them run less often", mostPasses)
		case b.Len() > mostBytes:
			return "", fmt.Errorf("the text has more than %d MiB: let loops write less", mostBytes>>20)
		}
		return "", ctx.Err()
	}
	// After Parse: a text has no function of this name.
	if err := t.Funcs(template.FuncMap{passing: pass}).Execute(&b, facts); err != nil {
		return "", cmp.Or(ctx.Err(), fault(err))
	}
	return b.String(), nil
}

// The bounds of a text. A report has some hundred passes and kilobytes.
const (
	mostPasses = 100_000
	mostBytes  = 16 << 20
	mostPiece  = 1 << 20 // bytes that a function gets
)

const passing = "pass"

// count inserts a call of the function passing at the begin of a text and of each loop in it.
func count(list *parse.ListNode, at parse.Pos) {
	for _, n := range list.Nodes {
		var branch *parse.BranchNode
		switch n := n.(type) {
		case *parse.IfNode:
			branch = &n.BranchNode
		case *parse.WithNode:
			branch = &n.BranchNode
		case *parse.RangeNode:
			branch = &n.BranchNode
		default:
			continue
		}
		count(branch.List, branch.Pos)
		if branch.ElseList != nil {
			count(branch.ElseList, branch.Pos)
		}
	}
	call := &parse.CommandNode{NodeType: parse.NodeCommand, Pos: at,
		Args: []parse.Node{parse.NewIdentifier(passing).SetPos(at)}}
	list.Nodes = slices.Insert(list.Nodes, 0, parse.Node(&parse.ActionNode{NodeType: parse.NodeAction, Pos: at,
		Pipe: &parse.PipeNode{NodeType: parse.NodePipe, Pos: at, Cmds: []*parse.CommandNode{call}}}))
}

// bounded are the functions of text/template that make texts. Without a bound, one that is fed its own result doubles
// it in each pass.
var bounded = template.FuncMap{
	"print": within(fmt.Sprint), "println": within(fmt.Sprintln), "html": within(template.HTMLEscaper),
	"js": within(template.JSEscaper), "urlquery": within(template.URLQueryEscaper),
	"printf": func(format string, args ...any) (string, error) {
		const widest = 1000
		if wide.MatchString(format) {
			return "", fmt.Errorf("%q: the width of a number has at most three digits", format)
		}
		if len(format)+strings.Count(format, "%")*(widest+lengthOf(args)) > mostPiece {
			return "", errPiece
		}
		return fmt.Sprintf(format, args...), nil
	},
}

var (
	wide     = regexp.MustCompile(`[0-9]{4}|\*`)
	errPiece = fmt.Errorf("a text of more than %d MiB: let it grow less", mostPiece>>20)
)

func within(write func(...any) string) func(...any) (string, error) {
	return func(args ...any) (string, error) {
		if lengthOf(args) > mostPiece {
			return "", errPiece
		}
		return write(args...), nil
	}
}

func lengthOf(args []any) (length int) {
	for _, a := range args {
		if text, ok := a.(string); ok {
			length += len(text)
		}
	}
	return length
}

// fault returns an error of text/template without the name of that package.
func fault(err error) error {
	return fmt.Errorf("%s: what stands between {{ and }} is filled in, as package text/template does it",
		strings.TrimPrefix(err.Error(), "template: "))
}
