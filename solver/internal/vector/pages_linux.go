package vector

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// UseLargePages asks the system to keep values in pages of 2 MiB, which it may do or not. Where values are read again
// and again from memory, finding their pages of 4 KiB takes a third of the time. Values that are written already have to
// be moved, which takes time too.
func UseLargePages(values []float64, written bool) {
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
