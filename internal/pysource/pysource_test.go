package pysource

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// One row a rule of the grammar: what Python 3.11 accepts and what its parser refuses.
var verdicts = []struct {
	name    string
	accepts []string
	refuses []string
}{
	{"empty", []string{"", "\n", "# a", "#", " \n\t\n", "\f\n", "if a:\n # c\n 0\n# c\n 1"}, []string{"\x00", "#\x00", "\ufeff", "\x0b", "a\x1a"}},
	{"indentation", []string{"if a:\n\t0\n\tif b:\n\t    1", "if a:\n  \f\n  0", "if a:\n  \\\n0", " \\\n\n"},
		[]string{" a", "a\n b", "if a:\n0", "if a:\n", "if a:\n  0\n 1", "if a:\n\t0\n        1", "if a:\n \t0\n\t1", "\\\n a"}},
	{"joined lines", []string{"a = 1 + \\\n 2", "(a\n)", "a \\\n\n", "'a\\\nb'"}, []string{"a \\ \nb", "a \\\n", "\\", "'a\nb'"}},
	{"brackets", []string{strings.Repeat("(", 200) + strings.Repeat(")", 200)}, []string{"(", ")", "(]", "[(])", strings.Repeat("(", 201) + strings.Repeat(")", 201)}},
	{"numbers", []string{"1_0", "0x_f", "0b1", "0o7", "00", "0_0", "1.", ".5", "1e5", "1.5e-5j", "09.5", "0777j", "1if 2else 3", "0xfor x", "1 if 01else 3", "1..real"},
		[]string{"1__0", "1_", "0x", "0b2", "0o8", "01", "1e", "1e+", "1a", "1.real", "1jx", "0777", "10L", "1é"}},
	{"long integers", []string{"9" + strings.Repeat("0", 4299), "0x" + strings.Repeat("f", 5000), strings.Repeat("9", 4301) + ".0"}, []string{strings.Repeat("9", 4301)}},
	{"names", []string{"é = 1", "𝐱 = 1", "ｄｅｆ = 1", "a\u0e33 = 1", "match = case = _ = 1"}, []string{"x² = 1", "€", "\u00a0a", "“a”", "a–b", "\u0e33a", "゛", "None = 1", "def = 1"}},
	{"odd signs", nil, []string{"a?", "!a", "a $ b", "`a`", "a <> b", "a ! = b"}},
	{"texts", []string{`"\q"`, `"\400"`, `r"\"" `, `rb"\x"`, `"""a"b"""`, `u"a" r"b" f"c"`, `"\N{EM DASH}\N{lf}\N{VS17}"`, `"\ud800"`},
		[]string{`"\x4"`, `"\u12"`, `"\U00110000"`, `"\N"`, `"\N{}"`, `"\N{no such name}"`, `"C:\Users"`, `b"é"`, `b"\x"`, `"a" b"b"`, `ur"a"`, `bu"a"`, `r"a\"`, `"""a"`}},
	{"format texts", []string{`f"{a!r:>{w}}"`, `f"{a = }"`, `f"{{}}"`, `f"{a['b']}"`, `f"{a:=5}"`, `f"{ {1: 2}[1] }"`, `f"{yield}"`, `f"{*a,}"`, `f"{a!=b}"`, `f"\{a}"`, `f"{a:{b:c}}"`, "f'''{\na\n}'''", `f"{f'{a}'}"`},
		[]string{`f"{}"`, `f"}"`, `f"{a"`, `f"{a!x}"`, `f"{a b}"`, `f"{a:{b:{c}}}"`, `f"{a[}"`, `f"{a\\b}"`, `f"{d["a"]}"`, "f'''{\n1 # a\n}'''", `f"{lambda x: 1}"`, `f"{*a}"`, `f"{(a}"`, `f"{f'{'}"`, `f"\N{nix}"`}},
	{"displays", []string{"[]", "[a, *b]", "{**a, b: c,}", "{*a, b}", "(*a,)", "[a := 1, b]", "{a := 1}", "{a: b for c in d}", "(a for b in c if d if e for f in g)", "[a async for b in c]"},
		[]string{"(*a)", "[,]", "{*a: b}", "{a: *b}", "{a := 1: 2}", "{**a for b in c}", "[*a for b in c]", "[a, b for c in d]", "[a for b in c, d]", "[a for b() in c]", "[a for b in lambda: c]", "[a for b in c if d := e]", "{a: b, c}"}},
	{"calls", []string{"f(a, *b, c=1, *d, **e, f=2,)", "f(a for b in c)", "f(a := 1)", "f(a=1, a=1)", "f(*a, b)", "f(lambda: 0)"},
		[]string{"f(a=1, b)", "f(**a, *b)", "f(**a, b)", "f(a for b in c,)", "f(a, b for c in d)", "f(a.b=1)", "f(True=1)", "f(,)", "f(a=1, b := 2)", "f(yield)"}},
	{"subscripts", []string{"a[b:c:d, ...]", "a[::]", "a[*b]", "a[b := c]", "a[b,]"}, []string{"a[]", "a[*b:c]", "a[b:=c:d]", "a[b:c:d:e]"}},
	{"operators", []string{"-~+a ** -b ** c", "not not a", "a not in b is not c", "a @ b // c", "await a ** await b", "a if b else c if d else lambda: e"},
		[]string{"a == not b", "a + lambda: b", "await -a", "a if b", "a not b", "a in", "a := b", "lambda: yield"}},
	{"lambda", []string{"lambda a, /, b=1, *c, d, **e: 0", "lambda *, a: 0", "lambda: lambda: (yield)", "lambda a,: 0"},
		[]string{"lambda a=1, b: 0", "lambda *: 0", "lambda /: 0", "lambda a: int: 0", "lambda (a): 0", "lambda **a, b: 0"}},
	{"functions", []string{"def f(a, b: c = 1, /, d=2, *e: *g, h, i=3, **j: k,) -> l: return", "def f(*, a): yield", "async def f(): await a", "def f(a, a): return *a"},
		[]string{"def f(*): 0", "def f(*, **a): 0", "def f(a=1, b): 0", "def f(a=1, /, b): 0", "def f(/): 0", "def f(*a, *b): 0", "def f(*a=1): 0", "def f(a: *b): 0", "def f[T](): 0", "def f() 0", "def f((a)): 0"}},
	{"classes and decorators", []string{"class A: 0", "class A(b, *c, d=e, **f): 0", "@a.b(c)\n\n@d := e\nasync def f(): 0", "class A((b for c in d)): 0"},
		[]string{"class A(b for c in d): 0", "class A.b: 0", "@a\nx = 1", "@a\nasync for b in c: 0", "@a def f(): 0"}},
	{"assignments", []string{"a = b, *c = d", "*a = b", "(a, [b.c, *d[e]]) = f", "() = [] = a", "a = yield b", "((a)): int = 1", "a.b: c", "(a) += yield", "await_ = (await a).b = c"},
		[]string{"a() = b", "a + b = c", "1 = a", "None = a", "f'a' = b", "(*a) = b", "(a := b) = c", "await a.b = c", "a, b: c", "[a]: b", "a, b += c", "a += b += c", "a: b = c = d", "yield = a", "a = = b", "{} = a", "lambda: a = b"}},
	{"deletions", []string{"del a, (b.c, [d[e]]), ()", "del (a)"}, []string{"del", "del *a", "del a()", "del (a, *b)", "del a + b", "del None", "del (a or b)"}},
	{"imports", []string{"import a.b as c, d", "from ....a import (b as c, d,)", "from . import *", "from.a import b"},
		[]string{"import a.b as c.d", "from a import b,", "from a import ()", "from import a", "import .a", "from a import (*)", "from a import b.c"}},
	{"small statements", []string{"pass; pass;", "raise a from b", "assert a, b", "global a, b", "return *a, b", "break", "yield from a", "nonlocal a"},
		[]string{"pass;;", "; pass", "raise a, b", "raise *a", "assert a, b, c", "global a.b", "yield from *a", "pass a", "print a", "exec 'a'"}},
	{"if, while, for", []string{"if a := b: 0\nelif c: 0\nelse: 0", "while a: 0\nelse: 0", "for a, *b.c in *d, e: 0\nelse: 0", "for (a in b)[c] in d: 0"},
		[]string{"if a, b: 0", "if a: if b: 0", "else: 0", "for a() in b: 0", "for 1 in a: 0", "for a in yield: 0", "while a 0"}},
	{"with", []string{"with a as b, c: 0", "with (a as b, c as (d, e),): 0", "with (a, b) as c: 0", "with (a), (b): 0", "with (a := b, c): 0", "with (): 0", "with a as *b: 0", "with (yield): 0", "async with (a): 0", "with (a, *b): 0"},
		[]string{"with (a as b).c: 0", "with (a as b, *c): 0", "with a,: 0", "with a as b + c: 0", "with (a as b) as c: 0", "with a := b: 0", "with ((a as b)): 0"}},
	{"try", []string{"try: 0\nexcept (a, b) as c: 0\nexcept: 0\nelse: 0\nfinally: 0", "try: 0\nexcept* a as b: 0", "try: 0\nexcept: 0\nexcept a: 0"},
		[]string{"try: 0", "try: 0\nexcept a, b: 0", "try: 0\nexcept*: 0", "try: 0\nexcept a: 0\nexcept* b: 0", "try: 0\nfinally: 0\nelse: 0", "try: 0\nelse: 0"}},
	{"match", []string{"match a, *b:\n case [c, *_] | {'d': e, **f} if g: 0\n case h.i(j, k=-1 + 2j) as l: 0\n case *m, n: 0\n case _: 0", "match(a)", "match[a]: int", "match * a", "match -a:\n case (b): 0", "match: int = 1"},
		[]string{"match a:\n case b as _: 0", "match a:\n case _(): 0", "match a:\n case 1 + 2: 0", "match a:\n case {**_}: 0", "match a:\n case b(c=d, e): 0", "match a:\n case *b: 0", "match a:\n case (*b): 0", "match a:\n pass", "match a:\ncase b: 0", "match a", "match a:\n case {b: c}: 0", "match *a:\n case b: 0"}},
	{"newer syntax", nil, []string{"type X = int", "class A[T]: 0", `f"{'\n'}"`}},
}

