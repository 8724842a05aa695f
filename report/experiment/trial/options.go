// Package trial trains on some samples and tests on others: it divides data sets, adds noise to test samples,
// and collects what every method yields on every draw. A policy (policy.go) divides the samples. A [Learner]
// says what is trained and what is measured of a test sample.
package trial

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpca/report/contamination"
	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/experiment/internal/option"
	"gpca/report/noise"
	"gpca/report/strictyaml"
	"gpca/report/words"
)

// A Design has the options that say what is trained on and tested.
type Design struct {
	experiment.Grid `yaml:",inline"`

	Split strictyaml.List[strictyaml.Node] `yaml:"split" doc:"How samples divide." example:"{folds: 10}" required:"yes"`

	Noise string `yaml:"noise" doc:"Noise on the test samples." default:"none" example:"speckle"`

	contamination.Options `yaml:",inline"`

	Impute string `yaml:"impute" doc:"What missing cells become." words:"median" example:"median"`

	Outlying strictyaml.List[int] `yaml:"outlying" doc:"Rows, from 1, that are no part of the truth." example:"[7, 12]"`

	Axis string `yaml:"axis" doc:"What the levels are, or else the data sets." example:"Noise level"`

	Levels      strictyaml.List[float64] `yaml:"levels" doc:"Levels of noise, outliers or images." example:"[0, 0.1]"`
	LevelLabels map[float64]string       `yaml:"level-labels" doc:"What tables print." example:"{0: clean}"`

	Rated strictyaml.List[string] `yaml:"rated" doc:"Samples that are measured." default:"test" example:"training"`
	Order strictyaml.List[int]    `yaml:"order" doc:"Training order, 0 as in the data." default:"0" example:"[0, 1, 2]"`

	policies []policy
	noise    *noise.Noise
}

// Describe lists splits, noises and rated samples.
func (Design) Describe() map[string]strictyaml.Shape {
	var bare, numbered, together []string
	for _, p := range policies(0, 0) {
		switch {
		case p.least == 0:
			bare = append(bare, p.key)
		case p.hasTest:
			together = []string{p.key, "test"}
		default:
			numbered = append(numbered, p.key)
		}
	}
	split := strictyaml.Numbered(bare, numbered, together...)
	split.Meanings = []string{
		"published: training and test samples as the publisher of the data divides them.",
		"contamination: all samples, with images of random pixels among them.",
		"folds: cross-validation, with new random folds in each repetition.",
		"per-class: so many random samples of each class to train on, all others to test.",
		"stratified: such a percentage of each class to test, drawn at random; all others to train on.",
		"train, test: so many random samples of all classes together.",
	}
	noises := words.Each(noise.Catalogue(), func(n *noise.Noise) string { return n.Name })
	shapes := new(Design).options().Shapes()
	shapes["split"], shapes["noise"] = split, strictyaml.Shape{Words: noises}
	return shapes
}

// options declares the options that are a field of [Conditions] each; Design has their values.
func (o *Design) options() option.All[Conditions] {
	test := testSamples
	return option.All[Conditions]{
		option.Of(&o.Rated, option.Option[Conditions, string]{Key: "rated", Title: "Samples",
			Default: test, Unset: &test, Words: []string{testSamples, trainingSamples},
			In:    func(s *Conditions) *string { return &s.Rated },
			Value: func(r string) experiment.Value { return experiment.Called(r, r+" samples") },
			Check: func(r string) error {
				if r != testSamples && o.Contaminates() {
					return errors.New("contamination tests the samples that it trains on: leave out rated")
				}
				return nil
			},
			Named: func(r string) string {
				if r == "" {
					return ""
				}
				return ", " + r + " samples"
			}}),
		option.Of(&o.Order, option.Option[Conditions, int]{Key: "order", Title: "Order of the training samples",
			In: func(s *Conditions) *int { return &s.Order },
			Value: func(order int) experiment.Value {
				v := experiment.Number(float64(order), "")
				v.Phrase = orderName(order)
				return v
			},
			Check: func(order int) error {
				switch {
				case order < 0:
					return fmt.Errorf("order is %d, must be 0 for that of the data or the number of a random one",
						order)
				case order > 0 && o.Contaminates():
					return errors.New("contamination trains on samples and images in their order: leave out order")
				}
				return nil
			},
			Named: func(order int) string { return ", " + orderName(order) }}),
	}
}

