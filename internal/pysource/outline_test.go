package pysource

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const outlined = `#!/usr/bin/env python3
"""Plots things."""
import argparse


@cached
def load(path, *rest, mode="r", deep: int, **more):
    if __name__ == "__main__":
        pass


class Plot:
    def draw(self): ...


async def main():
    p = argparse.ArgumentParser()
    p.add_argument("case", help="name of "
                   "the case")
    p.add_argument("-n", '--count', type=int, default=(1 + 2), required=True, help=("how many"))
    p.add_argument("--how", choices=["a", "b"], nargs="*", metavar="WAY", action='store', help=f"{x}")
    p.add_argument(name, help="computed")
    p.add_argument(*flags)


x = 1
`

func TestOutline(t *testing.T) {
	for _, src := range []string{outlined, strings.ReplaceAll(outlined, "\n", "\r\n"), strings.ReplaceAll(outlined, "\n", "\r")} {
		o := ReadOutline([]byte(src))
		require.Len(t, o.Functions, 3)
		load, plot, entry := o.Functions[0], o.Functions[1], o.Functions[2]
		require.Equal(t, "load", string(load.NameSpan.In([]byte(src))))
		require.Equal(t, 2, load.Required)
		require.True(t, strings.HasPrefix(string(load.Span.In([]byte(src))), "@cached"))
		require.True(t, strings.HasSuffix(string(load.Span.In([]byte(src))), "pass"))
		require.True(t, plot.Class)
		require.Equal(t, "main", entry.Name)
		require.Zero(t, entry.Required)
		require.True(t, strings.HasPrefix(string(entry.Span.In([]byte(src))), "async def main"))
		require.True(t, strings.HasSuffix(string(entry.Span.In([]byte(src))), "add_argument(*flags)"))

		require.Len(t, o.Options, 3)
		require.Equal(t, "name of the case", o.Options[0].Help)
		require.True(t, o.Options[0].Positional())
		require.Equal(t, []string{"-n", "--count"}, o.Options[1].Flags)
		require.Equal(t, "--count", o.Options[1].Name())
		require.Equal(t, "how many", o.Options[1].Help)
		require.Equal(t, "int", o.Options[1].Type)
		require.Equal(t, "(1 + 2)", o.Options[1].Default)
		require.True(t, o.Options[1].Required)
		require.Equal(t, `"-n", '--count'`, string(o.Options[1].NameSpan.In([]byte(src))))
		require.Equal(t, Option{
			Flags: []string{"--how"}, Choices: `["a", "b"]`, Nargs: "*", Metavar: "WAY", Action: "store",
			Span: o.Options[2].Span, NameSpan: o.Options[2].NameSpan,
		}, o.Options[2])

		require.True(t, o.ReadsArguments)
		require.True(t, o.NearGuard.Indented)
		require.Equal(t, `__name__ == "__main__"`, string(o.NearGuard.Span.In([]byte(src))))
		require.Equal(t, strings.Index(src, `"""Plots`), o.FirstStatement)
		require.Equal(t, `"""Plots things."""`, string(Read([]byte(src)).DocstringSpan.In([]byte(src))))
	}
}

func TestOutlineOfOddTexts(t *testing.T) {
	require.Equal(t, Outline{}, ReadOutline(nil))
	require.Equal(t, Outline{FirstStatement: 4}, ReadOutline([]byte("# a\n")))
	require.Equal(t, Outline{FirstStatement: 2}, ReadOutline([]byte("a\xe9")))
	broken := ReadOutline([]byte("def f(\n"))
	require.Len(t, broken.Functions, 1)
	require.False(t, ReadOutline([]byte("if \"__main__\" == __name__ and x: 0")).NearGuard.Indented)
	require.True(t, ReadOutline([]byte("if \"__main__\" == __name__ and x: 0")).NearGuard.Found())
	require.True(t, ReadOutline([]byte("print(sys.argv[1])")).ReadsArguments)
	require.Len(t, ReadOutline([]byte("p.add_argument('--a'")).Options, 1)
}

func FuzzReadOutline(f *testing.F) {
	f.Add([]byte(outlined))
	for _, s := range []string{"def f(", "@a\n@b\ndef", "async", "p.add_argument(", "x.add_argument('-a', help=)", "__name__ ==", "class A:\r\n  b\r\n", "== 'a'"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		o := ReadOutline(src)
		for _, fn := range o.Functions {
			require.True(t, fn.Span.Start <= fn.NameSpan.Start && fn.NameSpan.End <= fn.Span.End && fn.Span.End <= len(src))
		}
		for _, opt := range o.Options {
			require.True(t, opt.Span.Start <= opt.NameSpan.Start && opt.NameSpan.End <= opt.Span.End && opt.Span.End <= len(src))
		}
		require.LessOrEqual(t, o.NearGuard.Span.End, len(src))
		require.LessOrEqual(t, o.FirstStatement, len(src))
	})
}

func TestOutlineOfWhatActs(t *testing.T) {
	for _, src := range []string{"print(1)", "def f(): 0\nf()", "sys.exit(0)", "exit()"} {
		require.True(t, ReadOutline([]byte(src)).Acts, src)
	}
	for _, src := range []string{"x = print(1)", "def f():\n  f()", "sys.path.insert(0, 'a')", "f()\ndef f(): 0", "class A: 0\nA()", "sys.", "sys"} {
		require.False(t, ReadOutline([]byte(src)).Acts, src)
	}
}
