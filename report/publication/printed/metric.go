package printed

// A Metric is what the numbers of a table measure, as the publication declares it.
type Metric struct {
	Name string `yaml:"name"`
	// Unit is percent or share for parts of what was tested, count for whole numbers, or a word for readers.
	Unit string `yaml:"unit"`
	// Better is the direction in which the numbers get better, larger or smaller; empty where columns are not
	// compared with each other.
	Better Better `yaml:"better" words:"larger smaller"`
	// Decimals is how many digits after the point the text promises; 0 where it does not say.
	Decimals int `yaml:"decimals"`
	// Measure names the measure of a study that has the same numbers, empty for none.
	Measure string `yaml:"measure"`
}

// Better is the direction in which the numbers of a metric get better.
type Better string

const (
	Larger  Better = "larger"
	Smaller Better = "smaller"
)

func (m Metric) String() string { return m.Name }

// Whole returns what numbers of the metric are shares of, 100 or 1; 0 where they are no shares.
func (m Metric) Whole() float64 { return map[string]float64{"percent": 100, "share": 1}[m.Unit] }

// Counts reports whether the numbers are counts, which are not rounded.
func (m Metric) Counts() bool { return m.Unit == "count" }