// Conditions are the part of a cell's key that says how it is tested.
type Conditions struct {
	Split string  `json:"split"`
	Noise string  `json:"noise"`
	Level float64 `json:"level"`
	// Contamination is what is planted among the training samples at that level; empty for none, and for images
	// of random pixels.
	Contamination string `json:"contamination,omitempty"`
	// Gamma is the distance of outliers, 0 where it has no meaning.
	Gamma float64 `json:"gamma,omitempty"`
	// Beyond is the number of clean components that outliers are orthogonal to.
	Beyond int `json:"contaminated_components,omitempty"`
	// Outlying are the numbers of rows, from 1, that are outliers as they are. They are trained on, but neither the
	// truth nor what is planted knows them.
	Outlying string `json:"outlying,omitempty"`
	// Impute is how missing cells are filled; empty leaves them missing.
	Impute string `json:"impute,omitempty"`
	// Rated is trainingSamples if those are measured, else empty.
	Rated string `json:"rated,omitempty"`
	// Order is that of the training samples, see [Job.ordered].
	Order int `json:"order,omitempty"`
}

const (
	testSamples     = "test"
	trainingSamples = "training"
)

// mostImages is more than the samples of any data set.
const mostImages = 1e6

// Begin checks a block and sets up the axes: data sets, levels, and options of several values.
func (o *Design) Begin(block strictyaml.Node, scope experiment.Scope) error {
	if err := o.Grid.Begin(block, scope); err != nil {
		return err
	}
	for _, n := range o.Split {
		p, err := parsePolicy(n.Word())
		if err != nil {
			return n.Fault("%w", err)
		}
		o.policies = append(o.policies, p)
	}
	if o.Contaminates() && len(o.policies) > 1 {
		return block.At("split").Fault(
			"contamination measures errors, and other splits measure rates: they cannot be one experiment")
	}
	err := words.InTurn(
		func() error { return o.options().Check(block) },
		func() error { return o.checkContamination(block) },
		func() error { return o.checkLevels(block) })
	if err == nil {
		o.vary()
	}
	return err
}

// Contaminates reports whether images join the training samples, so that errors replace rates.
func (o *Design) Contaminates() bool {
	return slices.ContainsFunc(o.policies, func(p policy) bool { return p.contaminates })
}

// ValidImages returns an error for a level that is no number of dummy images.
func ValidImages(level float64) error {
	if !(level >= 0 && level <= mostImages) || level != math.Trunc(level) {
		return fmt.Errorf("level %g is not a number of images", level)
	}
	return nil
}

// checkContamination checks what is planted among training samples.
func (o *Design) checkContamination(block strictyaml.Node) error {
	if err := o.Options.Resolve(block); err != nil {
		return err
	}
	at, impute := block.At("contamination"), block.Field("impute")
	if n := block.Field("outlying"); !n.IsZero() && (o.Planted == nil || slices.Min(o.Outlying) < 1) {
		return n.Fault("outlying has the numbers of rows, from 1, where outliers are planted: add contamination, or " +
			"leave it out")
	}
	switch {
	case o.Planted == nil && !impute.IsZero():
		return impute.Fault("impute is for contamination, and the experiment has none: add one, or leave it out")
	case o.Planted == nil:
		return nil
	case o.Contaminates():
		return at.Fault("the split adds images of random pixels already: take another, or leave out contamination")
	case slices.Contains(o.Rated, trainingSamples) && !o.Planted.Detectable():
		return block.At("rated").Fault("of training samples, those are measured that contamination leaves clean, and "+
			"%s tells none from others: leave out rated", o.Planted.Name)
	case o.Noise != noise.None.Name:
		return at.Fault("levels are those of noise or of contamination: leave out one of these")
	}
	return nil
}

