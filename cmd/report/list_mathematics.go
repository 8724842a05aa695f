package main

import (
	"cmp"
	"fmt"
	"strings"

	"gpca/report"
	"gpca/report/choice"
	"gpca/report/noise"
	"gpca/report/study"
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
		if m.Choose != nil {
			items = append(items, newChoiceItem(m))
			continue
		}
		s, err := m.Function()
		if err != nil {
			return nil, fmt.Errorf("method %s: %w", m.Name, err)
		}
		items = append(items, newMethodItem(m.Name, s, m.Centring))
	}
	for _, f := range score.Families() {
		items = append(items, methodItem{f.Pattern, f.Formula, "depends", f.Source})
	}
	return items, nil
}

// methodsOf lists the methods of a plan under the names that its study and
// --method have for them.
func methodsOf(p *report.Plan) ([]item, error) {
	type fit struct{ score, centring string }
	needed := map[fit]bool{}
	for _, c := range p.Cells {
		if c.Choice == "" {
			needed[fit{c.Score, c.Centring}] = true
		}
	}
	chosen := choosing(p)
	var items []item
	listed := map[string]bool{}
	for _, n := range p.Study.Needs(study.Selection{}) {
		m := p.Study.Method(n.Method)
		if m.Choose != nil {
			if !listed[n.Method] && chosen[n.Method] {
				listed[n.Method] = true
				items = append(items, newChoiceItem(m))
			}
			continue
		}
		s, err := m.Function()
		if err != nil {
			return nil, fmt.Errorf("method %s: %w", n.Method, err)
		}
		if !listed[n.Method] && needed[fit{s.Name(), cmp.Or(m.Centring, "mean")}] {
			listed[n.Method] = true
			items = append(items, newMethodItem(n.Method, s, m.Centring))
		}
	}
	return items, nil
}

func newMethodItem(name string, s score.Score, centring string) methodItem {
	i := methodItem{name, s.Formula(), theorem1(s.Properties()), s.Source()}
	if centring == "none" {
		i.Formula += ", uncentred"
	}
	return i
}

// choosing tells which methods of a plan choose their parameter.
func choosing(p *report.Plan) map[string]bool {
	methods := map[string]bool{}
	for _, n := range p.Study.Needs(study.Selection{}) {
		if c, ok := p.Cell(n); ok && c.Choice != "" {
			methods[n.Method] = true
		}
	}
	return methods
}

func newChoiceItem(m study.Method) methodItem {
	formula := m.Choose.Family + " chosen by " + cmp.Or(m.Choose.By, choice.CrossValidation)
	if m.Score != "" {
		formula = m.Score + ", " + formula
	}
	if m.Centring == "none" {
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

func noisesOf(p *report.Plan) []string {
	var names []string
	for _, c := range p.Cells {
		names = append(names, c.Noise)
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
func kernelsOf(p *report.Plan) []string {
	var names []string
	for _, c := range p.Cells {
		name, _, _ := strings.Cut(c.Kernel, "(")
		names = append(names, name)
	}
	return names
}