func TestVerdictIsThatOfPython(t *testing.T) {
	for _, tt := range verdicts {
		t.Run(tt.name, func(t *testing.T) {
			for _, src := range tt.accepts {
				s := Read([]byte(src))
				require.True(t, s.Parses, "%q: %+v", src, s.Problem)
				require.Nil(t, s.Problem)
			}
			for _, src := range tt.refuses {
				s := Read([]byte(src))
				require.False(t, s.Parses, "%q", src)
				require.NotEmpty(t, s.Problem.Message)
				require.LessOrEqual(t, s.Problem.Offset, len(src))
			}
		})
	}
}

func TestProblemIsShownWhereItIs(t *testing.T) {
	tests := []struct{ src, before, message string }{
		{"x = 1\r\nprint 'a'\r\n", "x = 1\r\nprint ", "the statement must end here"},
		{"a\n\nf(b() = 1)\n", "a\n\nf(b() ", "there must be a closing parenthesis here"},
		{"f() = 1\n", "", "this cannot be assigned to"},
		{"print 'a'\n(\n", "print ", "the statement must end here"},
		{"x = (1\n", "x = (1\n", "a bracket is never closed"},
		{"é = f'{a b}'\n", "é = f'{a ", "there must be a closing parenthesis here"},
		{"s = 'C:\\Users'\n", "s = 'C:", `\U must be followed by eight hexadecimal digits; in a Windows path, write \\U or put r before the text`},
	}
	for _, tt := range tests {
		t.Run(tt.src, func(t *testing.T) {
			s := Read([]byte(tt.src))
			require.NotNil(t, s.Problem)
			require.Equal(t, tt.message, s.Problem.Message)
			require.Equal(t, tt.before, tt.src[:s.Problem.Offset])
		})
	}
}