func (o *Design) checkLevels(block strictyaml.Node) error {
	valid := ValidImages
	if !o.Contaminates() {
		n, err := noise.Find(o.Noise)
		if err != nil {
			return block.At("noise").Fault("%w", err)
		}
		o.noise, valid = n, n.Validate
	}
	if o.Planted != nil {
		valid = o.Planted.Validate
	}
	clean := !o.Contaminates() && o.noise.Name == noise.None.Name && o.Planted == nil
	switch {
	case clean && len(o.Levels) > 0:
		return block.At("levels").Fault("the experiment has levels, but no noise and no contamination")
	case !clean && len(o.Levels) == 0:
		return block.Fault("the experiment has no levels")
	}
	return strictyaml.CheckEach(block.At("levels"), o.Levels, valid)
}

func (o *Design) vary() {
	levels := experiment.NewAxis(experiment.Level, o.Axis, o.Levels, func(l float64) experiment.Value {
		v := experiment.Number(l+0, "") // turns −0 into 0
		if label, ok := o.LevelLabels[l]; ok {
			v.Label = label
		}
		return v
	})
	splits := experiment.NewAxis("split", "Split", o.policies, func(p policy) experiment.Value {
		return experiment.Shortly(p.text(), p.phrase)
	})
	if len(o.Levels) > 0 {
		o.Vary(levels)
	} else {
		o.Axes()[0].Title = o.Axis
	}
	o.VarySeveral(splits, experiment.Numbers("gamma", "γ", "", o.Gamma))
	o.VarySeveral(o.options().Axes()...)
}

// Conditions say how a cell of so many components is trained and tested at a point, and whether that is random.
func (o *Design) Conditions(p experiment.Point, components int) (s Conditions, random bool) {
	policy := experiment.Item(o.Axes(), p, "split", o.policies)
	s = Conditions{Split: policy.text(), Noise: noise.None.Name}
	s.Outlying = strings.Trim(fmt.Sprint([]int(o.Outlying)), "[]")
	o.options().Set(&s, o.Axes(), p)
	if len(o.Levels) > 0 {
		s.Level = experiment.Item(o.Axes(), p, experiment.Level, o.Levels) + 0
	}
	switch { // level 0 has no noise, whatever its name
	case s.Level != 0 && o.Contaminates():
		s.Noise = noise.DummyImagesName
	case s.Level != 0 && o.Planted != nil:
		s.Contamination, s.Impute = o.Planted.Name, o.Impute
		if o.Planted.Shifts {
			s.Gamma = experiment.Item(o.Axes(), p, "gamma", o.Gamma)
		}
		if o.Planted.Beyond {
			s.Beyond = components
		}
	case s.Level != 0:
		s.Noise = o.noise.Name
	}
	return s, policy.random != "" || s.Level != 0
}

// Drawn is how many samples a draw trains on at a point.
func (o *Design) Drawn(p experiment.Point, d dataset.Description) int {
	s, _ := o.Conditions(p, 0)
	n, _ := Trained(s, d, true)
	return n
}

// policy returns how samples are divided. Contaminated training samples are others in every repetition.
func (s Conditions) policy() (policy, error) {
	p, err := parsePolicy(s.Split)
	p.shared = p.shared && s.Contamination == ""
	return p, err
}

// noise returns the noise on test samples, and its level.
func (s Conditions) noise() (name string, level float64) {
	if s.Contamination != "" {
		return s.Noise, 0
	}
	return s.Noise, s.Level
}

// planted is the kind of contamination, one without a name for none.
func (s Conditions) planted() contamination.Kind {
	if k, err := contamination.Find(s.Contamination); err == nil {
		return *k
	}
	return contamination.Kind{}
}

// Regular returns rows, counted from 0, without those that are outliers as they are.
func (s Conditions) Regular(rows []int) []int {
	outlying := strings.Fields(s.Outlying)
	if len(outlying) == 0 {
		return rows
	}
	is := map[string]bool{}
	for _, number := range outlying {
		is[number] = true
	}
	return slices.DeleteFunc(slices.Clone(rows), func(row int) bool { return is[strconv.Itoa(row+1)] })
}

// Free clears what cells of one training may differ in.
func (s *Conditions) Free() {
	if s.Contamination == "" {
		s.Noise, s.Level = "", 0
	}
	s.Rated = ""
}

