package printed

import (
	"html"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Markup of LaTeX, Markdown and HTML becomes one form: ** marks what follows as bold, ^ and _ raise and lower it, and
// ¦ ends a number. The name of a command that nobody knows stands in ⟦ ⟧: it may be a label, as \ours, and is no
// number.

const (
	boldMark  = "**"
	thinSpace = "\u2009"
	// A macro may call others, and itself: what grows beyond these is cut.
	mostDepth = 12
	mostText  = 1 << 16
)

// definition matches the head of a command's definition, as far as its body.
var definition = regexp.MustCompile(`\\(?:(?:re)?newcommand|providecommand|DeclareRobustCommand)\*?\s*` +
	`\{?\\([a-zA-Z]+)\}?(?:\[(\d)\])?(?:\[[^\]]*\])?\s*\{|\\def\\([a-zA-Z]+)((?:#\d)*)\{`)

// definitions are the commands that a text defines, beside those of the conventions.
func definitions(text string) map[string]command {
	all := map[string]command{}
	for _, m := range definition.FindAllStringSubmatchIndex(text, -1) {
		part := func(k int) string {
			if m[2*k] < 0 {
				return ""
			}
			return text[m[2*k]:m[2*k+1]]
		}
		body, _ := group(text[m[1]-1:])
		c := command{body: body + " ", Drop: len(part(4)) / 2}
		if part(2) != "" {
			c.Drop = int(part(2)[0] - '0')
		}
		all[part(1)+part(3)] = c
	}
	return all
}

// group cuts an argument off a text: what stands in braces, a command, or a letter.
func group(s string) (inner, rest string) {
	s = strings.TrimLeft(s, " \t\n")
	switch {
	case s == "":
		return "", ""
	case s[0] == '\\':
		name, rest := commandName(s[1:])
		return `\` + name, rest
	case s[0] != '{':
		_, n := utf8.DecodeRuneInString(s)
		return s[:n], s[n:]
	}
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return s[1:i], s[i+1:]
			}
		}
	}
	return s[1:], ""
}

// commandName cuts the name of a command off a text behind its backslash.
func commandName(s string) (name, rest string) {
	n := 0
	for n < len(s) && (s[n]|0x20 >= 'a' && s[n]|0x20 <= 'z') {
		n++
	}
	if n == 0 {
		_, n = utf8.DecodeRuneInString(s)
		return s[:n], s[n:]
	}
	return s[:n], strings.TrimPrefix(s[n:], "*")
}

// option cuts an option in brackets off a text.
func option(s string) string {
	if end := strings.IndexByte(s, ']'); strings.HasPrefix(s, "[") && end > 0 {
		return s[end+1:]
	}
	return s
}

// flat replaces the commands of LaTeX in a cell.
func flat(s string, defined map[string]command, depth int) string {
	var b strings.Builder
	for s != "" && b.Len() < mostText {
		c := s[0]
		s = s[1:]
		switch c {
		case '\\':
			var text string
			text, s = expand(s, defined, depth)
			b.WriteString(text)
		case '{', '}', '$':
		case '~':
			b.WriteByte(' ')
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// expand is the text of a command, and what follows its arguments.
func expand(s string, defined map[string]command, depth int) (text, rest string) {
	name, s := commandName(s)
	c, own := defined[name]
	known := own
	if !own {
		c, known = theConventions().commands[name]
	}
	if own && c.Drop == 0 {
		return flat(c.body, defined, depth+1), s
	}
	if depth > mostDepth {
		return "", s
	}
	if end := strings.IndexByte(s, ')'); name == "cmidrule" && strings.HasPrefix(s, "(") {
		s = s[end+1:] // of others, parentheses are printed
	}
	if c.Text == "" && len(name) > 1 {
		s = option(s)
	}
	var arguments []string
	for range c.Drop {
		var of string
		of, s = group(s)
		arguments, s = append(arguments, of), option(s)
	}
	switch {
	case own:
		for i, of := range arguments {
			c.body = strings.ReplaceAll(c.body, "#"+string(rune('1'+i)), "{"+of+"}")
		}
		return flat(c.body, defined, depth+1), s
	case !known:
		return unknown(name, s, defined, depth)
	}
	return c.Text, s
}

// unknown is the text of a command that nobody knows. Of several arguments nobody knows which one is printed: a stroke
// keeps their numbers apart.
func unknown(name, s string, defined map[string]command, depth int) (text, rest string) {
	if !strings.HasPrefix(s, "{") {
		if len(name) == 1 || isRule.MatchString(name) {
			return "", s
		}
		return "⟦" + name + "⟧", s
	}
	of, rest := group(s)
	for text = "¦" + flat(of, defined, depth+1); strings.HasPrefix(rest, "{"); {
		of, rest = group(rest)
		text += "/" + flat(of, defined, depth+1)
	}
	return text, rest
}

var (
	markdownLink = regexp.MustCompile(`(!?)\[([^\]]*)\]\([^)\s]*(?:\s+"[^"]*")?\)`)
	htmlTag      = regexp.MustCompile(`(?s)<(/?)([a-zA-Z][a-zA-Z0-9]*)(?:\s[^<>]*)?/?>|<!--.*?-->`)
	commandMark  = regexp.MustCompile(`⟦[^⟧]*⟧`)
	underscores  = regexp.MustCompile(`__(\S[^_]*)__`)
)

// isRule matches the names of rules and spaces, and not \baseline or \subspace, which name methods.
var isRule = regexp.MustCompile(`(?i)line(?:width|break)|(?:rule|rulewidth|strut|skip|break|sep|size|font)$|` +
	`(?:^|[hcv]|dash(?:ed)?|dotted|double|thick|thin|bold|heavy|top|mid|bottom|new)line$|` +
	`(?:^|[hvx]|en|thin|med|thick|line|row|col|tab)space$`)

// unmarked replaces the markup of a cell of any form.
func unmarked(cell string, defined map[string]command) string {
	cell = htmlTag.ReplaceAllStringFunc(cell, func(tag string) string {
		m := htmlTag.FindStringSubmatch(tag)
		if name := strings.ToLower(m[2]); m[1] == "" || name == "br" {
			return theConventions().HTML[name]
		}
		return ""
	})
	cell = markdownLink.ReplaceAllStringFunc(cell, func(link string) string {
		if m := markdownLink.FindStringSubmatch(link); m[1] == "" {
			return m[2]
		}
		return ""
	})
	cell = underscores.ReplaceAllString(html.UnescapeString(cell), boldMark+"$1")
	return strings.TrimSpace(strings.ReplaceAll(flat(cell, defined, 0), "`", ""))
}

// plain is a label without marks.
func plain(unmarked string) string {
	text := strings.NewReplacer(boldMark, "", "¦", " ", "∗", "*", "⟦", "", "⟧", "").Replace(unmarked)
	return strings.Join(strings.Fields(strings.Trim(text, "* \u2009")), " ")
}
