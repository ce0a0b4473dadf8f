package allow_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/allow"
)

// The set is read here without the shared loader, which lives to the right of this room.
func TestVectorsFnmatch(t *testing.T) {
	dir := os.Getenv("CAPE_LS_VECTORS")
	if dir == "" {
		dir = filepath.Join("..", "..", "testdata", "vectors")
	}
	raw, err := os.ReadFile(filepath.Join(dir, "fnmatch.json"))
	require.NoError(t, err)
	var set struct {
		Cases []struct {
			ID   string
			Why  string
			Call struct {
				Name, Pattern string
			}
			Expect struct{ Match bool }
		}
	}
	require.NoError(t, json.Unmarshal(raw, &set))
	require.NotEmpty(t, set.Cases)
	passed := 0
	for _, c := range set.Cases {
		ok := t.Run(c.ID, func(t *testing.T) {
			require.Equal(t, c.Expect.Match, allow.Match(c.Call.Name, c.Call.Pattern), "%s: %q against %q", c.Why, c.Call.Name, c.Call.Pattern)
		})
		if ok {
			passed++
		}
	}
	fmt.Printf("fnmatch %d/%d\n", passed, len(set.Cases))
}

// TestReversedRangesLeaveOddClasses holds what Python's translation makes of them.
func TestReversedRangesLeaveOddClasses(t *testing.T) {
	for _, c := range []struct {
		pattern, in, out string
	}{
		{"[b-ax]", "x", "ab-"}, {"[!b-a]", "ab-x", ""}, {"[b-a]", "", "ab-"},
		{"[c-.!]", "c.!x", ""},     // the "!" comes first once the range is gone
		{"[~-[!😀c]", "[~!x", "😀c"}, // the same with members
		{"[~-a!-z]", "ay!", "-z"},  // and with a "-" that has lost its left end
		{"[a-c-e]", "abc-e", "d"}, {"[]-?!]", "*]a", ""},
	} {
		for _, r := range c.in {
			require.True(t, allow.Match(string(r), c.pattern), "%q against %q", r, c.pattern)
		}
		for _, r := range c.out {
			require.False(t, allow.Match(string(r), c.pattern), "%q against %q", r, c.pattern)
		}
	}
}

func TestListSaysWhichPatternAllows(t *testing.T) {
	l := allow.New([]allow.Entry{{Pattern: "*.md", Source: allow.Option}}, []string{"./pyFun.json"}, []string{"pyFun.json", "a//b.json"})
	require.Equal(t, []string{"*.md", "pyFun.json", "a/b.json"}, l.Patterns())
	v, err := l.Verdict("pyFun.json")
	require.NoError(t, err)
	require.Equal(t, allow.Verdict{Allowed: true, By: allow.Entry{Pattern: "pyFun.json", Source: allow.Control}}, v)
	require.Contains(t, l.Explain("x.py"), `"*.md"`)
	require.Contains(t, l.Explain("docs/x.md"), "EditAllowList")
}

func TestListFailsWhereItComesToSomethingThatIsNoText(t *testing.T) {
	l := allow.New([]allow.Entry{{Pattern: "a.md", Source: allow.Option}, {NotText: "NoneType", Source: allow.Option}}, nil, nil)
	_, err := l.Verdict("a.md")
	require.NoError(t, err)
	_, err = l.Verdict("b.md")
	require.ErrorAs(t, err, new(*allow.TypeError))
}

// FuzzMatch compares with a restatement by recursion over the definition, for patterns without classes,
// and checks what holds for every pattern.
func FuzzMatch(f *testing.F) {
	for _, s := range [][2]string{{"a/b.py", "*.py"}, {"", "*"}, {"a\nb", "a?b"}, {"[x]", "[[]x]"}, {"\xff", "?"}, {"\xe0\xe000", "\xc7*"}} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, name, pattern string) {
		if len(name) > 40 || len(pattern) > 12 {
			return
		}
		got := allow.Match(name, pattern)
		if !allow.Magic(pattern) {
			require.Equal(t, name == pattern, got)
			return
		}
		require.True(t, !got || allow.Match(name, "*"+pattern+"*"), "a star more must match as well")
		if utf8.ValidString(name) && utf8.ValidString(pattern) && !containsByte(pattern, '[') {
			require.Equal(t, slow([]rune(name), []rune(pattern)), got)
		}
	})
}

func containsByte(s string, b byte) bool {
	for i := range len(s) {
		if s[i] == b {
			return true
		}
	}
	return false
}

func slow(name, pattern []rune) bool {
	if len(pattern) == 0 {
		return len(name) == 0
	}
	if pattern[0] == '*' {
		return slow(name, pattern[1:]) || len(name) > 0 && slow(name[1:], pattern)
	}
	return len(name) > 0 && (pattern[0] == '?' || pattern[0] == name[0]) && slow(name[1:], pattern[1:])
}
