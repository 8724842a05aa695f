// Package fetch downloads the files of data sets from their publishers.
//
// A set is put in place as a whole or not at all. Its files are downloaded into a folder below that of
// data, opened there, which checks them, and then moved to their places. The next transfer resumes an
// interrupted one. Wrong files are removed.
package fetch

import (
	"archive/zip"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gpca/report/dataset"
	"gpca/report/dataset/unpack"
	"gpca/report/words"
)

// Options control a transfer. The zero value is ready to use.
type Options struct {
	// From replaces the sources of the set, unless it is empty; see [dataset.Download].
	From []string
	// Idle is how long a server may send nothing, 0 for a minute.
	Idle time.Duration
}

const stage = ".fetch"

// Set downloads a data set into a folder of data, from the first source that has it. The error
// says what is wrong with each, and how to get the files by hand.
func Set(ctx context.Context, e dataset.Entry, folder string, options Options) error {
	sources := options.From
	if len(sources) == 0 {
		sources = e.Download.From
	}
	var faults []error
	for _, source := range sources {
		err := options.from(ctx, source, e, folder)
		if err == nil || ctx.Err() != nil {
			return err
		}
		faults = append(faults, err)
	}
	paths := words.Each(e.Files, func(f dataset.File) string { return f.Path })
	return fmt.Errorf("%w; by hand: look for the files at %s and put them into %s as %s",
		errors.Join(faults...), e.URL, folder, words.Some(paths, 3))
}

func (o Options) from(ctx context.Context, source string, e dataset.Entry, folder string) error {
	// Each source has a folder of its own: parts of two would not fit together.
	stages := filepath.Join(folder, stage, e.Name)
	staged := filepath.Join(stages, fmt.Sprintf("%x", sha256.Sum256([]byte(source)))[:16])
	// The catalogue does not know the size of an archive, nor of a container with the same values.
	limit := 8 * (e.Download.Bytes + 1<<20)
	if err := o.load(ctx, source, e, staged, limit); err != nil {
		return fmt.Errorf("%s: %w", source, err)
	}
	set, err := e.Open(ctx, staged)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return errors.Join(fmt.Errorf("%s: %w", source, err), os.RemoveAll(staged))
	}
	for _, file := range set.Files {
		to := filepath.Join(folder, filepath.FromSlash(file))
		if err = os.MkdirAll(filepath.Dir(to), 0o755); err == nil {
			err = os.Rename(filepath.Join(staged, filepath.FromSlash(file)), to)
		}
		if err != nil {
			return fmt.Errorf("fetch: %w", err)
		}
	}
	if err := os.RemoveAll(stages); err != nil {
		return fmt.Errorf("fetch: %w", err)
	}
	_ = os.Remove(filepath.Dir(stages)) // unless others are under way
	return nil
}

func (o Options) load(ctx context.Context, source string, e dataset.Entry, folder string, limit int64) error {
	if strings.HasSuffix(source, ".zip") {
		archive := filepath.Join(folder, "archive.zip")
		if err := o.download(ctx, source, archive, limit); err != nil {
			return err
		}
		if err := extract(archive, e.Files, folder, limit); err != nil {
			return errors.Join(err, os.Remove(archive))
		}
		return nil
	}
	return words.Try(e.Files, func(f dataset.File) (err error) {
		for _, name := range names(f) {
			from, to := source+url.PathEscape(path.Base(name)), filepath.Join(folder, filepath.FromSlash(name))
			if err = o.download(ctx, from, to, limit); err != status(http.StatusNotFound) {
				break
			}
		}
		return err
	})
}

func names(f dataset.File) []string {
	return slices.DeleteFunc(f.Paths(), func(p string) bool { return path.Dir(p) != path.Dir(f.Path) })
}

type status int

func (s status) Error() string {
	return fmt.Sprintf("the server answers %d %s", int(s), http.StatusText(int(s)))
}

