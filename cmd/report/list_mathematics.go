package main

import (
	"fmt"
	"slices"
	"strings"

	"gpca/report/experiment"
	"gpca/report/method"
	"gpca/report/noise"
	"gpca/report/plan"
	"gpca/solver/score"
)

type methodItem struct {
	Name     string `json:"name"`
	Formula  string `json:"formula"`
	Theorem1 string `json:"theorem_1"`
	Source   string `json:"source"`
}

func (methodItem) heading() []string { return []string{"NAME", "FORMULA", "THEOREM 1", "SOURCE"} }
func (i methodItem) row() []string   { return []string{i.Name, i.Formula, i.Theorem1, orNone(i.Source)} }

// methods lists the scores with a name, the families, and what the study
// defines; with a selection the methods that it needs.
func (i *inventory) methods() ([]item, error) {
	if i.plan != nil {
		return methodsOf(i.plan)
	}
	var items []item
	for _, s := range score.Named() {
		items = append(items, newMethodItem(s.Name(), s, ""))
	}
	for _, m := range i.study.Methods {
		i, err := itemOf(m, m.Centring)
		if err != nil {
			return nil, err
		}
		items = append(items, i)
	}
	for _, f := range score.Families() {
		items = append(items, methodItem{f.Pattern, f.Formula, "depends", f.Source})
	}
	return items, nil
}

// methodsOf lists the methods of a plan under the names that its study and --method have
// for them, once for each way in which their training samples are centred.
func methodsOf(p *plan.Plan) ([]item, error) {
	centring := map[string]string{} // by key of a cell
	for _, c := range p.Cells {
		centring[c.Key()] = valueOf(c, "centring")
	}
	var items []item
	for _, q := range p.Asked() {
		key, ok := p.Key(q)
		if !ok || q.Method.Name == "" {
			continue
		}
		i, err := itemOf(q.Method, centring[key])
		if err != nil {
			return nil, err
		}
		if !slices.Contains(items, i) {
			items = append(items, i)
		}
	}
	return items, nil
}

// valueOf is a part of a cell's key, empty where its kind has no such part.
func valueOf(c experiment.Cell, field string) string {
	for _, f := range c.SpecFields() {
		if f.Name == field {
			return f.Value
		}
	}
	return ""
}

// itemOf lists a method whose training samples are centred in some way.
func itemOf(m method.Method, centring string) (item, error) {
	if m.Choose != nil {
		return newChoiceItem(m, centring), nil
	}
	s, err := m.Function()
	if err != nil {
		return nil, err
	}
	return newMethodItem(m.Name, s, centring), nil
}

func newMethodItem(name string, s score.Score, centring string) methodItem {
	i := methodItem{name, s.Formula(), theorem1(s.Properties()), s.Source()}
	if centring == method.None {
		i.Formula += ", uncentred"
	}
	return i
}

func newChoiceItem(m method.Method, centring string) methodItem {
	formula := m.Choose.Family + " chosen by " + m.Choose.Rule()
	if m.Score != nil {
		formula = m.Score.Name() + ", " + formula
	}
	if centring == method.None {
		formula += ", uncentred"
	}
	return methodItem{m.Name, formula, "depends", "training data alone"}
}

// theorem1 says where Theorem 1 of the thesis covers the ascent with a score.
func theorem1(p score.Properties) string {
	text := "no"
	switch {
	case p.NonDecreasing:
		text = "covers it"
	case p.RisesUpTo > 0:
		text = fmt.Sprintf("up to u = %.3g", p.RisesUpTo)
	}
	if p.Sampled {
		text += " (sampled)"
	}
	return text
}

type noiseItem struct {
	Name       string `json:"name"`
	Level      string `json:"level"`
	Definition string `json:"definition"`
}

func (noiseItem) heading() []string { return []string{"NAME", "LEVEL", "DEFINITION"} }
func (i noiseItem) row() []string   { return []string{i.Name, orNone(i.Level), i.Definition} }

func (i *inventory) noises() ([]item, error) {
	var items []item
	for _, n := range noise.Catalogue() {
		if i.has(n.Name(), noisesOf) {
			items = append(items, noiseItem{n.Name(), n.LevelLabel(), n.Definition()})
		}
	}
	if i.has(noise.DummyImagesName, noisesOf) {
		items = append(items, noiseItem{
			noise.DummyImagesName, "number of images",
			"Images of random black and white pixels are added to the training samples (N. Kwak, IEEE PAMI 30, 2008).",
		})
	}
	return items, nil
}

func noisesOf(p *plan.Plan) []string {
	var names []string
	for _, c := range p.Cells {
		names = append(names, valueOf(c, "noise"))
	}
	return names
}

type kernelItem struct {
	Name       string `json:"name"`
	Formula    string `json:"formula"`
	Parameters string `json:"parameters"`
}

func (kernelItem) heading() []string { return []string{"NAME", "FORMULA", "PARAMETERS"} }
func (i kernelItem) row() []string   { return []string{i.Name, i.Formula, orNone(i.Parameters)} }

// kernels lists what the kernel of an experiment may be, with the keys that a
// study file has for their parameters.
func (i *inventory) kernels() ([]item, error) {
	var items []item
	for _, k := range []kernelItem{
		{"gaussian", "exp(−‖x−y‖²/σ²)", "sigma, or sigmas for each data set"},
		{"polynomial", "(factor·xᵀy + offset)^degree", "degree, factor, offset"},
		{"linear", "xᵀy", ""},
	} {
		if i.has(k.Name, kernelsOf) {
			items = append(items, k)
		}
	}
	return items, nil
}

// kernelsOf lists the kernels of a plan by the names that study files use.
func kernelsOf(p *plan.Plan) []string {
	var names []string
	for _, c := range p.Cells {
		name, _, _ := strings.Cut(valueOf(c, "kernel"), "(")
		names = append(names, name)
	}
	return names
}
