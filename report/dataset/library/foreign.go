package library

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// foreigns are kinds of files that are not read, by their endings and first bytes, with how to get CSV of them.
var foreigns = []struct {
	kind    string
	endings []string
	begins  []string
	at      int // where these bytes stand
	remedy  string
}{
	{"Parquet", []string{".parquet", ".pq"}, []string{"PAR1"}, 0, inPandas("parquet")},
	{"Feather or Arrow", []string{".feather", ".arrow", ".ipc"}, []string{"ARROW1", "FEA1"}, 0, inPandas("feather")},
	{"JSON", []string{".json", ".jsonl", ".ndjson"}, nil, 0, inPandas("json")},
	{"OpenDocument", []string{".ods"}, []string{"mimetypeapplication/vnd.oasis"}, 30, inOffice},
	{"old or encrypted workbook", []string{".xls", ".xlsb"}, []string{"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"}, 0, inOffice},
	{"R's saveRDS", []string{".rds"}, []string{"X\n\x00\x00\x00\x02", "X\n\x00\x00\x00\x03"}, 0,
		`in R, write.csv(readRDS("FILE"), "FILE.csv")`},
	{"R's save", []string{".rdata", ".rda"}, []string{"RDX2\n", "RDX3\n"}, 0,
		`in R, load("FILE"), and write.csv of the table that it names`},
	{"SPSS", []string{".sav", ".zsav"}, []string{"$FL2", "$FL3"}, 0, inPandas("spss")},
	{"Stata", []string{".dta"}, []string{"<stata_dta>"}, 0, inPandas("stata")},
	{"SAS", []string{".sas7bdat", ".xpt"}, []string{"HEADER RECORD***"}, 0, inPandas("sas")},
	{"Python's pickle", []string{".pkl", ".pickle"}, nil, 0, inPandas("pickle")},
	{"HDF5", []string{".h5", ".hdf5"}, []string{"\x89HDF\r\n"}, 0, inPandas("hdf")},
	{"zip archive or workbook", nil, []string{"PK\x03\x04"}, 0,
		"give it the ending .xlsx or .npz that it has, or unpack it"},
	{"NumPy", nil, []string{"\x93NUMPY"}, 0, "give it the ending .npy, or a study format: npy"},
	{"MATLAB", nil, []string{"MATLAB 5.0"}, 0, "give it the ending .mat, or a study format: matlab"},
	{"packed", []string{".xz", ".bz2", ".zst", ".7z"}, []string{"\xfd7zXZ", "BZh9", "(\xb5/\xfd"}, 0,
		"unpack it, and give what it holds"},
}

const inOffice = "save it as .xlsx without a password, or its sheet as CSV UTF-8"

func inPandas(kind string) string {
	return `save it as CSV, as in Python pandas.read_` + kind + `("FILE").to_csv("FILE.csv", index=False)`
}

// foreign is the error of a file that no format reads, which its ending or its first bytes tell.
func foreign(path string, head []byte) error {
	for _, f := range foreigns {
		begins := func(begin string) bool { return bytes.HasPrefix(head[min(f.at, len(head)):], []byte(begin)) }
		if head == nil && ends(path, f.endings) || slices.ContainsFunc(f.begins, begins) {
			name := filepath.Base(path)
			stem, _, _ := strings.Cut(name, ".")
			return fmt.Errorf("a file of another kind (%s), which is not read: %s", f.kind,
				strings.NewReplacer("FILE.csv", stem+".csv", "FILE", name).Replace(f.remedy))
		}
	}
	return nil
}
