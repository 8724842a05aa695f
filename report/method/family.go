package method

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpca/report/strictyaml"
	"gpca/report/words"
	"gpca/solver/objective"
	"gpca/solver/typo"
)

// A Family is a set of methods whose functions differ by parameters: a family of package objective, or one of an
// expression that a study writes.
//
// A member of a study's family is named by the family and its parameters, as in "wave a=1 b=2". A name with only
// some of the parameters, "wave a=1", means all members that have these values.
type Family struct {
	Name string
	// Expression is f′ as written, empty for a family of package objective.
	Expression string
	Centring   string
	Parameters []Parameter // in the order of the study file
	// Methods are all members of a study's family.
	Methods []Method

	block strictyaml.Node
}

type Parameter struct {
	Name string
	// Values are those listed; none for a family of package objective.
	Values []float64
	fixed  bool // by a name
}

type Families []Family

func ofScores(letter string) (Family, bool) {
	return Family{Name: letter, Parameters: []Parameter{{Name: letter}}}, slices.Contains(letters(), letter)
}

// letters are the names of the families of package objective.
func letters() []string {
	var all []string
	for _, f := range objective.Families() {
		if letter, _, _ := strings.Cut(f.Pattern, "="); letter != "f'" {
			all = append(all, letter)
		}
	}
	return all
}

// decodeFamily reads the expression and parameters of a block, and checks every member.
func decodeFamily(block strictyaml.Node, name, expression, centring string) (*Family, error) {
	f := Family{Name: name, Expression: expression, Centring: centring, block: block}
	for _, pair := range block.Field("parameters").Pairs() {
		var values strictyaml.List[float64]
		if err := pair.Value.Decode(&values); err != nil {
			return nil, err
		}
		p := Parameter{Name: pair.Name(), Values: values}
		if len(values) == 0 {
			return nil, pair.Key.Fault("method %s: the parameter %s has no values", name, p.Name)
		}
		for i, v := range values {
			switch {
			case math.IsNaN(v) || math.IsInf(v, 0):
				return nil, pair.Value.Index(i).Fault("method %s: the parameter %s is %v, "+
					"must be a finite number", name, p.Name, v)
			case slices.Contains(values[:i], v):
				return nil, pair.Value.Index(i).Fault("method %s: the value %g of %s stands twice", name, v, p.Name)
			}
		}
		f.Parameters = append(f.Parameters, p)
	}
	if _, taken := ofScores(name); taken && len(f.Parameters) > 0 {
		return nil, block.At("name").Fault("%s is a family of functions that comes with the program: give this one "+
			"another name", name)
	}
	members := 1
	for _, p := range f.Parameters {
		if members *= len(p.Values); members > mostMembers {
			return nil, block.At("parameters").Fault("method %s: the values of its parameters make more than %d "+
				"methods", name, mostMembers)
		}
	}
	for _, g := range f.members() {
		m, err := g.method()
		if err != nil {
			return nil, f.place(g, err).Fault("method %s: %w", g.member(), err)
		}
		f.Methods = append(f.Methods, m)
	}
	return &f, nil
}

// mostMembers bounds the members of a family, since every one is checked. More are a slip.
const mostMembers = 1000

// members divides the family into its members; the first parameter varies slowest.
func (f Family) members() []Family {
	all := []Family{f}
	for i, p := range f.Parameters {
		var divided []Family
		for _, g := range all {
			divided = append(divided, words.Each(p.Values, func(v float64) Family { return g.fix(i, v) })...)
		}
		all = divided
	}
	return all
}

func (f Family) fix(i int, v float64) Family {
	f.Parameters = slices.Clone(f.Parameters)
	f.Parameters[i].Values, f.Parameters[i].fixed = []float64{v}, true
	return f
}

// member is the name of a single member: "cauchy c=10" of a study's family, else "a=10".
func (f Family) member() string {
	parts := words.Each(f.Parameters, func(p Parameter) string {
		return p.Name + "=" + strconv.FormatFloat(p.Values[0], 'g', -1, 64)
	})
	if f.Expression != "" {
		parts = append([]string{f.Name}, parts...)
	}
	return strings.Join(parts, " ")
}

func (f Family) Members() []string { return words.Each(f.members(), Family.member) }

// with fixes the parameters of a text such as "c=10 d=2".
func (f Family) with(assignments string) (Family, error) {
	for _, a := range strings.Fields(assignments) {
		name, text, _ := strings.Cut(a, "=")
		known := words.Each(f.Parameters, func(p Parameter) string { return p.Name })
		i := slices.Index(known, name)
		if i < 0 {
			return f, fmt.Errorf("method %s has no parameter %q: %s", f.Name, name, typo.DidYouMean(name, known))
		}
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || f.Parameters[i].fixed {
			return f, fmt.Errorf("method %s: %q is not the value of one more parameter; write it as in %q", f.Name, a,
				f.member())
		}
		f = f.fix(i, v)
	}
	return f, nil
}

func (f Family) open() []Parameter {
	return words.Those(f.Parameters, func(p Parameter) bool { return !p.fixed })
}

