package external

import (
	_ "embed" // for the scripts
	"fmt"

	"gpca/solver/typo"
)

//go:embed examples/method.py
var inPython []byte

//go:embed examples/method.R
var inR []byte

// A Script is a method to begin with, which runs as it stands under layout 2.
type Script struct {
	Language, Program, File string
	Source                  []byte
}

func FindScript(language string) (Script, error) {
	scripts := []Script{{"python", "python3", "method.py", inPython}, {"r", "Rscript", "method.R", inR}}
	s, err := typo.Find("language", language, scripts, func(s Script) string { return s.Language })
	if err != nil {
		return s, fmt.Errorf("no script is drafted: %w; any other can follow the protocol of report help methods", err)
	}
	return s, nil
}
