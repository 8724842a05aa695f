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

// lockFile is locked exclusively by one program, or shared by shards, each of which locks its own file
// beside it. The lock ([Flock]) ends with the process, and on NFS with the host. Without locks in the
// file system cells may be computed twice, but nothing is lost: no two programs write one file of a
// store.
const lockFile = ".lock"

const poll = time.Second / 2

// A Holder is the program that works in a folder, as it signs its lock.
type Holder struct {
	Host    string    `json:"host"`
	Process int       `json:"process"`
	Verb    string    `json:"verb"`
	Since   time.Time `json:"since"`
}

// Held is the error when another program works in a folder or at a shard of it.
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

type Lock struct {
	root  *os.Root
	file  *os.File
	whole *Lock // that of the folder, for a shard
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

func attempt(folder, name, verb string, alone bool) (_ *Lock, err error) {
	root, err := openRoot(folder)
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
	case err != nil: // the error of opening is more precise
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
		_ = json.NewDecoder(l.file).Decode(&held.Holder) // a new holder has not signed yet
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
	host, _ := os.Hostname() // empty on a host without a name
	text, err := json.Marshal(Holder{host, os.Getpid(), verb, time.Now().UTC().Truncate(time.Second)})
	if err == nil {
		_, err = l.file.WriteAt(append(text, '\n'), 0) // Decode ignores the rest of a longer text
	}
	return l, err
}

// Release unlocks the folder. The last holder removes the lock.
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
