package render

import (
	"bytes"
	"encoding/csv"
	"strconv"
	"strings"

	"gpca/report/words"
)

// defuse writes out characters of a text that a terminal obeys, which may stand in the names
// of a data file. A text without any stays as it is, byte for byte.
func defuse(ending string, content []byte) []byte {
	switch ending {
	case ".pdf", ".png":
		return content
	case ".csv":
		content = defuseFields(content)
	}
	return []byte(words.Printable(string(content)))
}

// defuseFields defuses each field of a CSV file.
func defuseFields(content []byte) []byte {
	r := csv.NewReader(bytes.NewReader(content))
	r.FieldsPerRecord = -1 // any
	records, err := r.ReadAll()
	if err != nil {
		return content // which a writer of CSV has not made
	}
	for _, record := range records {
		for i, field := range record {
			record[i] = defuseField(field)
		}
	}
	var b bytes.Buffer
	_ = csv.NewWriter(&b).WriteAll(records) // a buffer takes everything
	return b.Bytes()
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
