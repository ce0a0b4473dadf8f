package yaml11

import (
	"encoding/json"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func valueOf(t *testing.T, src string) Value {
	t.Helper()
	d := Parse([]byte(src))
	require.Nil(t, d.Err, src)
	require.NotNil(t, d.Root, src)
	return d.Root.Value()
}

func TestValueTexts(t *testing.T) {
	cases := []struct{ src, str, repr string }{
		{"yes", "True", "True"},
		{"off", "False", "False"},
		{"~", "None", "None"},
		{"010", "8", "8"},
		{"1:30", "90", "90"},
		{"123456789012345678901234567890", "123456789012345678901234567890", "123456789012345678901234567890"},
		{"1.0e+16", "1e+16", "1e+16"},
		{"1.0e+15", "1000000000000000.0", "1000000000000000.0"},
		{"0.0001", "0.0001", "0.0001"},
		{"0.00001", "1e-05", "1e-05"},
		{"-.INF", "-inf", "-inf"},
		{"it's", "it's", `"it's"`},
		{`"a\tb\x07\u200b\ud83d"`, "a\tb\x07\u200b\xed\xa0\xbd", `'a\tb\x07\u200b\ud83d'`},
		{"2026-11-30", "2026-11-30", "datetime.date(2026, 11, 30)"},
		{"2026-11-30 1:02:03", "2026-11-30 01:02:03", "datetime.datetime(2026, 11, 30, 1, 2, 3)"},
		{"2026-11-30 1:02:00.5Z", "2026-11-30 01:02:00.500000+00:00", "datetime.datetime(2026, 11, 30, 1, 2, 0, 500000, tzinfo=datetime.timezone.utc)"},
		{"2026-11-30 1:02:03-5:30", "2026-11-30 01:02:03-05:30", "datetime.datetime(2026, 11, 30, 1, 2, 3, tzinfo=datetime.timezone(datetime.timedelta(days=-1, seconds=66600)))"},
		{"!!binary aGk=", "b'hi'", "b'hi'"},
		{"[a, 1, {b: ~}]", "['a', 1, {'b': None}]", "['a', 1, {'b': None}]"},
		{"!!set {}", "set()", "set()"},
		{"!!set {a}", "{'a'}", "{'a'}"},
		{"!!pairs [a: 1]", "[('a', 1)]", "[('a', 1)]"},
		{"&x [*x]", "[[...]]", "[[...]]"},
		{"&x {a: *x}", "{'a': {...}}", "{'a': {...}}"},
	}
	for _, c := range cases {
		v := valueOf(t, c.src)
		require.Equal(t, c.str, v.String(), c.src)
		require.Equal(t, c.repr, v.Repr(), c.src)
	}
}

func TestValueAccess(t *testing.T) {
	v := valueOf(t, "name: x\n1: one\ntrue: yes\nlist: [a]\nwhen: 2026-11-30\nf: 1.5\nbig: 0x1FFFFFFFFFFFFFFFF\n")
	name, ok := v.GetText("name")
	require.True(t, ok)
	require.Equal(t, "x", name.Text())
	_, ok = v.GetText("1")
	require.False(t, ok, "1 and '1' are two keys")
	one, ok := v.Get(valueOf(t, "1.0"))
	require.True(t, ok, "1, 1.0 and true are one key")
	require.True(t, one.Bool())
	list, _ := v.GetText("list")
	require.Len(t, list.Items(), 1)
	_, ok = v.Get(list)
	require.False(t, ok, "a list is no key")
	when, _ := v.GetText("when")
	require.Equal(t, Moment{Year: 2026, Month: 11, Day: 30}, when.Moment())
	f, _ := v.GetText("f")
	require.Equal(t, 1.5, f.Float())
	wide, _ := v.GetText("big")
	want, _ := new(big.Int).SetString("1FFFFFFFFFFFFFFFF", 16)
	require.Equal(t, want, wide.Int())
	require.Len(t, v.Entries(), 6)
}

func TestEqualKeys(t *testing.T) {
	cases := []struct {
		a, b  string
		equal bool
	}{
		{"1", "1.0", true}, {"1", "yes", true}, {"0", "-0.0", true}, {"1", "'1'", false}, {"~", "''", false},
		{"9007199254740992", "9007199254740992.0", true}, {"9007199254740993", "9007199254740992.0", false},
		{"2026-11-30", "2026-11-30 00:00:00", false}, {"2026-11-30 01:00:00+1", "2026-11-30 00:00:00Z", true},
		{"2026-11-30 00:00:00", "2026-11-30 00:00:00Z", false}, {"a", "!!binary YQ==", false}, {".nan", ".NaN", true},
		{"[]", "[]", false},
	}
	for _, c := range cases {
		require.Equal(t, c.equal, valueOf(t, c.a).Equal(valueOf(t, c.b)), "%s and %s", c.a, c.b)
	}
}

func TestTypedJSON(t *testing.T) {
	got, err := json.Marshal(valueOf(t, `{a: [1, 1.0, yes, ~], "\ud83d": !!binary aGk=}`))
	require.NoError(t, err)
	require.Equal(t, `{"t":"map","v":[[{"t":"str","v":"a"},{"t":"list","v":[{"t":"int","v":"1"},{"t":"float","v":"1.0"},{"t":"bool","v":true},{"t":"null"}]}],`+
		`[{"t":"str","v":"\ud83d"},{"t":"bytes","v":"aGk="}]]}`, string(got))
	_, err = json.Marshal(valueOf(t, "&x [*x]"))
	require.NoError(t, err)
}

func TestNodeGet(t *testing.T) {
	d := Parse([]byte("a: 1\nb: 2\na: 3\n1: 4\n'1': 5\n"))
	require.Len(t, d.Root.Pairs, 5, "duplicates are kept")
	key, value := d.Root.Get("a")
	require.Equal(t, 10, key.Span.Start)
	require.Equal(t, "3", value.Text, "the last one wins")
	_, value = d.Root.Get("1")
	require.Equal(t, "5", value.Text)
	key, value = d.Root.Get("c")
	require.Nil(t, key)
	require.Nil(t, value)
	require.Equal(t, "{'a': 3, 'b': 2, 1: 4, '1': 5}", d.Root.Value().Repr())
}

// TestLimits reads what would blow up a careless reader.
func TestLimits(t *testing.T) {
	cases := []struct {
		name, src, raises string
	}{
		{"deep lists", strings.Repeat("[", 480) + strings.Repeat("]", 480), ""},
		{"lists too deep", strings.Repeat("[", 100000), "RecursionError"},
		{"mappings too deep", strings.Repeat("{a: ", 1000), "RecursionError"},
		{"block too deep", strings.Repeat("- ", 20000), "RecursionError"},
		{"digits", "!!int " + strings.Repeat("1", 4301), "ValueError"},
		{"fewer digits", strings.Repeat("1", 4300), ""},
		{"many hexadecimal digits", "0x" + strings.Repeat("f", 1<<16), ""},
		{"many parts of sixty", "1" + strings.Repeat(":59", 1<<16), ""},
		{"key of 1024 characters", strings.Repeat("k", 1024) + ": v", ""},
		{"key of 1025 characters", strings.Repeat("k", 1025) + ": v", "ScannerError"},
		{"key that may be none", strings.Repeat("[a, ", 1<<18), "RecursionError"},
		{"aliases", aliasBomb("[", "]"), ""},
		{"merge keys", aliasBomb("{<<: [", "]}"), ""},
		{"chain of merges", "- &m0 {a: 1}\n" + chain(1000), "MemoryError"},
		{"circle of texts", "&a !!str {=: *a}", "RecursionError"},
		{"merging itself", "&a {<<: *a, b: 1}", ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			d := Parse([]byte(c.src))
			raises := ""
			if d.Err != nil {
				raises = d.Err.Raises
			}
			require.Equal(t, c.raises, raises)
			if d.Root != nil {
				require.Less(t, len(d.Root.Value().Repr()), 8<<20)
			}
		})
	}
}

// aliasBomb nests ten aliases to ten aliases, and so on: ten to the power of twenty values when expanded.
func aliasBomb(open, shut string) string {
	b := "- &a0 {k: v}\n"
	for i := range 20 {
		b += "- &a" + string(rune('b'+i)) + " " + open
		before := "*a0"
		if i > 0 {
			before = "*a" + string(rune('a'+i))
		}
		b += strings.TrimSuffix(strings.Repeat(before+" , ", 10), ", ") + shut + "\n"
	}
	return b
}

// chain merges each mapping into the next, with one more key each.
func chain(n int) string {
	var b strings.Builder
	name := func(i int) string { return big.NewInt(int64(i)).String() }
	for i := 1; i < n; i++ {
		b.WriteString("- &m" + name(i) + " {<<: *m" + name(i-1) + ", k" + name(i) + ": 1}\n")
	}
	return b.String()
}
