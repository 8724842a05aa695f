package folder

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// lockFile is locked by the one program that works in the folder, or shared by shards, each of
// which locks a file of its own beside it. The lock ([Flock]) ends with the process, however that
// ends, and on NFS with the host. A file system without locks keeps nobody out: then cells may be
// computed twice, and nothing is lost, since no two programs write one file of a store.
const lockFile = ".lock"

// poll is the time between two attempts to lock.
const poll = time.Second / 2

// A Holder is the program that works in a folder, as it signs its lock.
type Holder struct {
	Host    string    `json:"host"`
	Process int       `json:"process"`
	Verb    string    `json:"verb"`
	Since   time.Time `json:"since"`
}

// Held is the error of a folder, or of a shard in it, at which another program works.
type Held struct {
	What string
	Holder
}

func (h *Held) Error() string {
	who := "another program"
	if h.Verb != "" {
		who = fmt.Sprintf("%s, process %d on %s since %s", h.Verb, h.Process, h.Host, h.Since.Format(time.DateTime))
	}
	return fmt.Sprintf("%s is in use by %s", h.What, who)
}

// A Lock keeps a folder, or a shard in it.
type Lock struct {
	root  *os.Root
	file  *os.File
	whole *Lock // of the folder, for the lock of a shard
}

// Take locks a folder for a verb: alone, or for a shard such as 1/2, beside others. The error
// is [*Held] when another program works in it or at the shard, unless there is time to wait: then
// waiting is called once with the holder. It is fs.ErrNotExist when there is no folder.
func Take(ctx context.Context, path, verb, shard string, wait bool, waiting func(*Held)) (*Lock, error) {
	await := func(file, what string, alone bool) (*Lock, error) {
		for first := true; ; first = false {
			l, err := attempt(path, file, verb, alone)
			held, busy := errors.AsType[*Held](err)
			if !busy {
				return l, err
			}
			if held.What = what; !wait {
				return nil, held
			}
			if first {
				waiting(held)
			}
			select {
			case <-ctx.Done():
				return nil, ctx.Err()
			case <-time.After(poll):
			}
		}
	}
	whole, err := await(lockFile, path, shard == "")
	if err != nil || shard == "" {
		return whole, err
	}
	// Sweep removes what a killed shard leaves.
	file := ".shard-" + strings.ReplaceAll(shard, "/", "-of-") + unfinished
	part, err := await(file, "shard "+shard+" in "+path, true)
	if err != nil {
		return nil, errors.Join(err, whole.Release())
	}
	part.whole = whole
	return part, nil
}

var errBusy = errors.New("another program has the lock")

// attempt locks and signs a file of a folder.
func attempt(folder, name, verb string, alone bool) (_ *Lock, err error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	l := &Lock{root: root}
	defer func() {
		if err != nil {
			_ = l.close()
		}
	}()
	switch info, err := root.Lstat(name); {
	case err != nil: // opening says what is wrong
	case info.Mode()&fs.ModeSymlink != 0:
		return nil, linked(folder, name)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a regular file: remove it", filepath.Join(folder, name))
	}
	if l.file, err = root.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644); err != nil {
		return nil, err
	}
	switch err := Flock(l.file, alone); {
	case errors.Is(err, errBusy):
		held := &Held{}
		_ = json.NewDecoder(l.file).Decode(&held.Holder) // who has only just come has not signed it yet
		return nil, held
	case err != nil && !errors.Is(err, errors.ErrUnsupported):
		return nil, err
	}
	open, err := l.file.Stat()
	if err != nil {
		return nil, err
	}
	if now, err := root.Lstat(name); err != nil || !os.SameFile(open, now) {
		_ = l.close() // its holder has just removed it
		return attempt(folder, name, verb, alone)
	}
	host, _ := os.Hostname() // a host without a name has none
	text, err := json.Marshal(Holder{host, os.Getpid(), verb, time.Now().UTC().Truncate(time.Second)})
	if err == nil {
		_, err = l.file.WriteAt(append(text, '\n'), 0) // a longer one of another shard is cut off by its end
	}
	return l, err
}

// Release gives the folder free. The last to hold the lock removes it.
func (l *Lock) Release() error {
	if l == nil {
		return nil
	}
	if Flock(l.file, true) == nil {
		_ = l.root.Remove(filepath.Base(l.file.Name()))
	}
	return errors.Join(l.close(), l.whole.Release())
}

func (l *Lock) close() error { return errors.Join(l.file.Close(), l.root.Close()) }
