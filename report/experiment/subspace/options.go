// Package subspace fits the subspaces of experiments: the components of several functions, or of a user's program,
// on one set of samples, in input space or in the feature space of a kernel. Experiments embed [Fitting], the
// options of a fit in a study file, and [Spec], its part of a cell's key.
package subspace

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"gpca/report/choice"
	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/experiment/internal/option"
	"gpca/report/external"
	"gpca/report/method"
	"gpca/report/strictyaml"
	"gpca/report/words"
	"gpca/solver"
	"gpca/solver/objective"
)

// A Fitting has the options of a fit. Each of them may be an axis.
type Fitting struct {
	Components strictyaml.List[int]    `yaml:"components" doc:"Number of components." example:"[10, 20, 30]"`
	Kernel     strictyaml.List[Kernel] `yaml:"kernel" doc:"Kernel, if any." example:"{function: gaussian, sigma: 2}"`

	Centring strictyaml.List[string] `yaml:"centring" doc:"What samples lose." words:"mean none" example:"none"`

	Centre strictyaml.List[string] `yaml:"centre" doc:"What centred samples lose." default:"own" example:"median"`
	// Scale is also a factor of shown errors, see package reconstruct.
	Scale strictyaml.List[string] `yaml:"scale" doc:"Divides columns, or scales errors." default:"none" example:"mad"`

	Start         strictyaml.List[string]  `yaml:"start" doc:"Where iterations start." example:"random-7"`
	Tolerance     strictyaml.List[float64] `yaml:"tolerance" doc:"Least step that is worth another." example:"1e-6"`
	MaxIterations strictyaml.List[int]     `yaml:"max-iterations" doc:"Most iterations of a component." example:"500"`
	Patience      strictyaml.List[int]     `yaml:"patience" doc:"Most iterations without a gain." example:"50"`

	// Choosable says that 0 components are as many as the data suggest.
	Choosable bool `yaml:"-"`

	block strictyaml.Node
	axes  []experiment.Axis
}

// Describe lists words and gives defaults.
func (Fitting) Describe() map[string]strictyaml.Shape { return new(Fitting).options().Shapes() }

// options declares all options; Fitting has their values.
func (o *Fitting) options() option.All[Spec] {
	own, none := ownCentre, NoScale
	return option.All[Spec]{
		option.Of(&o.Components, option.Option[Spec, int]{Key: "components", Title: "Components", Required: true,
			Value: option.Number[int]("component"), In: func(s *Spec) *int { return &s.Components },
			Check: func(n int) error {
				if n > 0 || n == 0 && o.Choosable {
					return nil
				}
				return fmt.Errorf("components is %d, at least 1 is needed", n)
			}}),
		kernels{o},
		option.Of(&o.Centring, option.Option[Spec, string]{Key: "centring", Title: "Centring", Plural: "ways to centre",
			Default: method.Mean, In: func(s *Spec) *string { return &s.Centring },
			Value: func(c string) experiment.Value {
				return experiment.Called(c, map[string]string{method.Mean: "centred", method.None: "not centred"}[c])
			}}),
		option.Of(&o.Start, option.Option[Spec, string]{Key: "start", Title: "Start", Plural: "starts",
			Default: string(solver.LargestSample), In: func(s *Spec) *string { return &s.Start }, Open: true,
			Words: words.Each(solver.Starts(), func(s solver.Start) string { return string(s) }),
			Value: func(s string) experiment.Value { return experiment.Word(s, "start "+s) },
			Named: func(s string) string { return " from " + s },
			Check: func(s string) error { _, err := solver.ParseStart(s); return err },
			Meanings: []string{
				"largest-sample: the sample of largest norm.",
				"principal-component: component i starts from principal component i.",
				"best-sample: the sample whose direction has the largest objective; slow, and for functions with a " +
					"closed form of f.",
				"smallest-sample: the sample of smallest norm that is not almost 0.",
				"random-7: a random direction, by its seed.",
			}}),
		option.Of(&o.Tolerance, option.Option[Spec, float64]{Key: "tolerance", Title: "Tolerance", Plural: "tolerances",
			Default: solver.DefaultTolerance, In: func(s *Spec) *float64 { return &s.Tolerance },
			Value: option.Number[float64](""), Check: option.Positive[float64]("tolerance"),
			Named: func(v float64) string { return fmt.Sprintf(" to %g", v) }}),
		option.Of(&o.MaxIterations, option.Option[Spec, int]{Key: "max-iterations", Title: "Iteration limit",
			Plural: "iteration limits", Default: solver.DefaultMaxIterations,
			In:    func(s *Spec) *int { return &s.MaxIterations },
			Value: option.Number[int]("iteration"), Check: option.Positive[int]("max-iterations"),
			Named: func(n int) string { return fmt.Sprintf(" in %d iterations", n) }}),
		option.Of(&o.Patience, option.Option[Spec, int]{Key: "patience", Title: "Patience", Plural: "patiences",
			Default: solver.DefaultPatience, In: func(s *Spec) *int { return &s.Patience },
			Value: option.Number[int]("iteration"), Check: option.Positive[int]("patience")}),
		option.Of(&o.Centre, option.Option[Spec, string]{Key: "centre", Title: "Centre", Plural: "centres",
			Default: own, Unset: &own, In: func(s *Spec) *string { return &s.Centre },
			Words: experiment.Texts(centres()), Value: option.Entry(centres())}),
		option.Of(&o.Scale, option.Option[Spec, string]{Key: "scale", Title: "Scale", Plural: "scales",
			Default: none, Unset: &none, In: func(s *Spec) *string { return &s.Scale },
			Words: experiment.Texts(scales()), Open: true, Value: option.Entry(scales()), Check: func(s string) error {
				_, err := experiment.Find("scale", s, scales())
				return err
			}}),
	}
}

