package printed

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A cell is what stands at a place of a table: a number, a word that is no result, or something that cannot be read.
type cell struct {
	text   string // without markup
	digits string // as [Parse] reads them, empty for no number
	bold   bool
	aside  bool // in brackets or behind ±
	unit   string
	spread float64 // behind ±, 0 for none
	why    string  // there is no number; empty for an empty cell
	fault  bool    // it looks like a number
}

var (
	numberForm = regexp.MustCompile(`^([+−–-]?)(\d(?:[\d,.'\x{2009}\x{202f}]*\d)?|[.,]\d+)` +
		`(?:[eEdD]([+−-]?\d{1,3})|\s*[×x·∗*]\s*10\s*\^?\s*([+−–-]?\d{1,3}))?`)
	thousands = regexp.MustCompile(`^\d{1,3}(?:,\d{3})+(?:\.\d+)?$`)
	// beside is what may stand behind a number: a spread, a mark, a rank, a change.
	beside = regexp.MustCompile(`^(?:\s*$|\s+[+−–-]\d|` +
		`[\s\x{2009}]*(?:\+/?-|[^\pL\p{Nd}\s/,:;|−–—.~=&+<>-]))`)
	commaForm   = regexp.MustCompile(`^[−–-]?(?:\d+,\d{1,2}|0,\d+)(?:[^\d,.]|$)`)
	spreadForm  = regexp.MustCompile(`(?:±|\+/?-)[^\pL\d.,]*(\d[\d.,]*)`)
	pointForm   = regexp.MustCompile(`^[−–-]?\d*\.\d`)
	bracketForm = regexp.MustCompile(`^\(([^()]*)\)$`)
)

// readCell reads a cell; comma says that decimals stand behind one.
func readCell(raw string, defined map[string]command, comma bool) cell {
	c := cell{text: unmarked(raw, defined)}
	text := commandMark.ReplaceAllString(c.text, "")
	isNamed, before := text != c.text, text
	if at := strings.IndexFunc(text, unicode.IsDigit); at >= 0 {
		before = text[:at]
	}
	c.bold, c.aside = strings.Contains(before, boldMark), strings.Contains(before, "±")
	text = strings.ReplaceAll(text, boldMark, "")
	c.text = plain(c.text)
	text = strings.TrimLeftFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("+-−–—.,<>≤≥~(/[", r)
	})
	if m := bracketForm.FindStringSubmatch(text); m != nil {
		text, c.aside = m[1], true
	}
	switch first, _ := utf8.DecodeRuneInString(text); {
	case strings.Trim(text, "-–—−. /()*∗") == "":
		if isNamed {
			c.why = "a word"
		}
		return c
	case !strings.ContainsFunc(text, unicode.IsDigit), unicode.IsLetter(first):
		c.why = "a word"
		return c
	case strings.ContainsRune("<>≤≥~", first):
		c.why = "a bound"
		return c
	case theConventions().Excluded.part.MatchString(text):
		c.why = "left out by its own words"
		return c
	}
	c.number(text, comma)
	return c
}

// number reads the number at the beginning of a text.
func (c *cell) number(text string, comma bool) {
	c.why, c.fault = "it is not one number", true
	m := numberForm.FindStringSubmatch(text)
	if m == nil {
		return
	}
	rest := text[len(m[0]):]
	unit, power := unitOf(rest)
	if !beside.MatchString(rest[len(unit):]) {
		return
	}
	pointed := func(digits string) string {
		digits = strings.NewReplacer("'", "", thinSpace, "", "\u202f", "").Replace(digits)
		switch {
		case comma:
			digits = strings.Replace(strings.ReplaceAll(digits, ".", ""), ",", ".", 1)
		case thousands.MatchString(digits):
			digits = strings.ReplaceAll(digits, ",", "")
		}
		return digits
	}
	digits := pointed(m[2])
	exponent, _ := strconv.Atoi(strings.NewReplacer("−", "-", "–", "-", "+", "").Replace(m[3] + m[4]))
	if exponent += power; exponent != 0 {
		digits += "e" + strconv.Itoa(exponent)
	}
	if m[1] != "" && m[1] != "+" {
		digits = "-" + digits
	}
	if _, err := Parse(digits); err != nil {
		c.why = err.Error()
		return
	}
	if s := spreadForm.FindStringSubmatch(rest); s != nil && exponent == 0 {
		spread, _ := Parse(pointed(s[1])) // 0 for what cannot be read
		c.spread = spread.Centre
	}
	c.digits, c.why, c.fault, c.unit = digits, "", false, strings.Trim(unit, "%％ "+thinSpace)
	if power != 0 {
		c.unit = ""
	}
}

// unitOf is the unit at the beginning of a text, with the blanks before it.
func unitOf(rest string) (unit string, power int) {
	bare := strings.TrimLeft(rest, " "+thinSpace)
	after := strings.TrimLeftFunc(bare, func(r rune) bool {
		return unicode.IsLetter(r) || strings.ContainsRune("%％‰×°", r)
	})
	power, ok := theConventions().Units[strings.TrimSuffix(bare, after)]
	if !ok {
		return "", 0
	}
	return strings.TrimSuffix(rest, after), power
}
