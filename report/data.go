package report

import (
	"context"
	"sync"

	"gpca/report/dataset"
	"gpca/report/dataset/standin"
)

// Data finds the data sets of a study: the real one in the first folder that
// has it, else its stand-in. A set is read when it is first asked for, and once.
type Data struct {
	folders []string

	mutex sync.Mutex
	sets  map[string]*dataset.Set
}

// NewData returns the data found in the given folders, in that order.
func NewData(folders []string) *Data {
	return &Data{folders: folders, sets: map[string]*dataset.Set{}}
}

// Found reports whether the real data set is there, and in which folder.
func (d *Data) Found(name string) (folder string, found bool) {
	e, err := dataset.Find(name)
	if err != nil {
		return "", false
	}
	return e.Locate(d.folders)
}

// Open returns the data set of that name. The error is about the files: one
// line that names file and cause.
func (d *Data) Open(ctx context.Context, name string) (*dataset.Set, error) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if s, ok := d.sets[name]; ok {
		return s, nil
	}
	e, err := dataset.Find(name)
	if err != nil {
		return nil, err
	}
	var s *dataset.Set
	if folder, found := e.Locate(d.folders); found {
		s, err = e.Open(ctx, folder)
	} else {
		s, err = standin.Generate(name)
	}
	if err != nil {
		return nil, err
	}
	d.sets[name] = s
	return s, nil
}
