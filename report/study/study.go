// Package study says what a study is: which data sets, noises and methods are
// compared, in which tables and figures, under which numbers.
//
// A study is a YAML file. The tables and figures come first: what has to be
// computed follows from what they show, so a study cannot compute what nobody
// looks at, nor show what nobody computes. The thesis is such a file and is
// embedded; nothing in the program knows its tables otherwise.
package study

import (
	"fmt"
	"strings"

	"gpca/report/suggest"
	"gpca/solver/kernel"
)

// A Study is one grid of experiments and the tables and figures drawn from it.
type Study struct {
	// Name identifies the study on the command line.
	Name   string `yaml:"name"`
	Title  string `yaml:"title"`
	Author string `yaml:"author"`
	Source string `yaml:"source"` // what the study mirrors, as a citation
	// Text names the Markdown text of the report; see package templates.
	Text string `yaml:"text"`
	// Appendices names studies whose experiments, tables, figures and texts follow
	// those of this one: studies that come with the program, or files beside this
	// one.
	Appendices []string `yaml:"appendices"`
	parts      []*Study // see Parts

	// Seed is the origin of every random number of the study.
	Seed        uint64      `yaml:"seed"`
	Repetitions Repetitions `yaml:"repetitions"`

	// Labels gives methods the names that tables and legends print; a method
	// without one is printed as it is written.
	Labels map[string]string `yaml:"labels"`
	// Methods defines methods that are more than a score by its name.
	Methods     []Method     `yaml:"methods"`
	Experiments []Experiment `yaml:"experiments"`
	Tables      []Table      `yaml:"tables"`
	Figures     []Figure     `yaml:"figures"`
}

// Repetitions is how often a random experiment is repeated, by the origin of
// its data: generated data deserves less of the user's time.
type Repetitions struct {
	Real    int `yaml:"real"`
	StandIn int `yaml:"stand-in"`
}

// A Method is a score with what else matters to its fit.
type Method struct {
	Name string `yaml:"name"`
	// Score is the name of a score function, or an expression of u when
	// Expression is set instead.
	Score      string `yaml:"score"`
	Expression string `yaml:"expression"`
	// Centring is "mean" (default) or "none".
	Centring string `yaml:"centring"`
	// Choose leaves a parameter to the training data: that of the score, which is
	// then not given, or the width of the kernel that the score is used with.
	Choose *Choice `yaml:"choose"`
}

// The protocols by which an experiment trains and tests.
const (
	// Split trains on the data set's published training samples, clean, and
	// tests on its test samples with noise.
	Split = "split"
	// CrossValidation divides the samples at random into folds, anew in every
	// repetition.
	CrossValidation = "cross-validation"
	// Contamination adds images of random black and white pixels to the
	// training samples and measures how well the originals are reconstructed.
	Contamination = "contamination"
)

// The metrics of an experiment.
const (
	Accuracy          = "accuracy"
	Misclassification = "misclassification"
	// ReconstructionError is the mean length of what the reconstruction of a
	// sample misses, SquaredReconstructionError that of its square, and
	// RootMeanSquareError the root of that.
	ReconstructionError        = "reconstruction-error"
	SquaredReconstructionError = "squared-reconstruction-error"
	RootMeanSquareError        = "root-mean-square-error"
)

// An Experiment is a way to train and test on one or more data sets.
type Experiment struct {
	Name string `yaml:"name"`
	// Like names an earlier experiment that gives all fields not set here.
	Like     string   `yaml:"like"`
	Data     []string `yaml:"data"`
	Protocol string   `yaml:"protocol"`
	Metric   string   `yaml:"metric"`
	// Scale multiplies a reconstruction error before it is shown.
	Scale      float64 `yaml:"scale"`
	Components int     `yaml:"components"`
	Folds      int     `yaml:"folds"`
	// Noise and Levels apply to Split; Contamination takes Levels as numbers of
	// added images.
	Noise  string    `yaml:"noise"`
	Levels []float64 `yaml:"levels"`
	Kernel *Kernel   `yaml:"kernel"`
	// Axis describes the levels or data sets, as a table's corner and a chart's
	// axis print it.
	Axis string `yaml:"axis"`
	// LevelLabels replaces the printed number of a level.
	LevelLabels map[float64]string `yaml:"level-labels"`

	Tolerance     float64 `yaml:"tolerance"`
	MaxIterations int     `yaml:"max-iterations"`
	// Patience ends an iteration that wanders, see solver.Settings; as many as
	// max-iterations never do.
	Patience int `yaml:"patience"`

	// Centring is that of the methods that do not set their own.
	Centring string `yaml:"centring"`
	// RealOnly leaves the experiment out where its data is generated: what takes
	// long and asks about the published data alone. Like does not give it.
	RealOnly bool `yaml:"real-only"`
	// Repetitions overrides the study's.
	Repetitions Repetitions `yaml:"repetitions"`
	// Start is where iterations start, as package solver names it; the thesis's
	// start when empty.
	Start string `yaml:"start"`
	// Variations are settings to repeat the experiment with, for a table of kind
	// Sensitivity.
	Variations Variations `yaml:"variations"`
}

