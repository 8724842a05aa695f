package delimited

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/htmlindex"
)

// Names of encodings other than UTF-8 that a text shows.
const (
	littleEndian = "utf-16le"
	bigEndian    = "utf-16be"
	western      = "windows-1252" // Latin-1 with a few more signs
	macRoman     = "macintosh"
)

// marked is the encoding of a text that begins with the byte-order mark of UTF-16, else empty.
func marked(begin []byte) string {
	switch {
	case bytes.HasPrefix(begin, []byte("\xff\xfe")):
		return littleEndian
	case bytes.HasPrefix(begin, []byte("\xfe\xff")):
		return bigEndian
	}
	return ""
}

// EncodingOf recognises the encoding of a text by its first bytes, empty for UTF-8: that of UTF-16 by its mark or by
// zero bytes, and that of Windows or of the Macintosh by letters that UTF-8 does not have. The doubt is empty for none.
func EncodingOf(begin []byte) (encoding, doubt string) {
	var zeros [2]int // at even and odd places, beside signs of a text
	for i, b := range begin {
		if at := i ^ 1; b == 0 && at < len(begin) && begin[at] >= '\t' {
			zeros[i%2]++
		}
	}
	few := len(begin) / 50
	switch mark := marked(begin); {
	case mark != "":
		return mark, ""
	case zeros[1] > len(begin)/4 && zeros[0] <= few:
		return littleEndian, ""
	case zeros[0] > len(begin)/4 && zeros[1] <= few:
		return bigEndian, ""
	case bytes.IndexByte(begin, 0) >= 0:
		return "", "" // no text
	}
	for cut := range min(utf8.UTFMax, len(begin)+1) { // the last letter may not be whole
		if utf8.Valid(begin[:len(begin)-cut]) {
			return "", ""
		}
	}
	return ofLetters(begin)
}

// foreign finds letters in a row that Western languages do not have so.
var foreign = regexp.MustCompile(`[^\x00-\x7f]{3}`)

func ofLetters(begin []byte) (encoding, doubt string) {
	switch fits, exotic := fit(western, begin), foreign.Match(begin); {
	case exotic:
		return western, "may be of another script (if they are: --encoding, such as windows-1251)"
	case fit(macRoman, begin) > fits:
		return macRoman, "fit words so better than in windows-1252 (if they do not: --encoding windows-1252)"
	case fits < 0:
		return western, "fit no word so (save the file as UTF-8, or give --encoding)"
	}
	return western, ""
}

// fit counts letters and signs beyond ASCII that stand in an encoding where words and numbers have them, less others.
func fit(encoding string, begin []byte) (count int) {
	known, _ := htmlindex.Get(encoding)
	decoded, _ := known.NewDecoder().Bytes(begin)
	text := append([]rune(" "+string(decoded)), ' ')
	for i, r := range text[1 : len(text)-1] {
		if r >= utf8.RuneSelf {
			count += stands(text[i], r, text[i+2])
		}
	}
	return count
}

// stands reports by 1 whether a letter or sign may stand between others, by -1 that it hardly does, and by 0 that nothing tells.
func stands(before, r, after rune) int {
	near := func(is func(rune) bool) bool { return is(before) || is(after) }
	inside := unicode.IsLetter(before) && unicode.IsLetter(after)
	capital := unicode.IsUpper(r) && !unicode.IsLower(before) && !(inside && unicode.IsLower(after))
	switch {
	case r == '’' || strings.ContainsRune("°µ±·²³–—“”‘…€£§«»½ªº×\u00a0", r) && !inside:
		return 1
	case unicode.IsLetter(r) && !near(unicode.IsLetter) && !near(unicode.IsDigit): // such as a unit
		return 0
	case (unicode.IsLower(r) || capital) && near(unicode.IsLetter):
		return 1
	}
	return -1
}

// decoder reads a text as UTF-8.
func decoder(r io.Reader, encoding string) (io.Reader, error) {
	switch strings.ToLower(encoding) {
	case "", "none", "utf-8", "utf8":
		return r, nil
	case "utf-16":
		encoding = littleEndian // unless there is a mark
	case "latin-1", "cp1252":
		encoding = western
	}
	known, err := htmlindex.Get(encoding)
	if err != nil {
		return nil, fmt.Errorf("encoding %q is not known: give utf-8, utf-16le, latin1, windows-1252 or another of those "+
			"of https://encoding.spec.whatwg.org", encoding)
	}
	return known.NewDecoder().Reader(r), nil
}
