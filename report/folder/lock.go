package folder

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// The lock is a file in the folder, on two levels.
//
// Where the file system has locks (flock), it is held through them: they end with the
// process, however that ends, and those of NFS with the host.
//
// Some file systems have none, or none that other hosts see. So the holder also signs the
// file, and signs it again every so often. Who finds a signature from elsewhere watches
// whether it changes; clocks need not agree for that. Where two sign in the same moment
// both may believe to be alone: then cells are computed twice, and nothing is lost, since
// no two programs write one file of a store.
const (
	lockFile = ".lock"
	beat     = 5 * time.Second  // between two signatures
	patience = 30 * time.Second // for a signature from elsewhere to change
	poll     = time.Second / 2  // between two looks
)

// A Holder is the program that works in a folder.
type Holder struct {
	Host    string    `json:"host"`
	Process int       `json:"process"`
	Verb    string    `json:"verb"`
	Since   time.Time `json:"since"`
	Shared  bool      `json:"shared,omitempty"` // others that share it may work beside it

	Boot  string `json:"boot,omitempty"` // tells hosts of one name apart, and a host from itself restarted
	Beats int    `json:"beats"`
}

// self is this program.
func self(verb string, shared bool) Holder {
	host, _ := os.Hostname() // a host without a name has none
	boot, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	return Holder{Host: host, Process: os.Getpid(), Verb: verb, Since: time.Now().UTC().Truncate(time.Second), Shared: shared, Boot: string(bytes.TrimSpace(boot))}
}

// Held is the error of a folder in which another program works.
type Held struct {
	Folder string
	Holder
}

func (h *Held) Error() string {
	who := "another program"
	if h.Host != "" {
		who = fmt.Sprintf("%s, process %d on %s since %s", h.Verb, h.Process, h.Host, h.Since.Format(time.DateTime))
	}
	return fmt.Sprintf("%s is in use by %s", h.Folder, who)
}

// A Lock keeps a folder.
type Lock struct {
	file   *os.File
	flock  flock
	holder Holder
	stop   chan struct{}
	done   chan struct{}
}

// Take locks a folder for a verb, alone or beside others that share it. The error is
// [*Held] when somebody else works in it, unless wait, told who that is, returns true: then
// Take waits until the folder is free. It is fs.ErrNotExist when there is no folder.
func Take(ctx context.Context, path, verb string, shared bool, wait func(*Held) bool) (*Lock, error) {
	unsigned, told := 0, false
	for {
		l, err := take(ctx, path, self(verb, shared), Flock)
		held, busy := errors.AsType[*Held](err)
		if !busy {
			return l, err
		}
		switch {
		case held.Holder == (Holder{}) && unsigned < 4:
			unsigned++ // its holder is about to sign it, or to remove it
		case !told && !wait(held):
			return nil, err
		default:
			told = true
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
}

func pause(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(poll):
		return nil
	}
}

// A flock takes the lock of an open file, alone or beside others, or changes the one that
// it has. It returns errBusy when another has it, and errors.ErrUnsupported where the file
// system has no locks.
type flock func(f *os.File, alone bool) error

var errBusy = errors.New("another program has the lock")

// take makes one attempt.
func take(ctx context.Context, path string, h Holder, lock flock) (*Lock, error) {
	name := filepath.Join(path, lockFile)
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	err = lock(f, !h.Shared)
	works := !errors.Is(err, errors.ErrUnsupported)
	if works && err != nil {
		f.Close()
		if errors.Is(err, errBusy) {
			err = &Held{path, signed(name)}
		}
		return nil, err
	}
	if !same(f, name) { // its holder has just removed it
		f.Close()
		return take(ctx, path, h, lock)
	}
	l := &Lock{file: f, flock: lock, holder: h, stop: make(chan struct{}), done: make(chan struct{})}
	if err = watch(ctx, path, h, works); err == nil {
		err = l.sign()
	}
	if err == nil && !works {
		if err = pause(ctx); err == nil && signed(name) != l.holder {
			err = &Held{path, signed(name)}
		}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	go l.beat()
	return l, nil
}

// watch returns [*Held] when who signed the lock is alive.
func watch(ctx context.Context, path string, h Holder, works bool) error {
	name := filepath.Join(path, lockFile)
	first := signed(name)
	if first == (Holder{}) || first.Shared && h.Shared || works && first.Host == h.Host && first.Boot == h.Boot {
		return nil // of this host, the lock would tell
	}
	for range patience / poll {
		if err := pause(ctx); err != nil {
			return err
		}
		switch now := signed(name); now {
		case first:
		case Holder{}:
			return nil
		default:
			return &Held{path, now}
		}
	}
	return nil
}

// signed is who signed a lock last, nobody when it is empty or gone, and somebody unknown
// when it cannot be read.
func signed(name string) Holder {
	var h Holder
	content, err := os.ReadFile(name) // opened anew: NFS looks at the server then
	content, _, _ = bytes.Cut(content, []byte{'\n'})
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && len(content) == 0:
		return Holder{}
	case err != nil, json.Unmarshal(content, &h) != nil:
		return Holder{Beats: -1}
	}
	return h
}

// sign signs the lock.
func (l *Lock) sign() error {
	l.holder.Beats++
	content, err := json.Marshal(l.holder)
	if err == nil {
		_, err = l.file.WriteAt(append(content, '\n'), 0)
	}
	return errors.Join(err, l.file.Sync())
}

// beat signs the lock until it is released. A signature that fails is made up for by the
// next one, or else others take over in the end.
func (l *Lock) beat() {
	defer close(l.done)
	for tick := time.NewTicker(beat); ; {
		select {
		case <-tick.C:
			_ = l.sign()
		case <-l.stop:
			tick.Stop()
			return
		}
	}
}

// Release gives the folder free. The last to hold the lock removes it.
func (l *Lock) Release() error {
	if l == nil {
		return nil
	}
	close(l.stop)
	<-l.done
	var err error
	if l.flock(l.file, true) == nil || !l.holder.Shared {
		// An empty lock is nobody's, where a file that is open cannot be removed.
		err = l.file.Truncate(0)
		_ = os.Remove(l.file.Name())
	}
	return errors.Join(err, l.file.Close())
}

// same reports whether a name is still that of a file.
func same(f *os.File, name string) bool {
	open, err := f.Stat()
	now, fault := os.Stat(name)
	return err == nil && fault == nil && os.SameFile(open, now)
}
