package compare

// Real is the outcome of a comparison on the real data.
type Real struct {
	Tally       string
	Conclusions []string
}

// Real returns what a comparison on generated data shows of this one.
func (c *Comparison) Real() Real { return Real{c.Tally(), c.Conclusions()} }

// Beside returns, for a comparison on generated data, the outcome on the real data as a section in Markdown.
func (c *Comparison) Beside(real Real) string {
	if !c.Generated() || c.silent() {
		return ""
	}
	section := c.with.Chapter + ".1"
	if c.Judged() { // the comparison has a section of its own
		section = c.with.Chapter + ".2"
	}
	return written("beside", map[string]any{"Section": section, "Conclusions": real.Conclusions})
}
