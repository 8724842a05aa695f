package figures

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"
)

var renderTo = flag.String("render", "", "write the sample figures, in every format, to this existing folder, to be looked at")

func TestRender(t *testing.T) {
	if *renderTo == "" {
		t.Skip("no folder given by -render")
	}
	for _, s := range samples() {
		for format, write := range formats() {
			var b bytes.Buffer
			if err := write(&b, s.figure); err != nil {
				t.Errorf("%s: %v", s.name, err)
				continue
			}
			if err := os.WriteFile(filepath.Join(*renderTo, s.name+"."+format), b.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// formats returns the writers by the name of their format.
func formats() map[string]func(*bytes.Buffer, Figure) error {
	return map[string]func(*bytes.Buffer, Figure) error{
		"svg": func(b *bytes.Buffer, f Figure) error { return WriteSVG(b, f, Report()) },
		"png": func(b *bytes.Buffer, f Figure) error { return WritePNG(b, f, Report()) },
		"pdf": func(b *bytes.Buffer, f Figure) error { return WritePDF(b, f, Report(), time.Unix(0, 0)) },
		"csv": func(b *bytes.Buffer, f Figure) error { return WriteCSV(b, f) },
	}
}
