package strictyaml

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gpca/report/words"
)

// Explain writes the keys of a mapping as YAML. Each has an example, under a comment with its description, type
// and default. Dash precedes the first key, such as "  - " in a list. Off precedes every example: "#" makes
// comments of them.
func (s Shape) Explain(dash, off string) string {
	e := &explainer{off: off}
	e.mapping(s, dash)
	return e.String()
}

const explainWidth = 92

type explainer struct {
	strings.Builder
	off string
}

// mapping explains keys after an indent, the first after the dash of a list.
func (e *explainer) mapping(s Shape, dash string) {
	indent := strings.Repeat(" ", len(dash))
	lead := dash
	keys := func(keys []Key) {
		for _, k := range keys {
			e.key(k, lead)
			lead = indent
		}
	}
	keys(s.Keys)
	var said []Key
	for _, kind := range s.Kinds {
		fmt.Fprintln(e)
		mark := strings.TrimSuffix(lead, "- ") + "# "
		e.comment(mark, fmt.Sprintf("kind: %s %s.", kind.Name, kind.Doc))
		var fresh []Key
		var known []string
		for _, k := range kind.Keys {
			if slices.ContainsFunc(said, func(o Key) bool { return o.Name == k.Name && o.Doc == k.Doc }) {
				known = append(known, k.Name)
			} else {
				fresh = append(fresh, k)
			}
		}
		if known != nil {
			e.comment(mark, "As above: "+words.Enumerate(known)+".")
		}
		fmt.Fprintln(e)
		keys(fresh)
		said = append(said, fresh...)
	}
}

func (e *explainer) key(k Key, lead string) {
	indent := strings.TrimSuffix(lead, "- ")
	line := indent + e.off + lead[len(indent):] + k.Name + ":"
	if k.IsBlock() {
		fmt.Fprintln(e)
		e.comment(indent+"# ", k.about())
		fmt.Fprintln(e, line)
		e.mapping(k.Shape, indent+"  - ")
		return
	}
	e.comment(indent+"# ", k.about())
	fmt.Fprintln(e, line, k.Example)
	if !k.One {
		for _, inner := range k.Keys {
			fmt.Fprintf(e, "%s  # %s: %s\n", indent, inner.Name, inner.Example)
			e.comment(indent+"  #   ", inner.about())
		}
	}
}

// IsBlock reports whether the key has no example, since its mappings are explained key by key.
func (k Key) IsBlock() bool { return k.Example == "" && (k.Keys != nil || k.Kinds != nil) }

func (k Key) about() string {
	facts := []string{cmp.Or(k.Type(), "any value")}
	if k.Required {
		facts = append(facts, "required")
	}
	if k.Default != "" {
		facts = append(facts, "default "+k.Default)
	}
	return fmt.Sprintf("%s (%s)", k.Doc, strings.Join(facts, "; "))
}

func (e *explainer) comment(mark, text string) {
	line := mark
	for _, word := range strings.Fields(text) {
		if len(line)+len(word) > explainWidth {
			fmt.Fprintln(e, strings.TrimRight(line, " "))
			line = mark
		}
		line += word + " "
	}
	fmt.Fprintln(e, strings.TrimRight(line, " "))
}

// Narrow returns the shape with only the keys and kinds of a name and their parents, and whether there are any.
func (s Shape) Narrow(name string) (Shape, bool) {
	filter := func(keys []Key) []Key {
		var kept []Key
		for _, k := range keys {
			if k.Name == name {
				kept = append(kept, k)
			} else if inner, ok := k.Narrow(name); ok {
				kept = append(kept, Key{k.Name, inner})
			}
		}
		return kept
	}
	s.Keys, s.Kinds = filter(s.Keys), filter(s.Kinds)
	return s, s.Keys != nil || s.Kinds != nil
}

// Names lists the names that Narrow finds, each once.
func (s Shape) Names() []string {
	var names []string
	for _, k := range slices.Concat(s.Keys, s.Kinds) {
		names = append(append(names, k.Name), k.Names()...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
