//go:build !amd64 || purego

package peak

func name() string { return "" }

func multiplyAdds(int) int { return 0 }
