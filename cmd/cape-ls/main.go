// Command cape-ls is a language server for repositories that use NASA's CAPE: it checks SKILL.md files
// and CAPE's JSON files, offers skills and tools, and turns an agent's edits into workspace edits.
//
// This room only reads the command line. What the subcommands do, the rooms below decide.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
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
		{"serve", "[--stdio | --pipe NAME | --socket PORT] [--clientProcessId N] [--trust]", "speak the Language Server Protocol with an editor (the default)", serve},
		{"check", "[--format FORM] [--level SEVERITY] [--rule CODE=SEVERITY] [PATH...]", "print the findings in files and folders (default: this folder)", check},
		{"call", "TOOL [--root DIR] [--cwd DIR] [ARGS-JSON | -]", "call one agent tool and print its result as JSON", call},
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
	fmt.Fprintf(std.err, "cape-ls: unknown command %q; `cape-ls --help` lists the commands\n", args[0])
	return exitWrong
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
cape-ls COMMAND --help says more about one command. Editors start it without a command.
`)
}

// newFlags returns the flag set of a subcommand, which prints the usage line and the flags.
func newFlags(std streams, name, about string) *flag.FlagSet {
	fs := flag.NewFlagSet("cape-ls "+name, flag.ContinueOnError)
	fs.SetOutput(std.err)
	fs.Usage = func() {
		for _, c := range commands() {
			if c.name == name {
				fmt.Fprintf(fs.Output(), "Usage: cape-ls %s\n\n%s\n", strings.TrimSpace(c.name+" "+c.args), about)
			}
		}
		fs.PrintDefaults()
	}
	return fs
}

// parse reads flags wherever they stand among the arguments and returns the other arguments. done is
// true when there is nothing left to do: help was printed, or an error.
func parse(fs *flag.FlagSet, std streams, args []string) (rest []string, code int, done bool) {
	for {
		if hasHelp(args) {
			fs.SetOutput(std.out)
		}
		err := fs.Parse(args)
		switch {
		case errors.Is(err, flag.ErrHelp):
			return nil, exitClean, true
		case err != nil:
			return nil, exitWrong, true
		}
		args = fs.Args()
		for len(args) > 0 && (args[0] == "-" || !strings.HasPrefix(args[0], "-")) {
			rest = append(rest, args[0])
			args = args[1:]
		}
		if len(args) == 0 {
			return rest, exitClean, false
		}
	}
}

func hasHelp(args []string) bool {
	for _, a := range args {
		if a == "-h" || a == "--help" || a == "-help" {
			return true
		}
	}
	return false
}
