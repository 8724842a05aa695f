package noise

import (
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// None is the absence of noise. With it, code that handles noises needs no special case
// for clean samples.
type None struct{}

var _ Noise = None{}

// Name returns "none".
func (None) Name() string { return "none" }

// Title returns "no noise".
func (None) Title() string { return "no noise" }

// LevelLabel returns the label of a level that is always 0.
func (None) LevelLabel() string { return "level" }

// Definition says that samples stay as they are.
func (None) Definition() string { return "Test samples are left as they are." }

// Validate accepts 0 alone.
func (n None) Validate(level float64) error {
	if level != 0 {
		return fmt.Errorf("%s: level %v: want 0, or name a noise", n.Title(), level)
	}
	return nil
}

// Apply checks the level and leaves x alone, whatever its values are: samples
// without noise need not be images.
func (n None) Apply(_ *mat.Dense, level float64, _ *rand.Rand) error {
	return n.Validate(level)
}
