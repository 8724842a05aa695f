// Report runs the benchmark grid of S. Battaglino, "Generalized Principal Component
// Analysis Theory", and of four texts around it, or of a study of one's own, and leaves
// figures, tables and documents in a folder. Its help lists the verbs, the exit codes and
// the environment.
//
// Standard output carries what was asked for. All that is said along the way goes to standard
// error. Where the command was about cells, the last line counts them:
//
//	report: 118 done, 2 failed, 0 missing; exit 5
//
// When cells failed, the report is written all the same, and shows them. An interrupt ends
// the cells in hand; what they have found is kept, and the same command goes on from there.
// A second interrupt kills, which loses no more.
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
