// Package method reads what a study means by the name of a method: a function, which may be an expression of the
// study; a choice of the function's or the kernel's parameter; robust PCA; or a program of the user's. Methods whose
// expression has parameters form a [Family].
package method

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gpca/report/external"
	"gpca/report/strictyaml"
	"gpca/report/words"
	"gpca/solver"
	"gpca/solver/kernel"
	"gpca/solver/objective"
	"gpca/solver/robust"
	"gpca/solver/typo"
)

// A Method is what a column of a table compares.
type Method struct {
	Name string
	// Function is nil for a method that chooses its function, is a program, or is robust PCA.
	Objective objective.Function
	// Robust finds components in another way than by a function; nil for other methods.
	Robust *robust.Method
	// Centring is [Mean] or [None], empty for that of the experiment.
	Centring string
	// Distance ranks samples in experiments that detect outliers, empty for that of the experiment.
	Distance string
	// Update is the order of updates of a network in feature space.
	Update solver.Update
	// Choose is how a parameter of function or kernel is chosen; nil for none.
	Choose *Choose
	// Command is the program of the method; nil for other methods.
	Command *external.Command
	// Family is the family of the study's expression; nil for other methods.
	Family *Family
}

// Own reports whether the method is a program or uses an expression of the study. Its results are then stored by
// the name of the method.
func (m Method) Own() bool {
	return m.Command != nil || m.Family != nil || m.Choose != nil && m.Choose.family.Expression != ""
}

// The ways to centre training samples.
const (
	Mean = "mean"
	None = "none"
)

// Parse returns the method of a name: a function, or a method of package robust.
func Parse(name string) (Method, error) {
	s, err := objective.Parse(name)
	if err == nil {
		return Method{Name: name, Objective: s}, nil
	}
	r, unknown := robust.Parse(name)
	if unknown == nil {
		return Method{Name: name, Robust: &r}, nil
	}
	word, _, _ := strings.Cut(name, " ")
	near := len(word) > len("fms") && len(typo.Nearest(word, robust.Methods())) > 0 // short names are near to all
	if near || slices.Contains(robust.Methods(), word) {
		err = unknown
	}
	return Method{}, err
}

// Unknown returns an error for the name of no method, which offers those of a study and of the program.
func Unknown(name string, own ...string) error {
	known := slices.Concat(own, words.Each(objective.Named(), objective.Function.Name), robust.Methods())
	offered := typo.DidYouMean(name, known)
	if len(typo.Nearest(name, known)) == 0 {
		offered += "; families of functions are " +
			strings.Join(words.Each(objective.Families(), func(f objective.Family) string { return f.Pattern }), ", ")
	}
	return fmt.Errorf("unknown method %q: %s", name, offered)
}

type fields struct {
	Name     string `yaml:"name" doc:"What columns, curves and results call the method." example:"mine" required:"yes"`
	Function string `yaml:"function" doc:"Objective function f, one of report list methods." example:"tanh"`
	Score    string `yaml:"score" doc:"The earlier name of function." example:"tanh"`

	Expression string `yaml:"expression" doc:"Derivative f′, as an expression of u." example:"3 - 3/cosh(u/100)"`

	Parameters map[string]strictyaml.List[float64] `yaml:"parameters" doc:"Those of f′." example:"{c: [1, 10, 100]}"`

	Centring string        `yaml:"centring" doc:"What samples lose here." words:"mean none" example:"none"`
	Distance string        `yaml:"distance" doc:"What ranks outliers, in place of the experiment's." example:"score"`
	Update   solver.Update `yaml:"update" doc:"Order of updates in kernel PCA." words:"serial" example:"serial"`
	Choose   *Choose       `yaml:"choose" doc:"Choice of a parameter." example:"{family: a, values: [1, 10, 100]}"`

	External external.Options `yaml:",inline"` // of a program
}

// Block returns the shape of a method in a study file.
func Block() strictyaml.Shape { return strictyaml.Describe("", fields{}) }