// kernels are an option whose values are no words or numbers; an entry of its list may be several.
type kernels struct{ *Fitting }

func (kernels) Key() string                                    { return "kernel" }
func (kernels) Plural() string                                 { return "" }
func (k kernels) Axis() experiment.Axis                        { return kernelAxis(k.Kernel) }
func (kernels) Check(strictyaml.Node) error                    { return nil }
func (kernels) Name(*Spec) string                              { return "" }
func (kernels) Set(*Spec, []experiment.Axis, experiment.Point) {}
func (kernels) Shape() strictyaml.Shape {
	return strictyaml.Shape{Words: []string{"linear", inputSpace}, Default: inputSpace}
}

// Spec is the part of a cell's key for its fit, without settings that its function ignores.
type Spec struct {
	Kernel        string  `json:"kernel"`
	Score         string  `json:"score"` // empty if chosen
	Centring      string  `json:"centring"`
	Centre        string  `json:"centre,omitempty"` // empty for the method's own
	Scale         string  `json:"scale,omitempty"`  // empty for none
	Components    int     `json:"components"`
	Tolerance     float64 `json:"tolerance"`
	MaxIterations int     `json:"max_iterations"`
	Patience      int     `json:"patience"`
	Start         string  `json:"start"`
	// Update is the order of the network's updates in feature space.
	Update solver.Update `json:"update,omitempty"`
	// Choice is how a parameter is chosen; Kernel is ChosenKernel if it is the kernel's.
	Choice string `json:"choice"`
	// Robust is the method of package robust, if any, that replaces function and choice.
	Robust string `json:"robust,omitempty"`
	// RobustVersion is that of the method.
	RobustVersion int `json:"robust_version,omitempty"`
	// Key is the program, if any, that does.
	external.Key
	Command *external.Command `json:"-"`

	own string // the study's name of its own method; not in the key
}

// ChosenKernel stands for a kernel that is chosen on every training set.
const ChosenKernel = "gaussian(sigma=chosen)"

func (o *Fitting) Resolve(block strictyaml.Node, data []string, scope experiment.Scope) error {
	o.block = block
	var kernels []Kernel
	for i, k := range o.Kernel {
		for _, one := range k.each() {
			if err := one.check(block.At("kernel").Index(i), data, scope); err != nil {
				return err
			}
			kernels = append(kernels, one)
		}
	}
	o.Kernel = kernels
	if err := words.Try(block.Field("kernel").Entries(), checkParameters); err != nil {
		return err
	}
	if len(o.Components) == 0 {
		return block.Fault("components, the number to extract, is missing: at least 1 is needed")
	}
	if err := o.checkCentre(block); err != nil {
		return err
	}
	if err := o.options().Check(block); err != nil {
		return err
	}
	for _, a := range o.options().Axes() {
		if len(a.Values) > 1 {
			o.axes = append(o.axes, a)
		}
	}
	return nil
}

