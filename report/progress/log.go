package progress

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"sync"

	"gpca/report/words"
)

// console writes records for people: the message, then the attributes as key=value, without the
// time, and with the level only if it is a warning or an error.
type console struct {
	slog.Handler // writes the attributes to line
	shared       *sharedLine
}

type sharedLine struct {
	mutex sync.Mutex
	to    io.Writer
	line  bytes.Buffer
}

func newConsole(w io.Writer, level slog.Level) *console {
	shared := &sharedLine{to: w}
	onlyAttributes := func(groups []string, a slog.Attr) slog.Attr {
		if len(groups) == 0 && (a.Key == slog.TimeKey || a.Key == slog.LevelKey || a.Key == slog.MessageKey) {
			return slog.Attr{}
		}
		return a
	}
	options := &slog.HandlerOptions{Level: level, ReplaceAttr: onlyAttributes}
	return &console{slog.NewTextHandler(&shared.line, options), shared}
}

// turn calls end and then writes to another writer.
func (c *console) turn(to io.Writer, end func()) {
	c.shared.mutex.Lock()
	defer c.shared.mutex.Unlock()
	end()
	c.shared.to = to
}

func (c *console) Handle(ctx context.Context, r slog.Record) error {
	c.shared.mutex.Lock()
	defer c.shared.mutex.Unlock()
	line := &c.shared.line
	line.Reset()
	switch {
	case r.Level >= slog.LevelError:
		line.WriteString("report: ")
	case r.Level >= slog.LevelWarn:
		line.WriteString("warning: ")
	}
	line.WriteString(r.Message)
	line.WriteByte(' ')
	if err := c.Handler.Handle(ctx, r); err != nil {
		return err
	}
	text := words.Printable(string(bytes.TrimRight(line.Bytes(), " \n")))
	_, err := c.shared.to.Write([]byte(text + "\n"))
	return err
}

func (c *console) WithAttrs(attributes []slog.Attr) slog.Handler {
	return &console{c.Handler.WithAttrs(attributes), c.shared}
}

func (c *console) WithGroup(name string) slog.Handler {
	return &console{c.Handler.WithGroup(name), c.shared}
}

func newJSON(w io.Writer, level slog.Level) slog.Handler {
	seconds := func(_ []string, a slog.Attr) slog.Attr {
		if a.Value.Kind() == slog.KindDuration {
			return slog.Float64(a.Key, a.Value.Duration().Seconds())
		}
		return a
	}
	return slog.NewJSONHandler(w, &slog.HandlerOptions{Level: level, ReplaceAttr: seconds})
}
