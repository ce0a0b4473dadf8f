package toolrun

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const helpOfArgparse = `usage: post [-h] [-n N] --case CASE [CASE ...] [--mode {fast,slow}]
            (--on | --off) [--range LOW HIGH] [-v]
            folder [extra ...]

Collects the forces of some cases.

positional arguments:
  folder                where the cases are
  extra

options:
  -h, --help            show this help message and exit
  -n N, --number N      how many cases, at most; a long sentence that goes on
                        -1 means all
  --case CASE [CASE ...]
                        which cases
  --mode {fast,slow}
  --on                  switch it on
  --off                 switch it off
  -v                    more words

limits:
  What is cut away.

  --range LOW HIGH      both ends
`

func TestHelpOfArgparse(t *testing.T) {
	require.Equal(t, []HelpOption{
		{Flags: []string{}, Metavar: "folder", Help: "where the cases are", Required: true},
		{Flags: []string{}, Metavar: "extra"},
		{Flags: []string{"-h", "--help"}, Help: "show this help message and exit"},
		{Flags: []string{"-n", "--number"}, Metavar: "N", Help: "how many cases, at most; a long sentence that goes on -1 means all"},
		{Flags: []string{"--case"}, Metavar: "CASE [CASE ...]", Help: "which cases", Required: true},
		{Flags: []string{"--mode"}, Metavar: "{fast,slow}"},
		{Flags: []string{"--on"}, Help: "switch it on"},
		{Flags: []string{"--off"}, Help: "switch it off"},
		{Flags: []string{"-v"}, Help: "more words"},
		{Flags: []string{"--range"}, Metavar: "LOW HIGH", Help: "both ends"},
	}, ParseHelp(helpOfArgparse))
}

func TestHelpOfOtherShapes(t *testing.T) {
	tests := []struct {
		name, text string
		want       []HelpOption
	}{
		{"nothing", "", nil},
		{"a sentence", "This script has no help.\n  It runs.\n", nil},
		{"click", "Usage: a.py [OPTIONS]\n\n  Says hello.\n\nOptions:\n  --count INTEGER  Number of greetings.  [required]\n  --help           Show this message and exit.\n", []HelpOption{
			{Flags: []string{"--count"}, Metavar: "INTEGER", Help: "Number of greetings.", Required: true},
			{Flags: []string{"--help"}, Help: "Show this message and exit."},
		}},
		{"the newer form of both flags", "usage: a [-h]\n\noptions:\n  -f, --foo FOO  text\n", []HelpOption{{Flags: []string{"-f", "--foo"}, Metavar: "FOO", Help: "text"}}},
		{"optparse", "Usage: a.py [options]\n\nOptions:\n  -q, --quiet  be quiet\n  -f FILE, --file=FILE  the file\n", []HelpOption{
			{Flags: []string{"-q", "--quiet"}, Help: "be quiet"}, {Flags: []string{"-f", "--file"}, Metavar: "FILE", Help: "the file"},
		}},
		{"by hand", "OPTIONS\n    -h, --help\n        Print this\n    --log LOG\n        Where to\n        write\n", []HelpOption{
			{Flags: []string{"-h", "--help"}, Help: "Print this"}, {Flags: []string{"--log"}, Metavar: "LOG", Help: "Where to write"},
		}},
		{"sub-commands", "usage: a [-h] {run,stop} ...\n\npositional arguments:\n  {run,stop}\n    run       runs it and\n              more\n    stop      stops\n\noptions:\n  -h, --help  help\n", []HelpOption{
			{Flags: []string{}, Metavar: "{run,stop}", Required: true}, {Flags: []string{"-h", "--help"}, Help: "help"},
		}},
		{"colours", "\x1b[1musage:\x1b[0m a [-x]\n\n\x1b[1moptions:\x1b[0m\n  \x1b[32m-x\x1b[0m  ex\n", []HelpOption{{Flags: []string{"-x"}, Help: "ex"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { require.Equal(t, tt.want, ParseHelp(tt.text)) })
	}
}

// What the argparse of this machine prints is read too.
func TestHelpOfTheRealArgparse(t *testing.T) {
	src := `
import argparse
p = argparse.ArgumentParser(prog="tool with blanks", description="  - no option\n --nor-this")
p.add_argument("src", help="what to read")
p.add_argument("dst", nargs="?", help="where to write")
p.add_argument("--must", required=True, metavar=("A", "B"), nargs=2, help="a pair")
p.add_argument("-o", "--out-file-with-a-long-name", default=None, help="long " * 30)
g = p.add_argument_group("a group", "told at length,\nin lines")
g.add_argument("--level", type=int, choices=[1, 2])
p.print_help()
`
	out, err := exec.Command(python(t), "-c", src).Output()
	require.NoError(t, err)
	got := map[string]HelpOption{}
	for _, o := range ParseHelp(string(out)) {
		got[strings.Join(append(o.Flags, o.Metavar), " ")] = o
	}
	require.Len(t, got, 6, "%s", out)
	require.True(t, got["src"].Required)
	require.False(t, got["dst"].Required)
	require.Equal(t, HelpOption{Flags: []string{"--must"}, Metavar: "A B", Help: "a pair", Required: true}, got["--must A B"])
	require.Equal(t, "", got["--level {1,2}"].Help)
	require.False(t, got["--level {1,2}"].Required)
	require.Equal(t, "show this help message and exit", got["-h --help "].Help)
}

func FuzzParseHelp(f *testing.F) {
	f.Add(helpOfArgparse)
	f.Add("usage: [[ ]] (\n  - --\n  -a, b, -c\n")
	f.Add("usage:\n\n  {\n    x\n  -\x1b[0m\n")
	f.Fuzz(func(t *testing.T, text string) {
		for _, o := range ParseHelp(text) {
			if len(o.Flags) == 0 && o.Metavar == "" {
				t.Fatalf("an option without a name: %+v", o)
			}
		}
	})
}

func TestLastLine(t *testing.T) {
	tests := []struct{ name, output, want string }{
		{"nothing", "", ""},
		{"one line", "a b\n", "a b"},
		{"no end", "a\nb", "b"},
		{"blank lines", "a\n \n\t\n", "a"},
		{"a bar of progress", "10%\r20%\r30%", "30%"},
		{"colours", "\x1b[31mred\x1b[0m \x1b]0;title\x07end\x1b[2K\n", "red end"},
		{"control characters", "a\x00\x07\x08b\u202ec\n", "abc"},
		{"no UTF-8", "\xff\xfea", "\ufffda"},
		{"a long line", strings.Repeat("é", 200), strings.Repeat("é", lastLineMax) + "…"},
		{"a sequence without an end", "a\x1b", "a"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { require.Equal(t, tt.want, LastLine([]byte(tt.output))) })
	}
	require.Equal(t, "é…", LastLine([]byte(strings.Repeat("x", 5000)+"\né…")))
}