// Decode reads a method from its block; of a family, the first member.
func Decode(block strictyaml.Node, families Families) (Method, error) {
	var written fields
	if err := block.Complete(Block()).Decode(&written); err != nil {
		return Method{}, err
	}
	key := "function"
	if written.Score != "" && written.Function == "" {
		key, written.Function, written.Score = "score", written.Score, ""
	}
	m := Method{
		Name: written.Name, Centring: written.Centring, Distance: written.Distance, Update: written.Update,
		Choose: written.Choose,
	}
	var err error
	if m.Command, err = written.External.Decode(block); err != nil {
		return m, err
	}
	if err := written.check(block); err != nil || m.Command != nil {
		return m, err
	}
	if written.Function != "" {
		if m.Objective, err = objective.Parse(written.Function); err != nil {
			return m, block.At(key).Fault("method %s: %w", m.Name, err)
		}
	}
	if written.Expression != "" {
		if m.Family, err = decodeFamily(block, m.Name, written.Expression, m.Centring); err != nil {
			return m, err
		}
		m.Name, m.Objective = m.Family.Methods[0].Name, m.Family.Methods[0].Objective
	}
	if m.Choose != nil {
		if err := m.Choose.check(m.Name, block.Field("choose"), families); err != nil {
			return m, err
		}
	}
	return m, nil
}

// check refuses keys that do not go together.
func (w fields) check(block strictyaml.Node) error {
	switch fixed := w.Choose == nil; {
	case w.Score != "":
		return block.At("score").Fault("method %s: score is the earlier name of function, which it has too", w.Name)
	case w.Update != solver.Parallel && (w.Function == "" || !fixed):
		return block.At("update").Fault("method %s: update is for a method with a function alone", w.Name)
	case len(w.Parameters) > 0 && (w.Expression == "" || !fixed):
		return block.At("parameters").Fault("method %s: parameters are for an expression, and for one that does "+
			"not choose", w.Name)
	}
	return w.checkFunctions(block, map[bool]int{true: 1}[w.Function != ""]+map[bool]int{true: 1}[w.Expression != ""])
}

// checkFunctions refuses a number of functions that does not go with what else the method is.
func (w fields) checkFunctions(block strictyaml.Node, functions int) error {
	switch {
	case len(w.External.Command) > 0:
		if functions > 0 || w.Choose != nil {
			return block.Fault("method %s is a command and must have neither a function nor a choice", w.Name)
		}
	case w.Choose == nil:
		if functions != 1 {
			return block.Fault("method %s needs a function, an expression or a command", w.Name)
		}
	case w.Choose.OfKernel():
		if functions != 1 {
			return block.Fault("method %s chooses the width of the kernel: it needs either a function or an "+
				"expression to go with it", w.Name)
		}
	case functions > 0:
		return block.Fault("method %s chooses %s of its function and must not have another function", w.Name,
			w.Choose.Family)
	}
	return nil
}

func (m Method) Function() (objective.Function, error) {
	if m.Objective == nil {
		return nil, fmt.Errorf("method %s has no one function: it chooses the parameter of its function, is a "+
			"program, or is robust PCA", m.Name)
	}
	return m.Objective, nil
}

// Words describes the method: formula with source, choice, centring.
func (m Method) Words() string {
	text := ""
	if m.Objective != nil {
		text = fmt.Sprintf("%s (%s)", m.Objective.Formula(), m.Objective.Source())
	}
	if m.Robust != nil {
		text = fmt.Sprintf("robust PCA (%s)", m.Robust.Source)
	}
	if m.Command != nil {
		text = m.Command.Phrase()
	}
	if c := m.Choose; c != nil {
		if text != "" {
			text += ", "
		}
		text += c.words()
	}
	if m.Update == solver.Serial {
		text += ", one weight updated after the other"
	}
	if m.Centring != "" {
		text += map[string]string{Mean: ", centred", None: ", not centred"}[m.Centring]
	}
	return text
}

// Label returns the name of a method as tables print it, unless the study gives a label.
func Label(name string) string { return strings.Replace(name, "=", " = ", 1) }

// Equal reports whether two methods have the same name and definition.
func (m Method) Equal(o Method) bool {
	name := func(s objective.Function) string {
		if s == nil {
			return ""
		}
		return s.Name()
	}
	return m.Name == o.Name && name(m.Objective) == name(o.Objective) && m.Centring == o.Centring &&
		m.Distance == o.Distance && m.Update == o.Update &&
		m.Choose.equal(o.Choose) && m.Command.Equal(o.Command) &&
		(m.Robust == o.Robust || m.Robust != nil && o.Robust != nil && *m.Robust == *o.Robust)
}

func (c *Choose) equal(o *Choose) bool {
	if c == nil || o == nil {
		return c == o
	}
	made := func(c *Choose) string {
		k, _ := Method{Choose: c}.Choice("", kernel.Gaussian{Sigma: 1}) // check has made it without an error
		return c.Family + " " + k.String()
	}
	return made(c) == made(o) && maps.Equal(c.Samples, o.Samples)
}
