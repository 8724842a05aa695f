package progress

import (
	"fmt"
	"io"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"gpca/report/words"
)

const (
	resolution = 1000 // steps of the bar, which shows the work; the numbers beside it count cells
	barWidth   = 24
)

// bar is the last line of a terminal. Writing to it prints above it.
type bar struct {
	container *mpb.Progress
	line      *mpb.Bar
}

func newBar(w io.Writer, look func() view) *bar {
	// Without auto-refresh, a writer that is no terminal would lose what is above the bar.
	b := &bar{container: mpb.New(mpb.WithOutput(w), mpb.WithAutoRefresh())}
	show := func(text func(view) string) decor.Decorator {
		return decor.Any(func(decor.Statistics) string { return text(look()) })
	}
	drawn := mpb.BarStyle().Lbound("[").Filler("=").Tip(">").Padding(" ").Rbound("]").Build()
	filler := mpb.BarFillerFunc(func(w io.Writer, s decor.Statistics) error {
		s.Total, s.Current = resolution, int64(resolution*look().work)
		return drawn.Fill(w, s)
	})
	// A bar with a total would end at its last step, but the run ends it.
	b.line = b.container.New(0, builder{filler},
		mpb.BarWidth(barWidth), mpb.BarFillerTrim(),
		mpb.PrependDecorators(show(view.counter)), mpb.AppendDecorators(show(view.clock)))
	return b
}

type builder struct{ mpb.BarFiller }

func (b builder) Build() mpb.BarFiller { return b.BarFiller }

func (b *bar) Write(text []byte) (int, error) { return b.container.Write(text) }

func (b *bar) remove() {
	b.line.Abort(true)
	b.container.Wait()
}

func (v view) counter() string {
	total := fmt.Sprint(v.cells)
	return fmt.Sprintf("%*d/%s cells ", len(total), v.computed+v.failed, total)
}

// clock is the text right of the bar, with what changes least at its end.
func (v view) clock() string {
	text := fmt.Sprintf(" %3d%%  %s", v.percent(), v.elapsed)
	if v.leftKnown {
		text += fmt.Sprintf(", %s left", rounded(v.left))
	}
	if v.failed > 0 {
		text += fmt.Sprintf("  %d failed", v.failed)
	}
	if v.doing != "" {
		text += "  " + words.Printable(v.doing)
	}
	return text
}

func rounded(d time.Duration) string {
	switch {
	case d >= 2*time.Hour:
		return fmt.Sprintf("about %.0fh", d.Hours())
	case d >= 2*time.Minute:
		return fmt.Sprintf("about %.0fm", d.Minutes())
	}
	return fmt.Sprintf("%.0fs", d.Seconds())
}
