package library

import (
	"io"

	"gpca/report/dataset/wav"
)

// readWAV reads a sound: a sample for each time, a feature for each channel.
func readWAV(r io.Reader, pick func([]string) ([]string, error)) ([]array, error) {
	if _, err := pick([]string{""}); err != nil {
		return nil, err
	}
	s, err := wav.Read(r)
	if err != nil {
		return nil, err
	}
	return []array{{dims: []int{len(s.Samples) / s.Channels, s.Channels}, values: s.Samples}}, nil
}
