package strictyaml

import (
	"regexp"
	"strconv"

	"github.com/goccy/go-yaml"
)

// Marshal writes a value as a block, without what is empty. Texts in it are written by [Quote].
func Marshal(value any) ([]byte, error) {
	return yaml.MarshalWithOptions(value, yaml.OmitZero(), yaml.IndentSequence(true),
		yaml.CustomMarshaler(func(text string) ([]byte, error) { return []byte(Quote(text)), nil }))
}

// unquoted is what means itself wherever it stands, unless it is the word for another value.
var unquoted = regexp.MustCompile(`^(\.{0,2}/)*[\pL\pN_]([\pL\pM\pN_ ./=+()-]*[\pL\pM\pN_./=+()-])?$`)

// Quote writes a text as a scalar that may stand anywhere, also in brackets and braces: in double quotes, with the
// escapes that YAML shares with Go, where it needs some. The YAML library quotes for blocks alone.
func Quote(text string) string {
	word, err := yaml.Marshal(text)
	if err == nil && string(word) == text+"\n" && unquoted.MatchString(text) {
		return text
	}
	return strconv.Quote(text)
}
