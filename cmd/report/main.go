// Report runs the benchmark grid of S. Battaglino, "Generalized Principal Component
// Analysis Theory", and of four texts around it, or of a study of one's own. Its help (verbs/report.txt) and the
// manual say what it prints where, its exit codes, and what an interrupt leaves.
package main

import (
	"context"
	"os"
)

func main() {
	ctx, stop := interruptible(context.Background())
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr, os.Getenv))
}
