//go:build !purego

package peak

import "golang.org/x/sys/cpu"

func name() string {
	switch {
	case cpu.X86.HasAVX512F:
		return "avx512"
	case cpu.X86.HasAVX2 && cpu.X86.HasFMA:
		return "avx2"
	}
	return ""
}

// Two operations a lane, in 12 registers of 8 or 4 lanes.
func multiplyAdds(n int) int {
	if n < 1 {
		return 0
	}
	switch name() {
	case "avx512":
		multiplyAddsAVX512(n)
		return n * 12 * 8 * 2
	case "avx2":
		multiplyAddsAVX2(n)
		return n * 12 * 4 * 2
	}
	return 0
}

//go:noescape
func multiplyAddsAVX512(n int)

//go:noescape
func multiplyAddsAVX2(n int)
