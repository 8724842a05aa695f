package main

import (
	"embed"
	"strings"

	"gpca/report/strictyaml"
	"gpca/report/words"
	"gpca/solver"
)

// A suite is a grid that peers compute too: components of each class of a data set, and the classes of its test
// samples by reconstruction error.
type suite struct {
	Name    string            `yaml:"name"`
	Title   string            `yaml:"title"`
	Data    string            `yaml:"data"`
	Sigma   float64           `yaml:"sigma"` // width of the Gaussian kernel, 0 for none
	Methods []string          `yaml:"methods"`
	Noises  map[string]string `yaml:"noises"` // levels by noise; nil for clean samples only
	Peers   []peer            `yaml:"peers"`
}

const components = 30

// A peer is an embedded script with its options.
type peer struct {
	Name    string   `yaml:"name"`
	Script  string   `yaml:"script"`
	Options []string `yaml:"options"`
	// AVX512 is to be asked of OpenBLAS: version 0.3.21 takes AVX2 on processors that it does not know.
	AVX512 bool `yaml:"avx512"`
}

func (p peer) environment() []string {
	if p.AVX512 && solver.Processor() == "avx512" {
		return []string{"OPENBLAS_CORETYPE=SKYLAKEX"}
	}
	return nil
}

var (
	//go:embed peers
	scripts embed.FS
	//go:embed suites.yaml
	suitesSource []byte
	//go:embed study.tmpl
	studySource string
)

var (
	suites    = strictyaml.Own[[]suite]("suites.yaml", suitesSource)
	studyText = words.Texts(studySource, nil)
)

// study returns the suite as a study of the program. Fits are not repeated, as the peers do not
// repeat them either.
func (s suite) study(repetitions int) string {
	noises := s.Noises
	if noises == nil {
		noises = map[string]string{"clean": ""}
	}
	return studyText("", map[string]any{
		"title": s.Title, "data": s.Data, "components": components, "sigma": s.Sigma, "noises": noises,
		"methods": strings.Join(s.Methods, ", "), "repetitions": repetitions,
	})
}