var errIdle = errors.New("the server sends nothing any more")

// download loads a URL into a file of at most limit bytes, unless the file exists. It resumes an
// earlier download.
func (o Options) download(ctx context.Context, from, to string, limit int64) error {
	if _, err := os.Stat(to); err == nil {
		return nil
	}
	part, at := to+".part", int64(0)
	if info, err := os.Stat(part); err == nil {
		at = info.Size()
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	idle := cmp.Or(o.Idle, time.Minute)
	timer := time.AfterFunc(idle, func() { cancel(errIdle) })
	defer timer.Stop()
	response, err := ask(ctx, from, at)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	mode := os.O_TRUNC
	switch code := response.StatusCode; {
	case code == http.StatusPartialContent &&
		strings.HasPrefix(response.Header.Get("Content-Range"), fmt.Sprintf("bytes %d-", at)):
		mode = os.O_APPEND
	case code == http.StatusOK:
		at = 0
	case code == http.StatusRequestedRangeNotSatisfiable && at > 0: // here is more than the file, or all of it
		if err := os.Remove(part); err != nil {
			return err
		}
		return o.download(ctx, from, to, limit)
	default:
		return status(code)
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	file, err := os.OpenFile(part, os.O_CREATE|os.O_WRONLY|mode, 0o644)
	if err != nil {
		return err
	}
	defer file.Close()
	// One byte more than the limit shows that the file is longer.
	body := io.LimitReader(unpack.ReaderFunc(func(p []byte) (int, error) {
		timer.Reset(idle)
		return response.Body.Read(p)
	}), limit-at+1)
	n, err := io.Copy(file, body)
	switch {
	case err != nil:
		return fmt.Errorf("ended after %d bytes, from which the next attempt goes on: %w",
			at+n, cmp.Or(context.Cause(ctx), err))
	case at+n > limit:
		return errors.Join(fmt.Errorf("more than %d bytes, which this cannot be", limit), os.Remove(part))
	}
	if err := errors.Join(file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(part, to)
}

// ask asks for the content of a URL from a byte on.
func ask(ctx context.Context, from string, at int64) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, from, nil)
	if err != nil {
		return nil, err
	}
	// The SHA-256 is that of the bytes as published, so they must not be unpacked on the way.
	request.Header.Set("Accept-Encoding", "identity")
	if at > 0 {
		request.Header.Set("Range", fmt.Sprintf("bytes=%d-", at))
	}
	response, err := http.DefaultClient.Do(request)
	if failure, ok := errors.AsType[*url.Error](err); ok {
		err = cmp.Or(context.Cause(ctx), failure.Err) // the caller adds the URL
	}
	return response, err
}

func extract(archive string, files []dataset.File, folder string, limit int64) error {
	r, err := zip.OpenReader(archive)
	if err != nil {
		return fmt.Errorf("not a ZIP archive: %w", err)
	}
	defer r.Close()
	entries := map[string]*zip.File{} // by base name
	for _, entry := range r.File {
		entries[path.Base(entry.Name)] = entry
	}
	for _, f := range files {
		all := names(f)
		i := slices.IndexFunc(all, func(name string) bool { return entries[path.Base(name)] != nil })
		if i < 0 {
			return fmt.Errorf("the archive has no file %s", path.Base(f.Path))
		}
		content, err := entryContent(entries[path.Base(all[i])], limit)
		if err != nil {
			return fmt.Errorf("%s of the archive: %w", path.Base(all[i]), err)
		}
		limit -= int64(len(content))
		to := filepath.Join(folder, filepath.FromSlash(all[i]))
		if err := errors.Join(os.MkdirAll(filepath.Dir(to), 0o755), os.WriteFile(to, content, 0o644)); err != nil {
			return err
		}
	}
	return nil
}

func entryContent(entry *zip.File, limit int64) ([]byte, error) {
	r, err := entry.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return unpack.All(r, limit)
}
