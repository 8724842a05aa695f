package fill

import (
	"sync"

	"gpca/report/exhibit/layout"
)

// A Book fills each table once, for a drawing of results that do not change meanwhile.
type Book struct {
	mutex  sync.Mutex
	filled map[*layout.Layout]*Filled
	read   map[spot]Place
}

type spot struct {
	of          *layout.Layout
	row, column string
}

// NewBook is empty.
func NewBook() *Book {
	return &Book{filled: map[*layout.Layout]*Filled{}, read: map[spot]Place{}}
}

// A Booked source has a book.
type Booked interface{ Book() *Book }

// Book is that of the source, nil for none.
func (s Incidental) Book() *Book { return bookOf(s.Source) }

func bookOf(src Source) *Book {
	if b, ok := src.(Booked); ok {
		return b.Book()
	}
	return nil
}

// Once is Fill, or what the book of the source has. What is in print is always that of the source.
func Once(l *layout.Layout, src Source, label func(method string) string) *Filled {
	b := bookOf(src)
	if b == nil {
		return Fill(l, src, label)
	}
	b.mutex.Lock()
	defer b.mutex.Unlock()
	f := b.filled[l]
	if f == nil {
		f = Fill(l, src, label)
		b.filled[l] = f
	}
	of := *f
	of.Printed = src.Printed()
	return &of
}

// Read is the number in a row and a column, which the table may not show.
func Read(l *layout.Layout, src Source, r layout.Row, c layout.Column, label func(method string) string) Place {
	b := bookOf(src)
	if b == nil {
		return At(l, src, r, c)
	}
	if r.Grid == nil {
		f := Once(l, src, label)
		for i, row := range f.Rows {
			for _, column := range f.Columns {
				if row.Key == r.Key && column.Key == c.Key && column.Places != nil && !column.ShowsWinner() {
					return column.Places[i]
				}
			}
		}
	}
	b.mutex.Lock()
	defer b.mutex.Unlock()
	at := spot{l, r.Key, c.Key}
	p, known := b.read[at]
	if !known {
		p = At(l, src, r, c)
		b.read[at] = p
	}
	return p
}
