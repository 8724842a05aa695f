package fetch

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"gpca/report/dataset"
)

const content = "1,2,a\n3,4,a\n5,6,b\n"

func entry(published string) dataset.Entry {
	return dataset.Entry{
		Description: dataset.Description{
			Name: "three", URL: "https://publisher.example", Origin: dataset.Real,
			Samples: 3, Features: 2, Classes: []string{"a", "b"}, ClassCounts: []int{2, 1},
		},
		Files: []dataset.File{{Path: "uci/three.data", Alternatives: []string{"uci/the three.data"},
			SHA256: fmt.Sprintf("%x", sha256.Sum256([]byte(published)))}},
		Format:  "comma",
		Columns: []string{"x", "y", "class"},
	}
}

func archive(t *testing.T, name, content string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	f, err := w.Create(name)
	if err == nil {
		_, err = f.Write([]byte(content))
	}
	assert.NilError(t, errors.Join(err, w.Close()))
	return b.Bytes()
}

func gzipped(t *testing.T, content string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write([]byte(content))
	assert.NilError(t, errors.Join(err, w.Close()))
	return b.Bytes()
}

func files(t *testing.T, folder string) string {
	t.Helper()
	var all []string
	err := filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			path, err = filepath.Rel(folder, path)
			all = append(all, filepath.ToSlash(path))
		}
		return err
	})
	assert.NilError(t, err)
	return strings.Join(all, " ")
}

func TestSet(t *testing.T) {
	mux := http.NewServeMux()
	serve := func(path string, content []byte) {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
		})
	}
	serve("/whole/three.data", []byte(content))
	serve("/spaced/the%20three.data", []byte(content))
	serve("/other/three.data", []byte("1,2,a\n3,4,a\n5,7,b\n"))
	serve("/page/three.data", []byte("<html>moved</html>"))
	serve("/packed.zip", archive(t, "deep/down/three.data", content))
	serve("/lacking.zip", archive(t, "readme", content))
	serve("/leaving.zip", archive(t, "../../three.data", content))
	serve("/absolute.zip", archive(t, "/three.data", content))
	serve("/bomb.zip", archive(t, "three.data", strings.Repeat("1,2,a\n", 3<<20)))
	serve("/packed/three.data", gzipped(t, strings.Repeat("1,2,a\n", 3<<20)))
	serve("/broken.zip", []byte("no archive"))
	mux.HandleFunc("/moved/", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/whole/three.data", http.StatusMovedPermanently)
	})
	mux.HandleFunc("/loop/", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, r.URL.Path, http.StatusFound)
	})
	mux.HandleFunc("/cut/", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "100")
		fmt.Fprint(w, content)
	})
	mux.HandleFunc("/endless/", func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			if _, err := w.Write(make([]byte, 1<<20)); err != nil {
				return
			}
		}
	})
	mux.HandleFunc("/silent/", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, content[:5])
		http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	server := httptest.NewServer(mux)
	defer server.Close()
	for _, c := range []struct{ name, from, want, left string }{
		{"whole", "whole/", "", "uci/three.data"},
		{"another name", "spaced/", "", "uci/the three.data"},
		{"redirect", "moved/", "", "uci/three.data"},
		{"archive", "packed.zip", "", "uci/three.data"},
		{"second source", "gone/ whole/", "", "uci/three.data"},
		{"second source after a cut", "cut/ whole/", "", "uci/three.data"},
		{"gone", "gone/", "SERVER/gone/: the server answers 404 Not Found; by hand: look for the files at " +
			"https://publisher.example and put them into FOLDER as uci/three.data", ""},
		{"wrong checksum", "other/", "three.data: not the published file, though its shape and class counts are " +
			"right: SHA-256 is ", ""},
		{"page", "page/", "three.data: line 1: 1 fields, want 3", ""},
		{"redirects without end", "loop/", "stopped after 10 redirects", ""},
		{"truncation", "cut/", "ended after 18 bytes, from which the next attempt goes on: unexpected EOF",
			"three.data.part"},
		{"silence", "silent/", "ended after 5 bytes, from which the next attempt goes on: the server sends nothing " +
			"any more", "three.data.part"},
		{"endless", "endless/", "more than 8388608 bytes, which this cannot be", ""},
		{"archive without the file", "lacking.zip", "the archive has no file three.data", ""},
		{"archive that would leave the folder", "leaving.zip", "", "uci/three.data"},
		{"archive from the root", "absolute.zip", "", "uci/three.data"},
		{"archive that unpacks to much", "bomb.zip",
			"three.data of the archive: longer than the limit of 8388608 bytes", ""},
		{"file that unpacks to much", "packed/",
			"uci/three.data: not the published file, which takes less memory: get it again from https://publisher.example", ""},
		{"no archive", "broken.zip", "not a ZIP archive: ", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			above := t.TempDir()
			folder := filepath.Join(above, "data")
			o := Options{Idle: 300 * time.Millisecond}
			for _, from := range strings.Fields(c.from) {
				o.From = append(o.From, server.URL+"/"+from)
			}
			err := Set(t.Context(), entry(content), folder, o)
			want := strings.NewReplacer("SERVER", server.URL, "FOLDER", folder).Replace(c.want)
			assert.Check(t, (err == nil) == (want == "") && (err == nil || strings.Contains(err.Error(), want)),
				"got %v, want %q", err, want)
			left := files(t, above)
			assert.Check(t, (left == "") == (c.left == "") && strings.HasSuffix(left, c.left) &&
				strings.Contains(left, " ") == strings.Contains(c.left, " "), "left %q, want %q", left, c.left)
			if c.want == "" {
				_, err := entry(content).Open(t.Context(), folder)
				assert.NilError(t, err)
			}
		})
	}
}

// A transfer resumes where it ended, asks only for the rest, and begins anew with a server that cannot
// send a part.
func TestResume(t *testing.T) {
	for name, start := range map[string]int{"server of parts": 7, "server of whole files": 0,
		"part longer than the file": len(content) + 1} {
		t.Run(name, func(t *testing.T) {
			var asked []string
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				asked = append(asked, r.Header.Get("Range"))
				switch {
				case len(asked) == 1:
					w.Header().Set("Content-Length", "100")
					fmt.Fprint(w, (content + content)[:max(start, 7)])
				case start > 0:
					http.ServeContent(w, r, "", time.Time{}, strings.NewReader(content))
				default:
					fmt.Fprint(w, content)
				}
			}))
			defer server.Close()
			folder, o := t.TempDir(), Options{From: []string{server.URL + "/"}}
			assert.Assert(t, Set(t.Context(), entry(content), folder, o) != nil, "a cut transfer was taken")
			assert.NilError(t, Set(t.Context(), entry(content), folder, o))
			assert.Equal(t, files(t, folder), "uci/three.data", "left")
			assert.Equal(t, asked[1], fmt.Sprintf("bytes=%d-", max(start, 7)), "asked for %q", asked)
		})
	}
}

func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	}))
	defer server.Close()
	err := Set(ctx, entry(content), t.TempDir(), Options{From: []string{server.URL + "/", server.URL + "/"}})
	assert.ErrorIs(t, err, context.Canceled)
}
