package main

import (
	"embed"
	"strings"

	"gpca/report/words"
	"gpca/solver"
)

// A suite is a grid that peers compute too: components of each class of a data set, and the classes of its test
// samples by reconstruction error.
type suite struct {
	name, title, data string
	sigma             float64 // width of the Gaussian kernel, 0 for none
	methods           []string
	noises            map[string]string // levels by noise; nil for clean samples only
	peers             []peer
}

const components = 30

// A peer is an embedded script with its options, in which PEERS stands for the folder of programs.
type peer struct {
	name, script string
	options      []string
	env          []string
}

//go:embed peers
var scripts embed.FS

// The noises of USPS in the built-in publications, which the NumPy programs have built in.
var uspsNoises = map[string]string{
	"gaussian":        "0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100",
	"salt-and-pepper": "0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5",
}

// avx512 makes OpenBLAS use AVX-512: version 0.3.21 takes AVX2 on processors that it does not know.
var avx512 = func() []string {
	if solver.Processor() == "avx512" {
		return []string{"OPENBLAS_CORETYPE=SKYLAKEX"}
	}
	return nil
}()

var numpy = []peer{
	{name: "plain NumPy", script: "numpy_programs.py", options: []string{"PEERS", "numpy_reference"}},
	{name: "expert NumPy", script: "numpy_programs.py", options: []string{"PEERS", "numpy_expert"}, env: avx512},
	{name: "expert NumPy, float32", script: "numpy_programs.py", env: avx512,
		options: []string{"PEERS", "numpy_expert", "--float32"}},
}

var suites = []suite{
	{
		name: "usps", title: "USPS under noise", data: "usps", noises: uspsNoises, peers: numpy,
		methods: []string{"p=0.5", "p=1", "p=1.5", "p=2", "tanh", "3-3sech", "2tanh2", "a=1", "a=2", "a=3"},
	},
	{
		name: "usps-kernel", title: "USPS under noise, in feature space", data: "usps", sigma: 2500, noises: uspsNoises,
		peers:   numpy,
		methods: []string{"p=0.5", "p=1", "p=1.5", "p=2", "q=2", "q=3", "q=4"},
	},
	{
		name: "mnist-kernel", title: "MNIST, kernel PCA of each digit", data: "mnist", sigma: 5000,
		methods: []string{"p=2"},
		peers: []peer{
			{name: "KernelPCA, arpack", script: "kernelpca.py", options: []string{"arpack"}},
			{name: "KernelPCA, randomized", script: "kernelpca.py", options: []string{"randomized"}},
		},
	},
	{
		name: "usps-fits", title: "USPS, robust PCA of each digit", data: "usps", methods: []string{"p=1", "p=2"},
		peers: []peer{{name: "PcaHubert", script: "rrcov.R", options: []string{"PcaHubert"}},
			{name: "PcaGrid", script: "rrcov.R", options: []string{"PcaGrid"}}},
	},
	{
		name: "usps-kernel-fits", title: "USPS, kernel PCA of each digit", data: "usps", sigma: 2500,
		methods: []string{"p=2"},
		peers:   []peer{{name: "kpca", script: "kernlab.R"}},
	},
}

//go:embed study.tmpl
var studySource string

var studyText = words.Texts(studySource, nil)

// study returns the suite as a study of the program. Fits are not repeated, as the peers do not
// repeat them either.
func (s suite) study(repetitions int) string {
	noises := s.noises
	if noises == nil {
		noises = map[string]string{"clean": ""}
	}
	return studyText("", map[string]any{
		"title": s.title, "data": s.data, "components": components, "sigma": s.sigma, "noises": noises,
		"methods": strings.Join(s.methods, ", "), "repetitions": repetitions,
	})
}
