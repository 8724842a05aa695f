package subspace

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gpca/report/experiment"
	"gpca/report/strictyaml"
	"gpca/report/words"
	"gpca/solver/kernel"
	"gpca/solver/typo"
)

// A Kernel is the kernel of an experiment with its parameters; input space is one, too.
type Kernel struct {
	Function string `yaml:"function" doc:"Its function; none is input space." example:"gaussian" required:"yes"`

	Sigma  strictyaml.List[float64] `yaml:"sigma" doc:"Width of a Gaussian kernel." example:"[0.5, 1]"`
	Sigmas map[string]float64       `yaml:"sigmas" doc:"Widths for data sets that have their own." example:"{iris: 2}"`
	Degree strictyaml.List[int]     `yaml:"degree" doc:"Degree of a polynomial kernel." example:"3"`
	Factor float64                  `yaml:"factor" doc:"Factor of the scalar product, if polynomial." example:"1"`
	Offset float64                  `yaml:"offset" doc:"What is added to that product." default:"0" example:"1"`
}

var functions = []string{"gaussian", "polynomial", "linear", inputSpace}

// parameters are the keys of kernels beside their function.
var parameters = map[string][]string{"gaussian": {"sigma", "sigmas"}, "polynomial": {"degree", "factor", "offset"}}

func (Kernel) Describe() map[string]strictyaml.Shape {
	return map[string]strictyaml.Shape{"function": {Words: functions}}
}

// MayBeScalar allows "kernel: none".
func (Kernel) MayBeScalar() {}

const inputSpace = "none"

// each returns kernels of one width and one degree each.
func (k Kernel) each() []Kernel {
	var kernels []Kernel
	for _, sigma := range orOne(k.Sigma) {
		for _, degree := range orOne(k.Degree) {
			one := k
			one.Sigma, one.Degree = strictyaml.List[float64]{sigma}, strictyaml.List[int]{degree}
			kernels = append(kernels, one)
		}
	}
	return kernels
}

func orOne[T any](list []T) []T {
	if len(list) == 0 {
		return make([]T, 1)
	}
	return list
}

// On returns the kernel function on a data set, nil in input space.
func (k Kernel) On(data string) (kernel.Function, error) {
	var f kernel.Function
	switch k.Function {
	case inputSpace:
		return nil, nil
	case "gaussian":
		f = kernel.Gaussian{Sigma: k.SigmaOn(data)}
	case "linear":
		f = kernel.Linear{}
	case "polynomial":
		f = kernel.Polynomial{Degree: orOne(k.Degree)[0], Scale: k.Factor, Offset: k.Offset}
	default:
		return nil, fmt.Errorf("unknown kernel %q: %s", k.Function, typo.DidYouMean(k.Function, functions))
	}
	return f, kernel.Validate(f)
}

// SigmaOn returns the width of a Gaussian kernel on a data set.
func (k Kernel) SigmaOn(data string) float64 {
	if s, ok := k.Sigmas[data]; ok {
		return s
	}
	return orOne(k.Sigma)[0]
}

func (k Kernel) value() experiment.Value {
	v := experiment.Word(k.Function, "kernel "+k.Function)
	v.Short = k.Function
	switch {
	case k.Function == inputSpace:
		v.Phrase = "no kernel"
	case len(k.Sigmas) > 0:
		v.Text = "gaussian(sigma of each data set)"
	default:
		if f, err := k.On(""); err == nil {
			v.Text, v.Phrase = f.String(), "kernel "+f.String()
		}
		if k.Function == "gaussian" {
			sigma := k.SigmaOn("")
			v.Number, v.Phrase = sigma, "σ = "+experiment.Number(sigma, "").Text
		} else if k.Function == "polynomial" {
			v.Number = float64(orOne(k.Degree)[0])
		}
	}
	v.Label = v.Phrase
	return v
}

// protocol describes kernels as alternatives, with their widths if data sets differ.
func protocol(kernels []Kernel, data []string) string {
	if len(kernels) == 1 && kernels[0].Function == inputSpace {
		return ""
	}
	var laws []string
	parameters := map[string][]string{}
	for _, k := range kernels {
		for _, d := range data {
			law, parameter := "no kernel", ""
			if f, err := k.On(d); err == nil && f != nil {
				if law, parameter = f.Formula(); parameter != "" {
					parameter = "$" + parameter + "$"
				}
				law = "$" + law + "$"
			}
			laws = words.AppendNew(laws, law)
			parameters[law] = append(parameters[law], parameter)
		}
	}
	for i, law := range laws {
		all := parameters[law]
		different := slices.Compact(slices.Sorted(slices.Values(all)))
		switch {
		case len(different) > 1 && len(kernels) == 1:
			laws[i] += " with " + strings.Join(shortened(all), ", ") + " in the order of the sets"
		case len(different) > 1:
			laws[i] += " with " + words.List(shortened(slices.Compact(all)), "or")
		case all[0] != "":
			laws[i] += ", " + all[0]
		}
	}
	return ", kernel " + words.List(laws, "or")
}

// shortened keeps the parameter's name in the first text only.
func shortened(parameters []string) []string {
	return append(parameters[:1:1], words.Each(parameters[1:], func(p string) string {
		_, value, _ := strings.Cut(p, " = ")
		return strings.Trim(value, "$")
	})...)
}

func (k Kernel) check(at strictyaml.Node, data []string, scope experiment.Scope) error {
	for _, d := range data {
		if _, err := k.On(d); err != nil {
			return at.Fault("data set %s: %w", d, err)
		}
	}
	for _, d := range slices.Sorted(maps.Keys(k.Sigmas)) {
		if err := scope.KnownData(d); err != nil {
			return at.At("sigmas").Fault("%w", err)
		}
	}
	return nil
}

// checkParameters refuses keys that a kernel's function does not have.
func checkParameters(written strictyaml.Node) error {
	function := written.Field("function").Text()
	return words.Try(written.Pairs(), func(p strictyaml.Pair) error {
		if key := p.Name(); key != "function" && !slices.Contains(parameters[function], key) {
			return p.Key.Fault("kernel %s has no %s: leave it out", function, key)
		}
		return nil
	})
}

// kernelAxis makes the axis of kernels. A short text must be unique.
func kernelAxis(kernels []Kernel) experiment.Axis {
	axis := experiment.Axis{Name: "kernel", Title: "Kernel"}
	functions := map[string]int{}
	for _, k := range kernels {
		axis.Values = append(axis.Values, k.value())
		functions[k.Function]++
	}
	widths := len(functions) == 1
	for i := range axis.Values {
		v := &axis.Values[i]
		if functions[v.Short] > 1 {
			v.Short = ""
		}
		widths = widths && !math.IsNaN(v.Number)
	}
	if widths {
		axis.Title = map[string]string{"gaussian": "σ", "polynomial": "Degree"}[kernels[0].Function]
	}
	axis.Title = cmp.Or(axis.Title, "Kernel")
	return axis
}
