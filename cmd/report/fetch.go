package main

import (
	"bufio"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gpca/report/dataset"
	"gpca/report/dataset/fetch"
	"gpca/report/progress"
	"gpca/report/words"
)

func (p *program) fetch(cmd *cobra.Command, names []string) error {
	folders := dataset.Directories(p.options.data, p.getenv)
	wanted, err := toFetch(names, folders)
	if err != nil {
		return err
	}
	if len(wanted) == 0 {
		p.display.Log().Info("nothing to download: all files are here; one that a run refuses is downloaded again " +
			"when it is removed")
		return nil
	}
	var rows [][]string
	total := int64(0)
	for _, e := range wanted {
		total += e.Download.Bytes
		sources := p.options.mirrors
		if len(sources) == 0 {
			sources = e.Download.From
		}
		rows = append(rows,
			[]string{e.Name, kilobytes(e.Download.Bytes), e.Terms},
			[]string{"", "", e.Citation},
			[]string{"", "", "from " + strings.Join(sources, ", else ")},
		)
	}
	if err := p.answerTable(rows, "", 1); err != nil {
		return err
	}
	if !p.options.yes {
		if !progress.IsTerminal(os.Stdin) {
			return errors.New("fetch: nothing is downloaded: there is no terminal to ask on, and --yes is not given")
		}
		fmt.Fprintf(p.stderr, "download %s into %s, under these terms? [y/N] ", kilobytes(total), folders[0])
		answer, err := bufio.NewReader(os.Stdin).ReadString('\n')
		if err != nil || !strings.HasPrefix(strings.ToLower(answer), "y") {
			return errors.New("fetch: nothing is downloaded")
		}
	}
	failed := 0
	for _, e := range wanted {
		err := fetch.Set(cmd.Context(), e, folders[0], fetch.Options{From: p.options.mirrors})
		switch {
		case cmd.Context().Err() != nil:
			return err
		case err != nil:
			failed++
			p.display.Log().Error(oneLine(err), slog.String("set", e.Name))
		default:
			p.display.Log().Info("downloaded and checked", slog.String("set", e.Name),
				slog.String("folder", folders[0]))
		}
	}
	if failed > 0 {
		return fmt.Errorf("fetch: %d of %d data sets are not downloaded", failed, len(wanted))
	}
	return nil
}

func kilobytes(n int64) string { return words.Thousands(math.Ceil(float64(n)/1000)) + " kB" }

// toFetch are the sets of some names, all for none, that no folder has, without those whose
// files are another's.
func toFetch(names, folders []string) ([]dataset.Entry, error) {
	if len(names) == 0 {
		names = dataset.Names()
	}
	var wanted []dataset.Entry
	var files []string
	for _, name := range names {
		e, err := dataset.Find(name)
		if err != nil {
			return nil, err
		}
		unknown := func(path string) bool { return !slices.Contains(files, path) }
		if slices.ContainsFunc(folders, e.Has) || !slices.ContainsFunc(e.Description.Files, unknown) {
			continue
		}
		wanted, files = append(wanted, e), append(files, e.Description.Files...)
	}
	return wanted, nil
}