// Name is the part of a cell's name for its test.
func (s Conditions) Name() string {
	p, _ := s.policy() // no error: it has been parsed before
	name := ", " + p.phrase
	switch {
	case s.Contamination != "":
		name = fmt.Sprintf(" %s %g", s.Contamination, s.Level)
		if s.Gamma != 0 {
			name += fmt.Sprintf(" at γ = %g", s.Gamma)
		}
	case s.Noise == noise.DummyImagesName || p.contaminates:
		name = fmt.Sprintf(" %g dummy images", s.Level)
	case s.Noise != noise.None.Name:
		name = fmt.Sprintf(" %s %g", s.Noise, s.Level)
	case p.shared:
		name = " clean"
	}
	return name + new(Design).options().Name(&s)
}

func orderName(order int) string { return fmt.Sprintf("training order %d", order) }

// Setting names the noise or contamination, empty for none.
func (o *Design) Setting() string {
	switch {
	case o.Contaminates():
		return "dummy images"
	case o.Planted != nil:
		return o.Planted.Title
	case o.noise.Name != noise.None.Name:
		return o.noise.Title
	}
	return ""
}

// Protocol says how data are divided, given a text for components, and what noise is added.
func (o *Design) Protocol(data, components string) (split, noisy string) {
	split = fmt.Sprintf(o.policies[0].protocol, data, components)
	for _, p := range o.policies[1:] {
		split += ", or " + p.phrase
	}
	if o.Planted != nil {
		if noisy = " " + o.Planted.Definition; !o.Planted.InTest {
			noisy += " Test samples stay clean."
		}
		if slices.Contains(o.Rated, trainingSamples) {
			noisy += " Of training samples, those that it leaves clean are measured."
		}
		if o.Impute != "" {
			noisy += " A missing cell of a training sample becomes the median of its column, but for methods that " +
				"take missing cells."
		}
		return split, noisy
	}
	if o.noise != nil && (o.policies[0].shared || len(o.Levels) > 0) {
		noisy = " " + o.noise.Definition
	}
	return split, noisy
}

func (o *Design) tested() string {
	tested := o.policies[0].tested
	if slices.Contains(o.Rated, trainingSamples) {
		tested += "; or of the samples that were trained on"
	}
	return tested
}

// Classified returns an error if rates are measured and there are no classes.
func Classified(classified bool, s Conditions, data string) error {
	if p, err := parsePolicy(s.Split); !classified && !(err == nil && p.contaminates) {
		return fmt.Errorf("data set %s has no classes, which rates need: measure residual or angle, which kind "+
			"reconstruct can without", data)
	}
	return nil
}

// Feasible returns an error for data that the conditions do not suit. Classless measures need no classes.
func (o *Design) Feasible(s Conditions, d dataset.Description, classless bool) error {
	at := slices.IndexFunc(o.policies, func(p policy) bool { return p.text() == s.Split })
	p, err := o.policies[at], Classified(classless || len(d.Classes) > 0, s, d.Name)
	if err := o.Suits(d, o.Block); err != nil {
		return err
	}
	if most := slices.Max(append([]int{0}, o.Outlying...)); most > d.Samples {
		return o.Block.At("outlying").Fault("row %d is outlying, and data set %s has %d samples", most, d.Name,
			d.Samples)
	}
	if p.contaminates && d.Image.Width == 0 {
		err = fmt.Errorf("data set %s has no pixels, and contamination adds images of random pixels: "+
			"take a data set of images, or another split", d.Name)
	} else if err == nil {
		_, _, err = p.counts(d)
	}
	if err != nil {
		return o.Split[at].Fault("%w", err)
	}
	return nil
}

// Trained returns an upper bound of the samples of the smallest training set, and what these are of.
func Trained(s Conditions, d dataset.Description, together bool) (samples int, of string) {
	p, _ := parsePolicy(s.Split) // no error: it has been parsed before
	train, _, _ := p.counts(d)
	samples, of = int(train), "data set "+d.Name
	if p.contaminates {
		return samples + int(s.Level), of
	}
	for class, n := range d.ClassCounts {
		train, _, _ := p.counts(dataset.Description{Samples: n, Train: n, Classes: d.Classes[:1]})
		if !together && int(train) < samples {
			samples, of = int(train), fmt.Sprintf("class %s of data set %s", d.Classes[class], d.Name)
		}
	}
	return samples, of
}