// Parameter returns the only open parameter. The error says how to fix the others.
func (f Family) Parameter() (Parameter, error) {
	open := f.open()
	switch len(open) {
	case 0:
		return Parameter{}, fmt.Errorf("%s is a single method: it has no parameter to vary", f.member())
	case 1:
		return open[0], nil
	}
	others := Family{Name: f.Name, Expression: f.Expression, Parameters: slices.DeleteFunc(slices.Clone(f.Parameters),
		func(p Parameter) bool { return p.Name == open[0].Name })}
	return Parameter{}, fmt.Errorf("family %s varies in %d parameters: fix all but one, as in %q", f.Name, len(open),
		others.member())
}

// At returns the member with the open parameter fixed at v.
func (f Family) At(v float64) Family {
	for i, p := range f.Parameters {
		if !p.fixed {
			f = f.fix(i, v)
		}
	}
	return f
}

// Lowest is the bound that values must exceed: 0 for package objective, −∞ for expressions.
func (f Family) Lowest() float64 {
	if f.Expression == "" {
		return 0
	}
	return math.Inf(-1)
}

// Check returns an error unless v exceeds the value before it, which is Lowest for the first.
func (f Family) Check(v, before float64) error {
	switch {
	case v > before && !math.IsInf(v, 0):
		return nil
	case f.Expression == "":
		return fmt.Errorf("value %g: values must be positive and increase", v)
	}
	return fmt.Errorf("value %g: values must increase", v)
}

// method returns the method of a family without open parameters.
func (f Family) method() (Method, error) {
	if f.Expression == "" {
		return Parse(f.member())
	}
	parameters := map[string]float64{}
	for _, p := range f.Parameters {
		parameters[p.Name] = p.Values[0]
	}
	s, err := objective.ExpressionWith(f.Expression, parameters)
	return Method{Name: f.member(), Objective: s, Centring: f.Centring, Family: &f}, err
}

// place returns where in the study file a faulty member is wrong: at the parameter at fault, at the only
// parameter where its value leaves f′ undefined, else at the expression.
func (f Family) place(member Family, err error) strictyaml.Node {
	parameters := f.block.Field("parameters")
	if e, ok := errors.AsType[*objective.ParameterError](err); ok {
		for _, pair := range parameters.Pairs() {
			if pair.Name() == e.Name {
				return pair.Key
			}
		}
	}
	if _, ok := errors.AsType[*objective.DomainError](err); ok && len(f.Parameters) == 1 {
		p := f.Parameters[0]
		return parameters.At(p.Name).Index(slices.Index(p.Values, member.Parameters[0].Values[0]))
	}
	return f.block.At("expression")
}

// Cut divides the name of members, "cauchy c=10", into family and parameters.
func (o Families) Cut(name string) (f Family, parameters string, ok bool) {
	for _, family := range o {
		rest, found := strings.CutPrefix(name, family.Name)
		first, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
		// A family "wave" must not match a method "wave short" or its members.
		if found && len(family.Parameters) > 0 && (rest == "" || rest[0] == ' ' && strings.Contains(first, "=")) {
			f, parameters, ok = family, strings.TrimSpace(rest), true
		}
	}
	return f, parameters, ok
}

// Find returns the family of a name, which may fix parameters: one of the study or of package objective. For an
// unknown name the error suggests others, including those of also.
func (o Families) Find(name string, also ...string) (Family, error) {
	if f, parameters, ok := o.Cut(name); ok {
		return f.with(parameters)
	}
	if f, ok := ofScores(name); ok {
		return f, nil
	}
	return Family{}, fmt.Errorf("unknown family %q: %s", name, typo.DidYouMean(name, append(o.names(), also...)))
}

// names lists all families whose values can be chosen.
func (o Families) names() []string {
	own := words.Those(o, func(f Family) bool { return len(f.Parameters) > 0 })
	return append(words.Each(own, func(f Family) string { return f.Name }), letters()...)
}

// Members returns the methods that a name in a list means: the members of a family, or the name itself.
func (o Families) Members(name string) []string {
	if f, parameters, ok := o.Cut(name); ok {
		if f, err := f.with(parameters); err == nil {
			return f.Members()
		}
	}
	return []string{name}
}

// Method returns the method of a name: a member of one of the families, or a function.
func (o Families) Method(name string) (Method, error) {
	f, parameters, ok := o.Cut(name)
	if !ok {
		return Parse(name)
	}
	f, err := f.with(parameters)
	if err != nil {
		return Method{}, err
	}
	if len(f.open()) > 0 {
		return Method{}, fmt.Errorf("%s stands for several methods: name one, such as %q", name, f.member())
	}
	return f.method()
}

// Warnings returns the warnings of the families' functions with file and line, each once. Run says by the names of
// methods, and of families that a method chooses from, which are used.
func (o Families) Warnings(run map[string]bool) []error {
	var all []error
	for _, f := range o {
		warned := slices.DeleteFunc(slices.Clone(f.Methods), func(m Method) bool {
			return !run[m.Name] && !run[f.Name] || len(m.Objective.Properties().Warnings()) == 0
		})
		if len(warned) == 0 {
			continue
		}
		text := strings.Join(warned[0].Objective.Properties().Warnings(), " ")
		if others := len(warned) - 1; others > 0 {
			text += fmt.Sprintf(" The same holds, with other numbers, for %d more of its %d members.", others,
				len(f.Methods))
		}
		all = append(all, f.block.At("expression").Fault("method %s: %s", warned[0].Name, text))
	}
	return all
}
