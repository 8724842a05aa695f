package dataset

import (
	"os"
	"path/filepath"
	"slices"

	"gpca/report/words"
)

// Directories returns the folders to search for data sets, in order: the --data flag,
// $REPORT_DATA, ./data, and gpca in the user's cache.
func Directories(flag string, getenv func(string) string) []string {
	candidates := []string{flag, getenv("REPORT_DATA"), "data"}
	// Without a home there is no cache folder, which is no error.
	if cache, err := os.UserCacheDir(); err == nil {
		candidates = append(candidates, filepath.Join(cache, "gpca"))
	}
	candidates = slices.DeleteFunc(candidates, func(c string) bool { return c == "" })
	return words.AppendNew(nil, words.Each(candidates, filepath.Clean)...)
}
