//go:build !amd64.v3

package solver

import "runtime"

const architecture = runtime.GOARCH
