package arff

import (
	"errors"
	"strings"
)

type scanner struct {
	text string
}

func (s *scanner) rest() string { return strings.TrimSpace(s.text) }

// word takes the next word: up to a blank or one of the characters in end, or in quotes, where a
// backslash escapes a character. Only a quoted word may be empty.
func (s *scanner) word(end string) (string, error) {
	s.text = s.rest()
	if s.text != "" && strings.Contains(`'"`, s.text[:1]) {
		return s.quotedWord()
	}
	length := strings.IndexAny(s.text, " \t"+end)
	if length < 0 {
		length = len(s.text)
	}
	if length == 0 {
		return "", errors.New("empty")
	}
	word := s.text[:length]
	s.text = s.text[length:]
	return word, nil
}

func (s *scanner) quotedWord() (string, error) {
	quote := s.text[0]
	var word strings.Builder
	for i := 1; i < len(s.text); i++ {
		switch c := s.text[i]; {
		case c == quote:
			s.text = s.text[i+1:]
			return word.String(), nil
		case c == '\\' && i+1 < len(s.text):
			i++
			word.WriteByte(s.text[i])
		default:
			word.WriteByte(c)
		}
	}
	return "", errors.New("quote without an end")
}

// separator takes blanks and at most one of the characters in set, which it returns; 0 for none.
func (s *scanner) separator(set string) byte {
	s.text = s.rest()
	if s.text == "" || !strings.Contains(set, s.text[:1]) {
		return 0
	}
	c := s.text[0]
	s.text = s.text[1:]
	return c
}