// A Kernel is a kernel function with its parameters. Sigmas has an entry for
// each data set of the experiment where they differ.
type Kernel struct {
	Function string             `yaml:"function"` // gaussian, polynomial or linear
	Sigma    float64            `yaml:"sigma"`
	Sigmas   map[string]float64 `yaml:"sigmas"`
	Degree   int                `yaml:"degree"`
	Factor   float64            `yaml:"factor"`
	Offset   float64            `yaml:"offset"`
}

// The kinds of tables.
const (
	// Grid has a row for each level or data set and a column for each method.
	Grid = ""
	// WinningCount counts, over the rows of another table, how often a column's
	// method beats a row's method less how often it is beaten.
	WinningCount = "winning-count"
	// ByMethod has a row for each method.
	ByMethod = "by-method"
	// Variants has a row for each of several experiments, which measure the same
	// in different ways.
	Variants = "variants"
	// ChosenParameter holds a method that chooses its parameter against methods
	// with a fixed one, a row for each data set of each experiment.
	ChosenParameter = "chosen-parameter"
)

// A Table declares one table of the report.
type Table struct {
	Number     string `yaml:"number"`
	Caption    string `yaml:"caption"`
	Kind       string `yaml:"kind"`
	Experiment string `yaml:"experiment"`
	// Levels selects rows; all levels of the experiment when empty.
	Levels  []float64 `yaml:"levels"`
	Data    []string  `yaml:"data"`
	Columns []Column  `yaml:"columns"`
	Rows    []string  `yaml:"rows"` // methods, for WinningCount and ByMethod
	Of      []string  `yaml:"of"`   // the tables that WinningCount counts over
	// Of ChosenParameter: the experiments, averaged over their levels, the method
	// that chooses, the column that it is held against, and the fixed methods of
	// which the best on the test data is looked for, the columns when empty.
	Experiments []string `yaml:"experiments"`
	Chosen      string   `yaml:"chosen"`
	Against     string   `yaml:"against"`
	Hindsight   []string `yaml:"hindsight"`
	// Corner heads the first column, Heading the second of a ByMethod table.
	Corner  string `yaml:"corner"`
	Heading string `yaml:"heading"`
	// Average adds a row of column averages.
	Average  bool `yaml:"average"`
	Decimals int  `yaml:"decimals"`
	// Chart also draws the table as a line chart.
	Chart bool `yaml:"chart"`

	// Of a Variants table: its rows, and the method behind all of its numbers where
	// the columns are levels or data sets instead of methods.
	Variants []Variant `yaml:"variants"`
	Method   string    `yaml:"method"`
	// Printed is the number of the table in print that the variants are held
	// against.
	Printed string `yaml:"printed"`
	// Settled adds a column that says how many of the components settled, Range a
	// row with the difference between the largest and the smallest variant.
	Settled bool `yaml:"settled"`
	Range   bool `yaml:"range"`
	// Sensitivity names the table of kind Sensitivity that the rows of a grid are
	// held against: those whose methods differ by less than the settings of the
	// optimiser make of one method are marked.
	Sensitivity string `yaml:"sensitivity"`
}

// A Column is a method, the best of another table's methods, or a parameter.
type Column struct {
	Method string
	// BestOf names the table whose column with the best average stands here,
	// among the methods listed, or all of that table's.
	BestOf string   `yaml:"best-of"`
	Among  []string `yaml:"among"`
	// Parameter is "kernel-sigma": the width of the kernel on each data set.
	Parameter string `yaml:"parameter"`
}

