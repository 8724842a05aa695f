package printed

import (
	_ "embed" // for the conventions
	"regexp"
	"strings"
	"sync"

	"gpca/report/strictyaml"
	"gpca/report/words"
)

//go:embed conventions.yaml
var conventionsFile []byte

// conventions are what papers write in tables.
type conventions struct {
	LaTeX        []command         `yaml:"latex"`
	HTML         map[string]string `yaml:"html"`
	Environments map[string]int    `yaml:"environments"`
	Words        pattern           `yaml:"words"`
	Excluded     pattern           `yaml:"excluded"`
	Units        map[string]int    `yaml:"units"`
	Kinds        []kindWords       `yaml:"kinds"`
	Descriptions pattern           `yaml:"descriptions"`
	Counts       pattern           `yaml:"counts"`
	References   pattern           `yaml:"references"`
	Metrics      []metricWords     `yaml:"metrics"`
	Corners      sides             `yaml:"corners"`
	Known        sides             `yaml:"known"`

	commands map[string]command
}

// A command of LaTeX puts a text in place of itself and of arguments.
type command struct {
	Names string `yaml:"names"`
	Text  string `yaml:"text"`
	Drop  int    `yaml:"drop"`
	// body is what a command of the file stands for, with as many arguments.
	body string
}

// kindWords tell a kind of rows or columns by their labels.
type kindWords struct {
	Kind   Kind    `yaml:"kind"`
	Words  pattern `yaml:"words"`
	Better string  `yaml:"better"`
}

// metricWords tell a metric by a word. One that is aside, as a time, is compared only where an arrow says so.
type metricWords struct {
	Words   pattern `yaml:"words"`
	Name    string  `yaml:"name"`
	Better  Better  `yaml:"better"`
	Measure string  `yaml:"measure"`
	Percent string  `yaml:"percent"` // measure of a study where numbers go up to 100
	Aside   bool    `yaml:"aside"`
}

// sides are words for methods and for data sets.
type sides struct {
	Methods pattern `yaml:"methods"`
	Sets    pattern `yaml:"sets"`
}

// A pattern is an expression without regard to case.
type pattern struct{ whole, part *regexp.Regexp }

// UnmarshalText reads an expression, which may go on in the next line after a bar.
func (p *pattern) UnmarshalText(text []byte) (err error) {
	source := strings.ReplaceAll(string(text), "| ", "|")
	if p.part, err = regexp.Compile("(?i)" + source); err == nil {
		p.whole, err = regexp.Compile("(?i)^(?:" + source + ")$")
	}
	return err
}

// theConventions reads the file once.
var theConventions = sync.OnceValue(func() *conventions {
	c := strictyaml.Own[conventions]("conventions.yaml", conventionsFile)
	c.commands = map[string]command{}
	for _, l := range c.LaTeX {
		for _, name := range strings.Fields(l.Names) {
			c.commands[name] = l
		}
	}
	return &c
})

// aside is what stands beside the words of a label.
var aside = regexp.MustCompile(`\s*(?:[↑↓%*∗†‡§^_¦:]|\([^)]*\)|\[[^\]]*\])+`)

// kindOf tells the kind of a row or column by its label, or a part of it.
func (c *conventions) kindOf(parts []string) kindWords {
	for _, part := range parts {
		part = strings.TrimSpace(aside.ReplaceAllString(part, ""))
		if k, ok := words.First(c.Kinds, func(k kindWords) bool { return k.Words.whole.MatchString(part) }); ok {
			return k
		}
	}
	return kindWords{}
}

// describes reports whether a label is that of a description rather than of results.
func (c *conventions) describes(l label, whole bool) bool {
	text := strings.TrimSpace(aside.ReplaceAllString(l.text, ""))
	return l.Kind == "" && (c.Descriptions.whole.MatchString(text) || whole && c.Counts.whole.MatchString(text))
}

// metricOf tells a metric by the words of a label, and its direction by an arrow.
func (c *conventions) metricOf(label string) (m metricWords, ok bool) {
	m, ok = words.First(c.Metrics, func(m metricWords) bool { return m.Words.part.MatchString(label) })
	for arrow, better := range map[string]Better{"↑": Larger, "↓": Smaller} {
		if strings.Contains(label, arrow) {
			m.Better, m.Aside, ok = better, false, true
		}
	}
	return m, ok
}
