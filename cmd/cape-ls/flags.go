package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/cape-ls/cape-ls/internal/text"
)

// newFlags returns the flag set of a subcommand. parse prints what there is to print.
func newFlags(name string) *flag.FlagSet {
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	return fs
}

// parse reads flags wherever they stand among the arguments and returns the other arguments. done is
// true when there is nothing left to do: help was printed, or what is wrong.
func parse(fs *flag.FlagSet, std streams, about string, args []string) (rest []string, code int, done bool) {
	for {
		err := fs.Parse(args)
		switch {
		case errors.Is(err, flag.ErrHelp):
			help(std.out, fs, about)
			return nil, exitClean, true
		case err != nil:
			fmt.Fprintf(std.err, "cape-ls %s: %s; `cape-ls %[1]s --help` lists the flags\n", fs.Name(), flagFault(fs, err.Error()))
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

// help prints the usage of a subcommand and its flags, with two dashes as the examples write them.
func help(w io.Writer, fs *flag.FlagSet, about string) {
	for _, c := range commands() {
		if c.name == fs.Name() {
			fmt.Fprintf(w, "Usage: cape-ls %s\n\n%s\n", strings.TrimSpace(c.name+" "+c.args), about)
		}
	}
	fs.VisitAll(func(f *flag.Flag) {
		word, usage := flag.UnquoteUsage(f)
		fmt.Fprintf(w, "  --%s\n    \t%s", strings.TrimSpace(f.Name+" "+word), usage)
		if f.DefValue != "" && f.DefValue != "0" && f.DefValue != "false" {
			fmt.Fprintf(w, " (default: %s)", f.DefValue)
		}
		fmt.Fprintln(w)
	})
}

// What the package flag says of a wrong flag, when it is not what should be said to a user.
var (
	unknownFlag = text.Pattern(`^flag provided but not defined: -(.*)$`)
	wrongValue  = text.Pattern(`(?s)^invalid (?:boolean )?value "(.*)" for (?:flag )?-([^ :]+): (.*)$`)
	lacksValue  = text.Pattern(`^flag needs an argument: -(.*)$`)
)

// flagFault says what is wrong with a flag.
func flagFault(fs *flag.FlagSet, said string) string {
	if m := unknownFlag().FindStringSubmatch(said); m != nil {
		var names []string
		fs.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
		return fmt.Sprintf("there is no flag --%s%s", m[1], meant(m[1], names, "--"))
	}
	if m := lacksValue().FindStringSubmatch(said); m != nil {
		return fmt.Sprintf("--%s must be followed by a value", m[1])
	}
	if m := wrongValue().FindStringSubmatch(said); m != nil {
		if m[3] == "parse error" {
			m[3] = "must be " + kindOf(fs.Lookup(m[2]))
		}
		return fmt.Sprintf("--%s %s: %s", m[2], m[1], m[3])
	}
	return said
}

// kindOf says what the value of a flag of the package's own types must be.
func kindOf(f *flag.Flag) string {
	if b, ok := f.Value.(interface{ IsBoolFlag() bool }); ok && b.IsBoolFlag() {
		return "true or false"
	}
	return "a whole number"
}

// meant returns what to say of a misspelt word: the one that it is nearest to, written after a mark, if there is one.
func meant(word string, words []string, mark ...string) string {
	near := text.Nearest(strings.TrimLeft(word, "-"), words)
	if near == "" {
		return ""
	}
	return " (did you mean " + strings.Join(mark, "") + near + "?)"
}
