package method

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"gpca/report/choice"
	"gpca/report/strictyaml"
	"gpca/report/words"
	"gpca/solver/kernel"
)

// KernelSigma is the family of Gaussian kernels in a Choose.
const KernelSigma = "kernel-sigma"

// Choose says how a method chooses its parameter on each training set, and from which values; see package choice.
type Choose struct {
	Family string `yaml:"family" doc:"Family of functions, or kernel-sigma for its width." example:"a" required:"yes"`
	By     string `yaml:"by" doc:"Rule of the choice." words:"*cross-validation l1-or-l2" example:"l1-or-l2"`

	Values strictyaml.List[float64] `yaml:"values" doc:"Candidates; multiples for kernel-sigma." example:"[1, 10]"`
	Small  strictyaml.List[float64] `yaml:"small" doc:"Candidates where L1 is better than L2." example:"[1, 3]"`
	Large  strictyaml.List[float64] `yaml:"large" doc:"Candidates where L2 is better than L1." example:"[30, 100]"`

	// 5 folds are customary. 10, the other customary number, takes twice as many fits (T. Hastie, R. Tibshirani,
	// J. Friedman, The Elements of Statistical Learning, 2nd edition, 2009, Section 7.10).
	Folds   int            `yaml:"folds" doc:"Folds of the training samples." least:"2" default:"5" example:"10"`
	Samples map[string]int `yaml:"samples" doc:"Most samples of a class, by data set." example:"{mnist: 500}"`

	family Family // of functions
}

// Describe gives the words and defaults of the fields.
func (Choose) Describe() map[string]strictyaml.Shape {
	return map[string]strictyaml.Shape{
		"family": {Words: append([]string{KernelSigma}, letters()...), Open: true},
	}
}

// OfKernel reports whether the method chooses the width of the kernel.
func (c *Choose) OfKernel() bool { return c.Family == KernelSigma }

// Parameter returns the parameter that is chosen, by its name in candidates.
func (c *Choose) Parameter() string {
	if c.OfKernel() {
		return "sigma"
	}
	p, _ := c.family.Parameter() // check has refused a family without one
	return p.Name
}

// Called returns the study's name of a candidate, such as "cauchy c=10" for an expression.
func (c *Choose) Called(candidate string) string {
	if c.family.Expression == "" {
		return candidate
	}
	return c.family.At(choice.Value(candidate, c.Parameter())).member()
}

func (c *Choose) words() string {
	what := c.Family
	if c.OfKernel() {
		what = "σ of the kernel in multiples of the experiment’s"
	}
	list := func(values []float64) string {
		return words.List(words.Each(values, func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }),
			"or")
	}
	from := list(c.Values)
	if c.By == choice.L1OrL2 {
		from = fmt.Sprintf("%s where L1 does better than L2, else %s", list(c.Small), list(c.Large))
	}
	return fmt.Sprintf("%s, chosen from %s, by cross-validation on each training set in %d folds", what, from,
		c.Folds)
}

// Choice returns the choice of the method on a data set with a kernel, nil in input space.
func (m Method) Choice(data string, k kernel.Function) (choice.Choice, error) {
	name := func(v float64) (string, error) {
		member, err := m.Choose.family.At(v).method()
		if err != nil {
			return "", err
		}
		return member.Objective.Name(), nil
	}
	if m.Choose.OfKernel() {
		gaussian, ok := k.(kernel.Gaussian)
		if !ok {
			return choice.Choice{}, fmt.Errorf("method %s chooses the width of a Gaussian kernel, which the "+
				"experiment does not have", m.Name)
		}
		name = func(v float64) (string, error) {
			f := kernel.Gaussian{Sigma: v * gaussian.Sigma}
			return f.String(), kernel.Validate(f)
		}
	}
	c := choice.Choice{By: m.Choose.By, Folds: m.Choose.Folds,
		Samples: m.Choose.Samples[data]}
	sides := [][]float64{m.Choose.Values, m.Choose.Small, m.Choose.Large}
	if c.By == choice.L1OrL2 && len(sides[0]) == 0 {
		sides = sides[1:]
	} else if len(m.Choose.Small)+len(m.Choose.Large) == 0 {
		sides = sides[:1]
	}
	for _, values := range sides {
		var names []string
		for _, v := range values {
			n, err := name(v)
			if err != nil {
				return c, fmt.Errorf("method %s: %w", m.Name, err)
			}
			names = append(names, n)
		}
		c.Sides = append(c.Sides, names)
	}
	if err := c.Validate(); err != nil {
		return c, fmt.Errorf("method %s: %w", m.Name, err)
	}
	return c, nil
}

func (c *Choose) check(name string, block strictyaml.Node, families Families) error {
	if err := block.Complete(strictyaml.Describe("", Choose{})).Decode(c); err != nil {
		return err
	}
	if !c.OfKernel() {
		var err error
		if c.family, err = families.Find(c.Family, KernelSigma); err != nil {
			return block.At("family").Fault("method %s: %w", name, err)
		}
		p, err := c.family.Parameter()
		if err != nil {
			return block.At("family").Fault("method %s: %w", name, err)
		}
		if c.By == choice.CrossValidation && len(c.Values) == 0 {
			c.Values = p.Values
		}
	}
	if c.By == choice.L1OrL2 && c.OfKernel() {
		return block.At("by").Fault("method %s: %s chooses among functions, not kernels", name, choice.L1OrL2)
	}
	if err := c.checkValues(name, block); err != nil {
		return err
	}
	for _, data := range slices.Sorted(maps.Keys(c.Samples)) {
		if n := c.Samples[data]; n < 1 {
			return block.At("samples").Fault("method %s chooses on %d samples of a class of %s, at least 1 is "+
				"needed", name, n, data)
		}
	}
	// What is left is common to all choices: too few candidates, or candidates of another rule.
	if _, err := (Method{Name: name, Choose: c}).Choice("", kernel.Gaussian{Sigma: 1}); err != nil {
		return block.Fault("%w", err)
	}
	return nil
}

// checkValues refuses values that do not increase: of equally good ones the first is taken, so their order matters.
func (c *Choose) checkValues(name string, block strictyaml.Node) error {
	lowest := c.family.Lowest()
	afterSmall := slices.Max(append(c.Small, lowest))
	for _, list := range []struct {
		key    string
		values []float64
		last   float64
	}{{"values", c.Values, lowest}, {"small", c.Small, lowest}, {"large", c.Large, afterSmall}} {
		for j, v := range list.values {
			at := block.At(list.key).Index(j)
			if err := c.family.Check(v, list.last); err != nil {
				return at.Fault("method %s: %w, small ones before large", name, err)
			}
			if _, err := c.family.At(v).method(); err != nil && !c.OfKernel() {
				return at.Fault("method %s: %w", name, err)
			}
			list.last = v
		}
	}
	return nil
}
