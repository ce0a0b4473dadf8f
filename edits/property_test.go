package edits

import (
	"math/rand"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/text"
)

// rounds is how many random edits a property is tried on: many in the nightly run.
func rounds() int {
	if os.Getenv("CAPE_LS_NIGHTLY") == "1" {
		return 100_000
	}
	return 2_000
}

// atoms are the letters of random texts: all kinds of line ends, of characters of one to four bytes, of
// characters made of several code points, and of characters that look alike.
var atoms = []string{
	"a", "a", "b", "b", "ab", "x = 1", " ", "  ", "\t", "é", "e\u0301", "🚀", "👩\u200d🚀", "🇫🇷", "🇩🇪", "\u00a0", "“", "\"", "\f", "\u2028", "\u0085",
	"\n", "\n", "\r\n", "\r\n", "\r", "\ufeff", "각", "\u1100\u1161", "क\u094dष", "0\ufe0f\u20e3", "👍🏽", "longer words here", "$1\\n", "\x00",
}

func randomText(rnd *rand.Rand, most int) string {
	pool := atoms
	if rnd.Intn(2) == 0 { // few atoms: many repetitions
		pool = []string{atoms[rnd.Intn(len(atoms))], atoms[rnd.Intn(len(atoms))], "\n", "\r\n", "a"}
	}
	var b strings.Builder
	for range rnd.Intn(most + 1) {
		b.WriteString(pool[rnd.Intn(len(pool))])
	}
	return b.String()
}

// pieceOf returns a random piece of the text as an agent would quote it: in whole code points, outside the
// byte order mark, sometimes with other line ends.
func pieceOf(rnd *rand.Rand, s string) string {
	s = strings.TrimPrefix(s, text.BOM)
	rs := []rune(s)
	if len(rs) == 0 {
		return "zz"
	}
	from := rnd.Intn(len(rs))
	piece := string(rs[from : from+1+rnd.Intn(min(len(rs)-from, 30))])
	if rnd.Intn(2) == 0 {
		piece = foldText(piece)
	}
	return piece
}

// mixUp returns a text that shares pieces with s.
func mixUp(rnd *rand.Rand, s string) string {
	var b strings.Builder
	for _, r := range s {
		switch rnd.Intn(6) {
		case 0:
			b.WriteString(randomText(rnd, 2))
		case 1:
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func TestPlanIsReplaceOnAnyText(t *testing.T) {
	rnd := rand.New(rand.NewSource(11))
	planned := 0
	for range rounds() {
		src := randomText(rnd, 60)
		old := pieceOf(rnd, src)
		replacement := randomText(rnd, 12)
		if rnd.Intn(2) == 0 {
			replacement = mixUp(rnd, old)
		}
		if checkRequest(t, src, Request{File: "f", Old: old, New: replacement, All: rnd.Intn(3) == 0}) {
			planned++
		}
	}
	require.Greater(t, planned, rounds()/3, "most rounds must end in a plan")
}

// checkRequest holds a plan, or its refusal, against plain string replacement. It reports whether there
// was a plan.
func checkRequest(t *testing.T, src string, r Request) bool {
	t.Helper()
	plan, refusal := PlanRequest(Text{Target: Target{File: "f"}, Src: []byte(src)}, r)
	body := foldText(strings.TrimPrefix(src, text.BOM))
	old := foldText(r.Old)
	places := 0
	for at := range len(body) {
		if old != "" && strings.HasPrefix(body[at:], old) {
			places++
		}
	}
	if refusal != nil {
		quoted := foldText(strings.TrimPrefix(r.Old, text.BOM))
		if refusal.Kind == NotFound {
			require.Zero(t, places, "%q in %q", r.Old, src)
			return false
		}
		require.NotEqual(t, 1, places, "%q in %q: %v", quoted, src, refusal)
		return false
	}
	if strings.HasPrefix(r.Old, text.BOM) {
		return false // the mark has its own table test
	}
	require.True(t, r.All && places > 0 || places == 1 || src == "" && r.Old == "", "%q in %q has %d places", r.Old, src, places)
	checkPlan(t, src, plan)
	want := strings.ReplaceAll(body, old, foldText(r.New))
	result := string(plan.Result)
	if strings.HasPrefix(src, text.BOM) {
		result = strings.TrimPrefix(result, text.BOM)
	}
	require.Equal(t, want, foldText(result), "%q -> %q in %q", r.Old, r.New, src)
	return true
}

// checkPlan holds what is true for every plan.
func checkPlan(t *testing.T, src string, p Plan) {
	t.Helper()
	got, err := p.Apply([]byte(src))
	require.NoError(t, err)
	require.Equal(t, string(p.Result), string(got), "edits of %q: %q", src, p.Edits)
	require.True(t, utf8.Valid(p.Result))
	end := -1
	for _, e := range p.Edits {
		require.Greater(t, e.Span.Start, end, "edits must be apart: %q in %q", p.Edits, src)
		require.LessOrEqual(t, e.Span.End, len(src))
		require.False(t, e.Span.Empty() && e.New == "")
		require.NotEqual(t, string(e.Span.In([]byte(src))), e.New)
		for _, at := range []int{e.Span.Start, e.Span.End} {
			require.False(t, at > 0 && at < len(src) && src[at-1] == '\r' && src[at] == '\n', "no edit ends inside a CRLF")
			require.True(t, at == len(src) || utf8.RuneStart(src[at]))
		}
		end = e.Span.End
	}
	require.True(t, !strings.HasPrefix(src, text.BOM) || strings.HasPrefix(string(p.Result), text.BOM), "a byte order mark stays")
}
