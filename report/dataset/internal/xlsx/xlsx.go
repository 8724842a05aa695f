// Package xlsx reads a sheet of a workbook (Office Open XML, ECMA-376, part 1, section 18) as the CSV that a
// spreadsheet would save: a line for each row, so that line 7 is row 7.
//
// Formulas have the values that the spreadsheet stored. Dates become text. Cells with an error such as #N/A are empty,
// and said. A formula without a value, merged cells and an empty cell of the header are errors that name the cell.
package xlsx

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"gpca/report/dataset/columns"
	"gpca/report/dataset/unpack"
	"gpca/report/words"
)

// Limits of a sheet, those of Excel.
const mostRows, mostColumns = 1 << 20, 1 << 14

// texts are those of a cell or of a shared string, in runs of one style or without.
type texts struct {
	T []string `xml:"t"`
	R []struct {
		T []string `xml:"t"`
	} `xml:"r"`
}

func (t texts) String() string {
	all := strings.Join(t.T, "")
	for _, run := range t.R {
		all += strings.Join(run.T, "")
	}
	return all
}

type row struct {
	At     int    `xml:"r,attr"`
	Hidden bool   `xml:"hidden,attr"`
	Cells  []cell `xml:"c"`
}

// columnsOf are columns that look alike.
type columnsOf struct {
	From   int  `xml:"min,attr"`
	To     int  `xml:"max,attr"`
	Hidden bool `xml:"hidden,attr"`
}

type cell struct {
	At      string    `xml:"r,attr"`
	Type    string    `xml:"t,attr"`
	Style   int       `xml:"s,attr"`
	Value   *string   `xml:"v"`
	Formula *struct{} `xml:"f"`
	Inline  texts     `xml:"is"`
}

// Text reads a sheet: that of a name or a number from 1, or the first one that is not hidden. The facts say what is
// left out.
func Text(r io.Reader, name string) (text io.Reader, facts []columns.Fact, err error) {
	b, err := open(r)
	if err != nil {
		return nil, nil, err
	}
	chosen, facts, err := b.choose(name)
	if err != nil {
		return nil, nil, err
	}
	var rows [][]string
	if err := b.read(chosen.Path, func(tokens *xml.Decoder) error {
		rows, err = b.rows(tokens)
		return err
	}); err != nil {
		return nil, nil, fmt.Errorf("sheet %s: %w", chosen.Name, err)
	}
	facts = append(facts, b.sayHidden()...)
	if n := len(b.errors); n > 0 {
		facts = append(facts, columns.Fact{Kind: columns.LeftOut, Columns: []string{words.Some(b.errors, 10)},
			Why: words.Count(n, "cell") + " with an error in place of a value, which is missing"})
	}
	var all bytes.Buffer
	lines := csv.NewWriter(&all)
	for _, fields := range rows {
		if fields != nil {
			fields = append(fields, make([]string, b.width-len(fields))...)
		}
		err := lines.Write(fields)
		lines.Flush()
		if err = cmp.Or(err, unpack.Fit(r, b.held+2*int64(all.Len()))); err != nil { // what grows is copied
			return nil, nil, err
		}
	}
	return unpack.Within(&all, unpack.Room(r)-int64(all.Len())), facts, nil
}

// rows reads the rows up to the last one, nil for those without a value.
func (b *book) rows(tokens *xml.Decoder) (rows [][]string, err error) {
	for {
		token, err := tokens.Token()
		if err == io.EOF {
			return rows, b.checkHeader(rows)
		}
		element, _ := token.(xml.StartElement)
		switch element.Name.Local {
		case "mergeCell":
			ref, _ := words.First(element.Attr, func(a xml.Attr) bool { return a.Name.Local == "ref" })
			err = fmt.Errorf("cells %s are merged: unmerge them, fill in each, and delete titles above the header",
				ref.Value)
		case "filterColumn":
			b.filtered = true
		case "col":
			var of columnsOf
			if err = tokens.DecodeElement(&of, &element); of.Hidden && of.From > b.lastHidden {
				b.hidden, b.lastHidden = append(b.hidden, of), of.To
			}
		case "row":
			rows, err = b.add(rows, tokens, &element)
		}
		if err = cmp.Or(err, unpack.Fit(b.file, b.held)); err != nil {
			return nil, err
		}
	}
}

