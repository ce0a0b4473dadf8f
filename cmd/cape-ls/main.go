// Command cape-ls is a language server for repositories that use NASA's CAPE: it checks SKILL.md files
// and CAPE's JSON files, offers skills and tools, and turns an agent's edits into workspace edits.
//
// This room only reads the command line. What the subcommands do, the rooms below decide.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
)

// Exit codes of all subcommands but serve, whose codes are those of LSP's exit notification.
const (
	exitClean = 0 // nothing found, or the call succeeded
	exitFound = 1 // findings, or the call says success=false
	exitWrong = 2 // could not run: bad arguments, no such file
)

// streams are the standard streams, handed in so that tests can look at them.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// command is one subcommand.
type command struct {
	name    string
	args    string
	summary string
	run     func(ctx context.Context, std streams, args []string) int
}

func commands() []command {
	return []command{
		{"serve", "[FLAGS]", "speak the Language Server Protocol with an editor (the default)", serve},
		{"check", "[FLAGS] [PATH...]", "print the findings in files and folders (default: this folder)", check},
		{"call", "[FLAGS] TOOL [ARGS-JSON | -]", "call one agent tool and print its result as JSON", call},
		{"version", "", "print the version", version},
	}
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, streams{os.Stdin, os.Stdout, os.Stderr}, os.Args[1:])
	stop()
	os.Exit(code)
}

func run(ctx context.Context, std streams, args []string) int {
	if len(args) > 0 {
		switch args[0] {
		case "help", "-h", "-help", "--help":
			if len(args) > 1 && isCommand(args[1]) {
				return run(ctx, std, []string{args[1], "--help"})
			}
			usage(std.out)
			return exitClean
		case "-v", "-version", "--version":
			args[0] = "version"
		}
		for _, c := range commands() {
			if args[0] == c.name {
				return c.run(ctx, std, args[1:])
			}
		}
	}
	if len(args) == 0 || strings.HasPrefix(args[0], "-") { // editors start a server with flags only
		return serve(ctx, std, args)
	}
	fmt.Fprintf(std.err, "cape-ls: unknown command %q%s; `cape-ls --help` lists the commands\n", args[0], meant(args[0], commandNames()))
	return exitWrong
}

func isCommand(name string) bool { return slices.Contains(commandNames(), name) }

func commandNames() []string {
	var out []string
	for _, c := range commands() {
		out = append(out, c.name)
	}
	return out
}

func usage(w io.Writer) {
	fmt.Fprint(w, `cape-ls is a language server for repositories that use NASA's CAPE.

It checks SKILL.md files, CAPE's control files and cape-agent.json while you type, offers the
repository's skills and tools, and shows an agent's edits as edits that can be reviewed and undone.

Usage: cape-ls COMMAND [ARGUMENTS]

`)
	for _, c := range commands() {
		fmt.Fprintf(w, "  %-8s %s\n           cape-ls %s\n", c.name, c.summary, strings.TrimSpace(c.name+" "+c.args))
	}
	fmt.Fprint(w, `
cape-ls COMMAND --help says more about one command, and names its flags. Editors start it without a command.
`)
}
