package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// The terms stand before the question, nothing is downloaded without an answer, and what is
// fetched is taken by a run for the real data.
func TestFetch(t *testing.T) {
	source := filepath.Join(os.Getenv("REPORT_DATA"), "uci", "iris.data")
	iris, err := os.ReadFile(source)
	if err != nil {
		t.Skip("the real Iris data is needed: name its folder in REPORT_DATA: ", err)
	}
	downloads := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if downloads++; r.URL.Path != "/iris.data" {
			http.NotFound(w, r)
			return
		}
		fmt.Fprintf(w, "%s", iris)
	}))
	defer server.Close()
	folder := filepath.Join(t.TempDir(), "new")
	line := []string{"fetch", "iris", "--data", folder, "--from", server.URL + "/"}
	o := execute(t, nil, line...)
	o.expectCode(t, exitError)
	if downloads > 0 || !strings.Contains(o.stderr, "there is no terminal to ask on, and --yes is not given") {
		t.Errorf("%d downloads without a question: %s", downloads, o.stderr)
	}
	want := "iris  5 kB  CC BY 4.0, as the UCI Machine Learning Repository lists it today\n            R. A. Fisher, \"The use of multiple measurements in taxonomic problems\", Annals of Eugenics 7, 1936\n            from " + server.URL + "/\n"
	assert.Check(t, o.stdout == want, "standard output %q, want %q", o.stdout, want)
	execute(t, nil, append(line, "--yes")...).expectCode(t, exitFine)
	o = execute(t, nil, "list", "datasets", "--data", folder)
	assert.Check(t, regexp.MustCompile(`iris +real .*`+regexp.QuoteMeta(folder)).MatchString(o.stdout),
		"Iris is not taken for real: %s", o.stdout)
	o = execute(t, nil, append(line, "--yes")...)
	if o.expectCode(t, exitFine); downloads != 1 || !strings.Contains(o.stderr, "nothing to download") {
		t.Errorf("%d downloads of what is here: %s", downloads, o.stderr)
	}

	o = execute(t, nil, "fetch", "car", "iris", "--yes", "--data", folder, "--from", server.URL+"/")
	o.expectCode(t, exitError)
	for _, want := range []string{"the server answers 404 Not Found; by hand: look for the files at https://archive.ics.uci.edu/dataset/19/car+evaluation and put them into " + folder + " as uci/car.data", "fetch: 1 of 1 data sets are not downloaded"} {
		assert.Check(t, strings.Contains(o.stderr, want), "standard error lacks %q: %s", want, o.stderr)
	}
}

func TestFetchOfAnUnknownSet(t *testing.T) {
	o := execute(t, nil, "fetch", "irs")
	o.expectCode(t, exitError)
	assert.Check(t, is.Contains(o.stderr, `unknown data set "irs": did you mean iris?`))
}