// UnmarshalYAML lets a column be written as the bare name of a method.
func (c *Column) UnmarshalYAML(unmarshal func(any) error) error {
	if err := unmarshal(&c.Method); err == nil {
		return nil
	}
	var full struct {
		BestOf    string   `yaml:"best-of"`
		Among     []string `yaml:"among"`
		Parameter string   `yaml:"parameter"`
	}
	if err := unmarshal(&full); err != nil {
		return err
	}
	*c = Column{BestOf: full.BestOf, Among: full.Among, Parameter: full.Parameter}
	return nil
}

// The kinds of figures.
const (
	// Functions plots score functions.
	Functions = "functions"
	// Sweep plots the average of an experiment against a score's parameter.
	Sweep = "sweep"
	// Network draws the recurrent network of kernel GPCA.
	Network = "network"
	// Gains draws what the methods of ChosenParameter tables gain on each data set.
	Gains = "gains"
)

// A Figure declares one figure of the report.
type Figure struct {
	Number  string `yaml:"number"`
	Caption string `yaml:"caption"`
	Kind    string `yaml:"kind"`

	// Half draws the figure half as wide, so that two stand side by side.
	Half bool `yaml:"half"`

	// Of Functions: which curves over which range of u, from f (objective) or
	// f' (derivative, the default).
	Curves  []string `yaml:"curves"`
	Compare []string `yaml:"compare"` // further curves, for reference
	Plot    string   `yaml:"plot"`
	From    float64  `yaml:"from"`
	To      float64  `yaml:"to"`
	Highest float64  `yaml:"highest"` // clips the ordinate; 0 does not

	// Of Sweep.
	Experiment string    `yaml:"experiment"`
	Data       string    `yaml:"data"`
	Family     string    `yaml:"family"` // such as "a": methods a=1, a=2, …
	Values     []float64 `yaml:"values"`
	References []string  `yaml:"references"` // methods drawn as horizontal lines

	Table string   `yaml:"table"` // of Sensitivity: the table drawn
	Of    []string `yaml:"of"`    // of Gains: the tables
}

// Label is the printed name of a method.
func (s *Study) Label(method string) string {
	if l, ok := s.Labels[method]; ok {
		return l
	}
	return strings.Replace(method, "=", " = ", 1)
}

// Experiment returns the experiment of that name, nil when there is none.
func (s *Study) Experiment(name string) *Experiment {
	for i := range s.Experiments {
		if s.Experiments[i].Name == name {
			return &s.Experiments[i]
		}
	}
	return nil
}

// Table returns the table of that number, nil when there is none.
func (s *Study) Table(number string) *Table {
	for i := range s.Tables {
		if s.Tables[i].Number == number {
			return &s.Tables[i]
		}
	}
	return nil
}

// Figure returns the figure of that number, nil when there is none.
func (s *Study) Figure(number string) *Figure {
	for i := range s.Figures {
		if s.Figures[i].Number == number {
			return &s.Figures[i]
		}
	}
	return nil
}

// Method resolves the name of a method: one that the study defines, or a score.
func (s *Study) Method(name string) Method {
	for _, m := range s.Methods {
		if m.Name == name {
			return m
		}
	}
	return Method{Name: name, Score: name}
}

// LevelLabel is the printed form of a level.
func (e *Experiment) LevelLabel(level float64) string {
	if l, ok := e.LevelLabels[level]; ok {
		return l
	}
	return fmt.Sprint(level)
}

// MeasuresReconstruction reports whether the metric is one of Contamination, which
// Scale multiplies.
func (e *Experiment) MeasuresReconstruction() bool { return e.Protocol == Contamination }

// LowerIsBetter reports whether small values of the metric are the good ones.
func (e *Experiment) LowerIsBetter() bool { return e.Metric != Accuracy }

// SigmaFor is the width of the kernel on a data set.
func (k *Kernel) SigmaFor(data string) float64 {
	if s, ok := k.Sigmas[data]; ok {
		return s
	}
	return k.Sigma
}

// FunctionFor is the kernel with its parameters for a data set.
func (k *Kernel) FunctionFor(data string) (kernel.Function, error) {
	var f kernel.Function
	switch k.Function {
	case "gaussian":
		f = kernel.Gaussian{Sigma: k.SigmaFor(data)}
	case "linear":
		f = kernel.Linear{}
	case "polynomial":
		f = kernel.Polynomial{Degree: k.Degree, Scale: k.Factor, Offset: k.Offset}
	default:
		return nil, fmt.Errorf("unknown kernel %q: %s", k.Function, suggest.DidYouMean(k.Function, []string{"gaussian", "polynomial", "linear"}))
	}
	return f, kernel.Validate(f)
}
