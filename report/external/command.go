// Package external runs methods that are programs of the user's, in any language. The manual's page on methods
// (cmd/report/manual/methods.md) says what such a program is given, what it answers and how it runs.
package external

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"gpca/report/dataset"
	"gpca/report/strictyaml"
	"gpca/report/words"
)

// The layouts of the exchange: a start for each training set, and a start for many.
const (
	oneSet   = 1
	manySets = 2
)

const (
	components  = "components"
	predictions = "predictions"
	distances   = "distances"
)

// A Command is a method that is a program.
type Command struct {
	Key
	words     []string
	folder    string // of the study file, absolute
	timeLimit time.Duration
	memory    int64 // bytes
	layout    int

	mutex sync.Mutex
	idle  []*process // under manySets, those that wait for more; some may have ended

	tried  sync.Once
	unable atomic.Pointer[failure] // why it can answer no set
}

// A Key is the part of a cell's key that identifies its program; zero for other methods.
type Key struct {
	// Words is the command line of the study.
	Words string `json:"command,omitempty"`
	// Files is the digest of the files among the words, and of the layout.
	Files string `json:"command_digest,omitempty"`
	// Release is the version in the study.
	Release string `json:"command_version,omitempty"`
	// Answers is what the program answers, empty for components.
	Answers string `json:"command_answers,omitempty"`
}

// Predicts reports whether the program predicts classes instead of finding components.
func (k Key) Predicts() bool { return k.Answers == predictions }

// Rates reports whether the program answers how outlying samples are.
func (k Key) Rates() bool { return k.Answers == distances }

// Phrase names the program and what it answers.
func (k Key) Phrase() string {
	text := "the program " + k.brief()
	if k.Release != "" {
		text += ", version " + k.Release
	}
	return text + ", which answers " + cmp.Or(k.Answers, components)
}

// moreLines are the lines of a quoted word after its first.
var moreLines = regexp.MustCompile(`\\n(?:[^"\\]|\\.)*"`)

// brief returns the command line with no more than the first line of a script that stands in it.
func (k Key) brief() string { return moreLines.ReplaceAllString(k.Words, ` …"`) }

// Options are the keys of a command in a study file.
type Options struct {
	Command strictyaml.List[string] `yaml:"command" doc:"Its program, a word each." example:"[python3, robpca.py]"`

	Version   string `yaml:"version" doc:"Raised when what is no file of the command changes." example:"\"2\""`
	Layout    int    `yaml:"layout" doc:"Training sets of a start: 1 for one, 2 for many." default:"1" example:"2"`
	Answers   string `yaml:"answers" doc:"Its answer." words:"*components predictions distances" example:"predictions"`
	TimeLimit string `yaml:"time-limit" doc:"Time that a start of the program may take." default:"10m" example:"1h"`
	Memory    string `yaml:"memory" doc:"Memory that it and what it starts may take." default:"1GiB" example:"4GiB"`
}

const defaultMemory = 1 << 30

// Decode returns the command of a method's block, nil for none. Its files lie beside the study file.
func (o Options) Decode(block strictyaml.Node) (*Command, error) {
	if len(o.Command) == 0 {
		for _, key := range []string{"version", "layout", "answers", "time-limit", "memory"} {
			if n := block.Field(key); !n.IsZero() {
				return nil, n.Fault("%s is for a method that is a command, and this one has none", key)
			}
		}
		return nil, nil
	}
	c := &Command{words: o.Command, layout: o.Layout}
	c.Words, c.Release = commandLine(o.Command), o.Version
	if err := c.limit(o, block); err != nil {
		return nil, err
	}
	if o.Answers != components {
		c.Answers = o.Answers
	}
	return c, c.find(block)
}