func TestGuardCountsAtTheTopLevelOnly(t *testing.T) {
	tests := []struct{ name, src, span string }{
		{"plain", "import a\r\n\r\nif __name__ == '__main__':\r\n    a()\r\n", "if __name__ == '__main__':"},
		{"parentheses and joined lines", "if (__name__) \\\n == (('__ma' \"in__\")): 0", "if (__name__) \\\n == (('__ma' \"in__\")):"},
		{"folded letters", "if __ｎame__ == r'__main__': 0", "if __ｎame__ == r'__main__':"},
		{"escaped", `if __name__ == "\x5f\N{LOW LINE}main__": 0`, `if __name__ == "\x5f\N{LOW LINE}main__":`},
		{"the first of two", "if __name__ == '__main__': 0\nif __name__ == '__main__' : 1", "if __name__ == '__main__':"},
		{"elif", "if a: 0\nelif __name__ == '__main__': 0", ""},
		{"nested", "try:\n if __name__ == '__main__': 0\nfinally: 0", ""},
		{"other way round", "if '__main__' == __name__: 0", ""},
		{"chained", "if __name__ == '__main__' == a: 0", ""},
		{"bytes", "if __name__ == b'__main__': 0", ""},
		{"conditional", "if (__name__ == '__main__') if a else b: 0", ""},
		{"attribute", "if a.__name__ == '__main__': 0", ""},
		{"tuple", "if (__name__ == '__main__',): 0", ""},
		{"comment", "# if __name__ == '__main__'", ""},
		{"no python: a comment counts", "print 'a'\n# xif\u2003__name__ ==\u00a0\"__main__'\n", "if\u2003__name__ ==\u00a0\"__main__'"},
		{"no python: parentheses do not", "print 'a'\nif (__name__ == '__main__'): 0\n", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := Read([]byte(tt.src))
			require.Equal(t, tt.span != "", s.Guard)
			require.Equal(t, tt.span, string(s.GuardSpan.In([]byte(tt.src))))
		})
	}
}

