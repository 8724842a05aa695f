package layout

import (
	"cmp"
	"strings"

	"gpca/report/experiment"
)

// A Title is a heading of pieces between commas. A source of results knows the names of data sets.
type Title struct {
	Pieces []Piece
	TeX    bool // whether it has a form in TeX
}

// A Piece is a text, a data set or a method.
type Piece struct{ Label, TeX, Data, Method string }

func Fixed(text string) Title { return Title{Pieces: []Piece{{Label: text}}} }

func pieceOf(axis string, v experiment.Value) Piece {
	switch axis {
	case experiment.Data:
		return Piece{Data: v.Text, TeX: v.TeX}
	case experiment.Method:
		return Piece{Method: v.Text, TeX: v.TeX}
	}
	return Piece{Label: v.Label, TeX: v.TeX}
}

// after is the title with a piece before its own.
func (t Title) after(p Piece) Title {
	t.Pieces = append([]Piece{p}, t.Pieces...)
	return t
}

// Text is the title in Unicode, and in TeX if it has such a form. Data and method give printed names.
func (t Title) Text(data, method func(name string) string) (text, tex string) {
	var texts, formulas []string
	for _, p := range t.Pieces {
		label := p.Label
		switch {
		case p.Data != "":
			label = data(p.Data)
		case p.Method != "":
			label = method(p.Method)
		}
		texts, formulas = append(texts, label), append(formulas, cmp.Or(p.TeX, label))
	}
	if t.TeX {
		tex = strings.Join(formulas, ", ")
	}
	return strings.Join(texts, ", "), tex
}
