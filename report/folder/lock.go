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
	"strings"
	"time"
)

// The lock is a file in the folder, on two levels.
//
// Where the file system has locks (flock), it is held through them: they end with the
// process, however that ends, and those of NFS with the host.
//
// A shard has a lock of its own beside that of the folder, which all shards share.
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
	return Holder{
		Host: host, Boot: string(bytes.TrimSpace(boot)), Process: os.Getpid(),
		Verb: verb, Shared: shared, Since: time.Now().UTC().Truncate(time.Second),
	}
}

// beside reports whether two may work side by side.
func (h Holder) beside(other Holder) bool { return h.Shared && other.Shared }

// Held is the error of a folder, or of a shard in it, at which another program works.
type Held struct {
	What string
	Holder
	// Doubt says that the holder is on another host, and that it takes a while to see whether
	// it is still there.
	Doubt bool
}

func (h *Held) Error() string {
	who := "another program"
	if h.Host != "" {
		who = fmt.Sprintf("%s, process %d on %s since %s", h.Verb, h.Process, h.Host, h.Since.Format(time.DateTime))
	}
	text := fmt.Sprintf("%s is in use by %s", h.What, who)
	if h.Doubt {
		text += fmt.Sprintf(", unless that has died, which shows within %v", patience)
	}
	return text
}

// A Lock keeps a folder, or a shard in it.
type Lock struct {
	place
	root   *os.Root
	file   *os.File
	flock  flock
	holder Holder
	stop   chan struct{}
	done   chan struct{}

	whole *Lock // of the folder, for the lock of a shard
}

// A place is what a lock keeps, and where that lies.
type place struct {
	folder, name, what string
	tell               func(*Held) // of a holder that is waited for
}

// Take locks a folder for a verb: alone, or for a shard such as 1/2, beside others. The error
// is [*Held] when somebody else works in it or at the shard, unless there is time to wait: then
// tell is told who that is, and Take waits until it has ended. It is fs.ErrNotExist when there
// is no folder.
func Take(ctx context.Context, path, verb, shard string, wait bool, tell func(*Held)) (*Lock, error) {
	whole, err := place{path, lockFile, path, tell}.await(ctx, self(verb, shard != ""), wait)
	if err != nil || shard == "" {
		return whole, err
	}
	// Sweep removes what a killed shard leaves.
	file := ".shard-" + strings.ReplaceAll(shard, "/", "-of-") + unfinished
	part, err := place{path, file, "shard " + shard + " in " + path, tell}.await(ctx, self(verb, false), wait)
	if err != nil {
		return nil, errors.Join(err, whole.Release())
	}
	part.whole = whole
	return part, nil
}

// await makes attempts until one succeeds.
func (p place) await(ctx context.Context, h Holder, wait bool) (*Lock, error) {
	told, tell := map[bool]bool{}, p.tell
	p.tell = func(h *Held) {
		if !told[h.Doubt] {
			tell(h)
		}
		told[h.Doubt] = true
	}
	for unsigned := 0; ; {
		l, err := p.take(ctx, h, Flock)
		held, busy := errors.AsType[*Held](err)
		if !busy {
			return l, err
		}
		switch {
		case held.Holder == (Holder{}) && unsigned < 4:
			unsigned++ // its holder is about to sign it, or to remove it
		case !wait:
			return nil, err
		default:
			p.tell(held)
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
func (p place) take(ctx context.Context, h Holder, lock flock) (*Lock, error) {
	root, err := os.OpenRoot(p.folder)
	if err != nil {
		return nil, err
	}
	l := &Lock{place: p, root: root, flock: lock, holder: h, stop: make(chan struct{}), done: make(chan struct{})}
	again, err := l.acquire(ctx)
	if !again && err == nil {
		go l.beat()
		return l, nil
	}
	_ = l.close() // as far as it is open
	if err != nil {
		return nil, err
	}
	return p.take(ctx, h, lock)
}

// acquire opens, locks and signs the file. Again says that its holder has just removed it.
func (l *Lock) acquire(ctx context.Context) (again bool, err error) {
	switch info, err := l.root.Lstat(l.name); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return false, err
	case info.Mode()&fs.ModeSymlink != 0:
		return false, linked(l.folder, l.name)
	case !info.Mode().IsRegular():
		return false, fmt.Errorf("%s is not a regular file: remove it", filepath.Join(l.folder, l.name))
	}
	if l.file, err = l.root.OpenFile(l.name, os.O_RDWR|os.O_CREATE, 0o644); err != nil {
		return false, err
	}
	err = l.flock(l.file, !l.holder.Shared)
	works := !errors.Is(err, errors.ErrUnsupported)
	if errors.Is(err, errBusy) {
		return false, l.held(l.signed())
	}
	if works && err != nil {
		return false, err
	}
	if !l.same() {
		return true, nil
	}
	if err = l.watch(ctx, works); err == nil {
		err = l.sign()
	}
	if err == nil && !works {
		err = pause(ctx)
		if now := l.signed(); err == nil && now != l.holder && !now.beside(l.holder) {
			err = l.held(now)
		}
	}
	return false, err
}

func (l *Lock) held(by Holder) *Held { return &Held{What: l.what, Holder: by} }

// watch returns [*Held] when who signed the lock is alive.
func (l *Lock) watch(ctx context.Context, works bool) error {
	first, h := l.signed(), l.holder
	if first == (Holder{}) || first.beside(h) || works && first.Host == h.Host && first.Boot == h.Boot {
		return nil // of this host, the lock would tell
	}
	doubt := l.held(first)
	doubt.Doubt = true
	l.tell(doubt)
	for range patience / poll {
		if err := pause(ctx); err != nil {
			return err
		}
		switch now := l.signed(); now {
		case first:
		case Holder{}:
			return nil
		default:
			return l.held(now)
		}
	}
	return nil
}

// signed is who signed the lock last, nobody when it is empty or gone, and somebody unknown
// when it cannot be read.
func (l *Lock) signed() Holder {
	var h Holder
	content, err := l.root.ReadFile(l.name) // opened anew: NFS looks at the server then
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
		_ = l.root.Remove(l.name)
	}
	return errors.Join(err, l.close(), l.whole.Release())
}

func (l *Lock) close() error { return errors.Join(l.file.Close(), l.root.Close()) }

// same reports whether the name of the file is still its own.
func (l *Lock) same() bool {
	open, err := l.file.Stat()
	now, fault := l.root.Lstat(l.name)
	return err == nil && fault == nil && os.SameFile(open, now)
}
