//go:build amd64.v3

package solver

const architecture = FusedAMD64
