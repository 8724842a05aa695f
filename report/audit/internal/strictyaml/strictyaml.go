// Package strictyaml reads the YAML files of the audit: unknown fields are errors,
// and every error begins with the file and, where it is known, the line.
package strictyaml

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/goccy/go-yaml"
)

// Decode reads one document into a value; an empty file leaves it as it is. File
// names the source in errors.
func Decode(r io.Reader, file string, into any) (err error) {
	// The library panics on some sources (github.com/goccy/go-yaml, issues 479,
	// 540 and 718, and on a tag in place of a list). A faulty file must not take
	// the program with it.
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%s: cannot be read as YAML: %v", file, p)
		}
	}()
	err = yaml.NewDecoder(r, yaml.Strict()).Decode(into)
	if err == nil || errors.Is(err, io.EOF) {
		return nil
	}
	if e, ok := errors.AsType[yaml.Error](err); ok && e.GetToken() != nil && e.GetToken().Position != nil {
		return fmt.Errorf("%s:%d: %s", file, e.GetToken().Position.Line, strings.TrimSpace(e.GetMessage()))
	}
	return fmt.Errorf("%s: %w", file, err)
}
