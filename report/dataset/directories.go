package dataset

import (
	"os"
	"path/filepath"

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
	var directories []string
	for _, c := range candidates {
		if c != "" {
			directories = words.AppendNew(directories, filepath.Clean(c))
		}
	}
	return directories
}