// FitAxes returns the axes of several values, and that of methods.
func (o *Fitting) FitAxes() []experiment.Axis {
	return append(slices.Clip(o.axes), experiment.Methods())
}

func (o *Fitting) KernelAt(p experiment.Point) Kernel {
	return experiment.Item(o.axes, p, "kernel", o.Kernel)
}

// Spec says how a method is fitted at a point to so many samples, named of, or why it cannot be.
func (o *Fitting) Spec(
	p experiment.Point, m method.Method, samples int, of string, d dataset.Description,
) (Spec, error) {
	s := Spec{Update: m.Update}
	o.options().Set(&s, o.axes, p)
	s.Centring = cmp.Or(m.Centring, s.Centring)
	f, err := o.KernelAt(p).On(d.Name)
	if err != nil {
		return s, err
	}
	if f != nil {
		s.Kernel = f.String()
	}
	if m.Objective != nil {
		s.Score = m.Objective.Name()
	}
	if m.Robust != nil {
		s.Robust, s.RobustVersion = m.Robust.Name(), m.Robust.Version()
	}
	if m.Command != nil {
		s.Key = m.Command.Key
	}
	otherwise := s.Words+s.Robust != "" // than by a function
	if s.Centring == method.None || s.Centre == method.Mean && !otherwise {
		s.Centre = "" // for functions the method's own
	}
	if otherwise { // which ignores the settings of iterations
		s.Start, s.Tolerance, s.MaxIterations = string(solver.LargestSample), solver.DefaultTolerance,
			solver.DefaultMaxIterations
	}
	if m.Own() {
		s.own = m.Name
	}
	if m.Choose != nil {
		c, err := m.Choice(d.Name, f)
		if err != nil {
			return s, err
		}
		s.Choice = c.String()
		if m.Choose.OfKernel() {
			s.Kernel = ChosenKernel
		}
	}
	if !s.mayWander(m) {
		s.Patience = 0
	}
	return s, o.feasible(s, samples, of, d)
}

// mayWander reports whether the iteration of the function, or of a candidate, need not settle.
func (s Spec) mayWander(m method.Method) bool {
	if m.Objective != nil {
		return m.Objective.Properties().SingularAtZero
	}
	made, err := choice.Parse(s.Choice)
	return err == nil && slices.ContainsFunc(made.Measured(), func(name string) bool {
		f, err := objective.Parse(name)
		return err == nil && f.Properties().SingularAtZero
	})
}

// Check refuses a method that chooses its parameter, or that cannot be fitted.
func (o *Fitting) Check(m method.Method) error {
	if m.Choose != nil {
		return fmt.Errorf("method %s chooses its parameter, which only experiments of kind reconstruct can", m.Name)
	}
	return o.CheckMethod(m)
}

// CheckMethod refuses a method that cannot be fitted everywhere in the grid.
func (o *Fitting) CheckMethod(m method.Method) error {
	functions := words.Each(o.Kernel, func(k Kernel) string { return k.Function })
	curved := slices.ContainsFunc(functions, func(f string) bool { return f != inputSpace })
	closed := m.Objective == nil
	if !closed {
		_, closed = m.Objective.Primitive(1)
	}
	for _, fault := range []struct {
		is   bool
		said string
	}{
		{m.Command != nil && m.Command.Rates(), " answers how outlying samples are, for which there is no use here: " +
			"take an experiment of kind detect"},
		{m.Command != nil && m.Command.Predicts(), " predicts classes by itself, for which there is no use here: " +
			"take an experiment of kind reconstruct that measures rates"},
		{m.Robust != nil && slices.Contains(o.Centring, method.None), " finds the centre of samples itself, and the " +
			"experiment has centring none: leave that out"},
		{m.Robust != nil && curved, " finds components in input space, and the experiment has a kernel: take one " +
			"without"},
		{m.Command != nil && curved, " is a command that answers components, which are in input space, and the " +
			"experiment has a kernel: take one without, or let it answer predictions"},
		{m.Update == solver.Serial && slices.Contains(functions, inputSpace), " updates the network of kernel PCA " +
			"serially, and the experiment has no kernel"},
		{m.Choose != nil && m.Choose.OfKernel() && len(functions) == 1 && functions[0] != "gaussian",
			" chooses the width of a Gaussian kernel, which the experiment does not have"},
		{!closed && slices.Contains(o.Start, string(solver.BestSample)), ": start " + string(solver.BestSample) +
			" needs a closed form of f, which it has not"},
	} {
		if fault.is {
			return fmt.Errorf("method %s%s", m.Name, fault.said)
		}
	}
	return nil
}

