package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

// helpCommand is "report help VERB". Cobra's own prints the general help for a
// verb that is none, as if nothing were wrong.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [verb]",
		Short: "Explain a verb and its flags",
		RunE: func(cmd *cobra.Command, args []string) error {
			about, rest, err := cmd.Root().Find(args)
			if err != nil {
				return err
			}
			if len(rest) > 0 && !about.HasAvailableSubCommands() {
				return usage(cmd, fmt.Errorf("there is no %q under %s", rest[0], about.CommandPath()))
			}
			if err := onlyVerbs(about, rest); err != nil {
				return err
			}
			about.InitDefaultHelpFlag()
			return about.Help()
		},
	}
}
