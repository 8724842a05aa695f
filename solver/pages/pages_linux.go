package pages

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// advise asks for pages of 2 MiB, now for values that are written already.
func advise(values []float64, written bool) {
	const large, pageValues = 2 << 20 / 8, 4 << 10 / 8
	if len(values) < 2*large {
		return
	}
	address := uintptr(unsafe.Pointer(&values[0])) / 8
	values = values[-address%pageValues:] // from the start of a page
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(&values[0])), 8*len(values))
	if unix.Madvise(bytes, unix.MADV_HUGEPAGE) == nil && written {
		_ = unix.Madvise(bytes, unix.MADV_COLLAPSE) // since Linux 6.1
	}
}