// feasible refuses more components than samples (less one if centred) or, in input space, features.
func (o *Fitting) feasible(s Spec, samples int, of string, d dataset.Description) error {
	most, why := samples, fmt.Sprintf("%s has at most %s to train on", of, words.Count(float64(samples), "sample"))
	if s.Centring == method.Mean {
		most, why = samples-1, why+", less 1 for their mean"
	}
	if s.Kernel == "" && d.Features < most {
		most, why = d.Features, fmt.Sprintf("data set %s has %s", d.Name, words.Count(float64(d.Features), "feature"))
	}
	if s.Components <= most {
		return nil
	}
	at := o.block.At("components").Index(slices.Index(o.Components, s.Components))
	return at.Fault("%s cannot be extracted: %s", words.Count(float64(s.Components), "component"), why)
}

// InInputSpace refuses kernels, for experiments that measure distances.
func (o *Fitting) InInputSpace() error {
	for i, k := range o.Kernel {
		if k.Function != inputSpace {
			at := o.block.At("kernel").Index(i)
			return at.Fault("distances and angles are those in input space: leave out the kernel")
		}
	}
	return nil
}

// Protocol describes components and kernels, with all values that vary.
func (o *Fitting) Protocol(data []string) (components, kernels string) {
	components = words.List(words.Each(o.Components, strconv.Itoa), "or") + " components"
	if n := o.Components; len(n) == 1 && n[0] == 1 {
		components = "1 component"
	}
	return components, protocol(o.Kernel, data)
}

// Settings describe centring, starts and ends of iterations.
func (o *Fitting) Settings() string {
	each := map[string]string{}
	for _, a := range o.options().Axes() {
		each[a.Name] = words.List(words.Each(a.Values, func(v experiment.Value) string { return v.Label }), "or")
	}
	standard := ""
	if slices.ContainsFunc(o.Centre, func(c string) bool { return c != ownCentre }) {
		standard += " Their centre is " + each["centre"] + "."
	}
	if slices.ContainsFunc(o.Scale, func(s string) bool { return s != NoScale }) {
		standard += " " + words.Capitalise(each["scale"]) + ", over all training samples together."
	}
	return fmt.Sprintf("Training samples are %s.%s An iteration starts from %s and ends with a step below %s, or "+
		"after %s steps; where f′ is infinite at 0, also after %s without a larger objective.",
		each["centring"], standard, each["start"], each["tolerance"], each["max-iterations"], each["patience"])
}

// Varied names the settings of several values: "9 starts and 7 iteration limits".
func (o *Fitting) Varied() string {
	return o.options().Varied(o.axes)
}

// Name is the part of a cell's name for its fit.
func (s Spec) Name() string {
	name, parts := "", []string{s.Kernel, s.Score, s.Choice, s.Robust}
	if s.own != "" {
		parts = []string{s.Kernel, s.own}
	}
	for _, part := range parts {
		if part != "" {
			name += " " + part
		}
	}
	if s.Centring == method.None {
		name += " uncentred"
	}
	if s.Centre != "" {
		name += " about the " + s.Centre
	}
	if s.Scale != "" {
		name += " by " + s.Scale
	}
	return name
}

// SettingsName is the part of a cell's name for settings other than the defaults.
func (s Spec) SettingsName() string {
	name := ""
	if s.Update == solver.Serial {
		name += " serially"
	}
	return name + new(Fitting).options().Name(&s)
}
