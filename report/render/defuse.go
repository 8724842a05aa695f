package render

import (
	"bytes"
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"gpca/report/words"
)

// defuse writes out characters of a text that a terminal obeys, which may stand in the names
// of a data file. A text without any stays as it is, byte for byte.
func defuse(ending string, content []byte) []byte {
	switch ending {
	case ".pdf", ".png", ".npz":
		return content
	case ".csv":
		if defused, ok := defuseFields(content); ok {
			return defused
		}
	}
	return []byte(words.Printable(string(content)))
}

// defuseFields defuses each field of a CSV file, false for one that no writer of CSV has made.
func defuseFields(content []byte) (defused []byte, ok bool) {
	r := csv.NewReader(bytes.NewReader(content))
	r.FieldsPerRecord = -1 // any
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	for {
		record, err := r.Read()
		if err == io.EOF {
			w.Flush()
			return b.Bytes(), true
		}
		if err != nil {
			return nil, false
		}
		for i, field := range record {
			record[i] = defuseField(field)
		}
		_ = w.Write(record) // a buffer takes everything
	}
}

// defuseField puts an apostrophe before a field of a CSV file that a spreadsheet would run as a
// formula (OWASP, "CSV Injection"). Numbers, and lists of them, stay.
func defuseField(field string) string {
	if runs(field) {
		field = "'" + field
	}
	return words.Printable(field)
}

// runs reports whether a spreadsheet takes a field for a formula.
func runs(field string) bool {
	if field == "" || !strings.Contains("=+-@\t\r", field[:1]) {
		return false
	}
	for word := range strings.FieldsSeq(field) {
		if _, err := strconv.ParseFloat(word, 64); err != nil {
			return true
		}
	}
	return false
}