func (b *book) add(rows [][]string, tokens *xml.Decoder, element *xml.StartElement) ([][]string, error) {
	of := row{At: len(rows) + 1}
	if err := tokens.DecodeElement(&of, element); err != nil {
		return nil, err
	}
	if of.At <= len(rows) || of.At > mostRows {
		return nil, fmt.Errorf("row %d follows row %d: save the workbook again", of.At, len(rows))
	}
	fields, err := b.fields(of)
	if of.Hidden && fields != nil {
		b.hiddenRows = append(b.hiddenRows, of.At)
	}
	b.held += 24 + 16*int64(len(fields))
	return append(append(rows, make([][]string, of.At-1-len(rows))...), fields), err
}

// fields are the texts of a row up to the last one that is not empty.
func (b *book) fields(of row) (fields []string, err error) {
	at := 0
	for _, c := range of.Cells {
		column := at + 1
		if c.At != "" {
			column = 0
			for i := 0; i < len(c.At) && c.At[i] >= 'A' && c.At[i] <= 'Z' && column <= mostColumns; i++ {
				column = 26*column + int(c.At[i]-'A') + 1
			}
		}
		if column <= at || column > mostColumns {
			return nil, fmt.Errorf("row %d: a cell has the place %q: save the workbook again", of.At, c.At)
		}
		at = column
		text, err := b.text(c, cellName(column, of.At))
		if err != nil {
			return nil, err
		}
		if text = words.OneLine(text); text != "" {
			fields = append(append(fields, make([]string, column-1-len(fields))...), text)
			b.held += int64(len(text))
			b.width = max(b.width, column)
		}
	}
	return fields, nil
}

// text is what a cell shows.
func (b *book) text(c cell, name string) (text string, err error) {
	if c.Value != nil {
		text = *c.Value
	}
	if c.Formula != nil && text == "" && (c.Type != "str" || c.Value == nil) {
		return "", fmt.Errorf("cell %s holds a formula without a stored value: open the workbook in a spreadsheet, "+
			"and save it again", name)
	}
	switch c.Type {
	case "s":
		if i, err := strconv.ParseUint(text, 10, 32); err == nil && i < uint64(len(b.strings)) {
			return b.strings[i], nil
		}
		return "", fmt.Errorf("cell %s has the text %q of %d: damaged", name, text, len(b.strings))
	case "inlineStr":
		return c.Inline.String(), nil
	case "b":
		return map[string]string{"0": "FALSE", "1": "TRUE"}[text], nil
	case "e":
		b.errors = append(b.errors, text+" in "+name)
		return "", nil
	case "", "n":
		if days, err := strconv.ParseFloat(text, 64); err == nil && b.dates[c.Style] {
			return b.date(days), nil
		}
	}
	return text, nil
}

// sayHidden says that what a sheet does not show is read.
func (b *book) sayHidden() (facts []columns.Fact) {
	if b.hiddenRows != nil {
		by := map[bool]string{false: "in the sheet", true: "by a filter"}[b.filtered]
		facts = append(facts, columns.Fact{Kind: "lines", Rows: b.hiddenRows,
			Why: "hidden " + by + ", and read as others (to leave them out: delete them)"})
	}
	var names []string
	for _, of := range b.hidden {
		for at := of.From; at <= min(of.To, b.width); at++ {
			names = append(names, strings.TrimRight(cellName(at, 0), "0"))
		}
	}
	if names != nil {
		facts = append(facts, columns.Fact{Kind: "suspect", Columns: []string{"columns " + words.Some(names, 20)},
			Why: "hidden in the sheet, and read as others (to leave one out: --omit with its name)"})
	}
	return facts
}

// cellName is the name of a cell, such as B7.
func cellName(column, row int) (name string) {
	for ; column > 0; column = (column - 1) / 26 {
		name = string(rune('A'+(column-1)%26)) + name
	}
	return name + strconv.Itoa(row)
}

// checkHeader refuses a header, which has no number, without a name. The first column may name the rows.
func (b *book) checkHeader(rows [][]string) error {
	line := slices.IndexFunc(rows, func(fields []string) bool { return fields != nil })
	if line < 0 {
		return errors.New("it is empty: choose another by sheet")
	}
	header := append(slices.Clone(rows[line]), make([]string, b.width-len(rows[line]))...)
	isNumber := func(field string) bool { _, err := strconv.ParseFloat(field, 64); return err == nil }
	if at := slices.Index(header[1:], "") + 1; at > 0 && !slices.ContainsFunc(header, isNumber) {
		return fmt.Errorf("cell %s of the header is empty: name the column or delete it, and delete rows above the "+
			"header", cellName(at+1, line+1))
	}
	return nil
}