// limit checks the options of a start.
func (c *Command) limit(o Options, block strictyaml.Node) (err error) {
	if c.layout != oneSet && c.layout != manySets {
		return block.At("layout").Fault("layout is %d, must be %d or %d", o.Layout, oneSet, manySets)
	}
	if c.timeLimit, err = time.ParseDuration(o.TimeLimit); err != nil || c.timeLimit <= 0 {
		return block.At("time-limit").Fault("time-limit is %q, must be a time such as 90s, 10m or 2h", o.TimeLimit)
	}
	if c.memory, err = words.ParseBytes(o.Memory); err != nil {
		return block.At("memory").Fault("memory is %q, %w", o.Memory, err)
	}
	return nil
}

// find finds the files among the words of the command.
func (c *Command) find(block strictyaml.Node) (err error) {
	command := block.At("command")
	if len(c.words) == 1 && strings.Contains(c.words[0], " ") {
		return command.Fault("a command is a list of words, since there is no shell to divide it: [%s]",
			strings.Join(strings.Fields(c.words[0]), ", "))
	}
	if i := slices.Index(c.words, ""); i >= 0 {
		return command.Index(i).Fault("an empty word in a command")
	}
	if c.folder, err = filepath.Abs(filepath.Dir(block.File())); err != nil {
		return block.Fault("%w", err)
	}
	var at int
	if _, c.Files, at, err = c.resolve(); err != nil {
		return command.Index(at).Fault("%w", err)
	}
	if c.Files == c.digestOf() && c.Release == "" {
		return command.Fault("no word of the command is a file beside the study, so that nothing tells when the " +
			"program changes: give it a version")
	}
	return nil
}

func commandLine(words []string) string {
	quoted := slices.Clone(words)
	for i, w := range words {
		if strings.ContainsAny(w, " \"\\'\t\n") {
			quoted[i] = strconv.Quote(w)
		}
	}
	return strings.Join(quoted, " ")
}

var likeFile = regexp.MustCompile(`^[^-].*\.[A-Za-z]+$`)

// file is the path of word i if it is a file beside the study, else empty. The first word is one
// only if it is a relative path with a slash: python3 is on the PATH.
func (c *Command) file(i int) (string, error) {
	word := c.words[i]
	if i == 0 && (!strings.ContainsRune(word, '/') || filepath.IsAbs(word)) {
		return "", nil
	}
	path := word
	if !filepath.IsAbs(word) {
		path = filepath.Join(c.folder, word)
	}
	info, err := os.Stat(path)
	if err == nil && info.Mode().IsRegular() {
		return path, nil
	}
	if i == 0 || likeFile.MatchString(word) {
		return "", fmt.Errorf("there is no file %s: put it there, or correct the name", path)
	}
	return "", nil
}

// resolve returns the words, files by their paths, and the digest of the files. An error is about word at.
func (c *Command) resolve() (words []string, digest string, at int, err error) {
	words = slices.Clone(c.words)
	var files []string
	for i := range words {
		path, err := c.file(i)
		if err == nil && path != "" {
			var content []byte
			content, err = os.ReadFile(path)
			words[i], files = path, append(files, fmt.Sprintf("%x", sha256.Sum256(content)))
		}
		if err != nil {
			return nil, "", i, err
		}
	}
	return words, c.digestOf(files...), 0, nil
}

func (c *Command) digestOf(files ...string) string {
	return dataset.DigestOf(append([]string{fmt.Sprint("layout ", c.layout)}, files...)...)
}

// Equal reports whether two methods are the same program.
func (c *Command) Equal(o *Command) bool {
	if c == nil || o == nil {
		return c == o
	}
	return c.Key == o.Key && c.folder == o.folder
}

const guess = 2 // seconds; a run learns from the first starts

// Cost estimates a start of the program on so many samples. A nil Command, as of a stored cell, has
// the default cost.
func (c *Command) Cost(samples, features float64) (seconds float64, bytes int64) {
	bytes = defaultMemory
	if c != nil {
		bytes = cmp.Or(c.memory, bytes)
	}
	return guess, bytes + int64(3*8*samples*features)
}

func (c *Command) arguments() ([]string, error) {
	if c.words == nil {
		return nil, errors.New("the study does not have it any more")
	}
	words, digest, _, err := c.resolve()
	if err == nil && digest != c.Files {
		err = errors.New("its files changed while they were in use: start again")
	}
	return words, err
}