func TestDescriptionIsTheFirstLine(t *testing.T) {
	tests := []struct{ name, src, doc, want string }{
		{"plain", "\"\"\"Runs it.\n\nMore.\"\"\"", "Runs it.\n\nMore.", "Runs it."},
		{"line ends", "'''\r\n\r\n Runs\rit'''", "\n\n Runs\nit", "Runs"},
		{"adjacent and in parentheses", "(\"a\" r'\\b' '\\x63')", `a\bc`, `a\bc`},
		{"role and quotes", "':mod:`a`: b'", ":mod:`a`: b", "a: b"},
		{"nothing left", "'``\\nb'", "``\nb", ""},
		{"tabs", "' a\tb'", " a\tb", "a      b"},
		{"surrogate", `"\ud800"`, "\ufffd", "\ufffd"},
		{"joined line", "'a\\\nb'", "ab", "ab"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := Read([]byte(tt.src))
			require.True(t, s.HasDocstring)
			require.Equal(t, tt.doc, s.Docstring)
			require.Equal(t, tt.want, s.Description)
		})
	}
	for _, src := range []string{"b'a'", "f'a'", "'a',", "'a'.b", "x = 1; 'a'", "'a' if b else c", "-1", "print 'a'", ""} {
		require.False(t, Read([]byte(src)).HasDocstring, src)
	}
}

func TestNotText(t *testing.T) {
	require.Equal(t, Script{NotText: true}, Read([]byte("a = '\xe9'\nif __name__ == '__main__': 0\n")))
}

func TestDeepTextsEnd(t *testing.T) {
	for _, src := range []string{
		strings.Repeat("lambda a=", 100000) + "1" + strings.Repeat(": 0", 100000),
		strings.Repeat("not ", 100000) + "a", strings.Repeat("-", 100000) + "a", "a" + strings.Repeat("**a", 100000),
		"a" + strings.Repeat(" if a else a", 100000), strings.Repeat("lambda:", 100000) + "a",
		"if a: 0\n" + strings.Repeat("elif a: 0\n", 100000), "a" + strings.Repeat(".a()", 100000),
	} {
		Read([]byte(src))
	}
	require.False(t, Read([]byte(strings.Repeat("lambda a=", 5000)+"1"+strings.Repeat(": 0", 5000))).Parses)
}

func FuzzRead(f *testing.F) {
	for _, tt := range verdicts {
		for _, src := range append(tt.accepts, tt.refuses...) {
			if len(src) < 200 {
				f.Add([]byte(src))
			}
		}
	}
	f.Add([]byte("\"\"\"Doc\"\"\"\r\nif __name__ == '__main__':\r\n    f'{a!r:>{b}}'\r\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		s := Read(src)
		if s.Parses == (s.Problem != nil || s.NotText) {
			t.Fatalf("parses %v, problem %v, not text %v", s.Parses, s.Problem, s.NotText)
		}
		if s.Problem != nil && (s.Problem.Offset < 0 || s.Problem.Offset > len(src)) {
			t.Fatalf("problem at %d of %d", s.Problem.Offset, len(src))
		}
		if g := s.GuardSpan; g.Start < 0 || g.End > len(src) || g.Start > g.End || s.Guard != (g.Len() > 0) {
			t.Fatalf("guard at %v of %d", g, len(src))
		}
	})
}

// script is about 5,000 lines of ordinary code.
func script() []byte {
	const part = `def read_case(name, *args, mach=0.8, **kw):
    """Read one case

    Inputs: name
    """
    # The folder of the case
    folder = os.path.join(root, "case-%s" % name)
    if not os.path.isdir(folder) and mach > 0.5:
        raise ValueError(f"no such case: {name!r} at {mach:.2f}")
    values = [float(v) for v in args if v is not None]
    table = {"mach": mach, "alpha": kw.get("alpha", 0.0), **kw}
    with open(os.path.join(folder, "case.json")) as fp:
        for i, line in enumerate(fp):
            values.append((i + 1) * len(line) ** 2 / 3.0)
    return values, table, [x[1:-1] for x in values[::2]]

`
	return []byte("\"\"\"Reads cases\"\"\"\nimport os\n" + strings.Repeat(part, 5000/16) + "if __name__ == \"__main__\":\n    read_case(\"a\")\n")
}

func BenchmarkRead(b *testing.B) {
	src := script()
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if s := Read(src); !s.Parses || !s.Guard {
			b.Fatal(s.Problem)
		}
	}
}
