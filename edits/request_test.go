package edits

import (
	"math/rand"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/text"
)

// edited plans a request that must succeed.
func edited(t *testing.T, src string, r Request) (Plan, string) {
	t.Helper()
	p, refusal := PlanRequest(Text{Target: Target{File: "f"}, Src: []byte(src)}, r)
	require.Nil(t, refusal)
	checkPlan(t, src, p)
	return p, string(p.Result)
}

func TestRequestIsApplied(t *testing.T) {
	const crlf = "---\r\nname: tea\r\n---\r\n\r\none\r\ntwo\r\nthree\r\n"
	const literal = `cost $& or $1 ${x} $$ \1 \n %d &amp; C:\new`
	for _, tt := range []struct {
		name, src, old, new string
		all                 bool
		want                string
		edits               int
	}{
		{"a word", "alpha beta\n", "beta", "BETA", false, "alpha BETA\n", 1},
		{"LF search text in a CRLF file", crlf, "one\ntwo\n", "uno\ndos\nzwei\n", false, "---\r\nname: tea\r\n---\r\n\r\nuno\r\ndos\r\nzwei\r\n" + "three\r\n", 1},
		{"LF search text in a CRLF file, all", crlf, "two\n", "\n", true, "---\r\nname: tea\r\n---\r\n\r\none\r\n\r\nthree\r\n", 1},
		{"CRLF search text in a LF file", "one\ntwo\nthree\n", "one\r\ntwo\r\n", "uno\r\ndos\r\nzwei\r\n", false, "uno\ndos\nzwei\nthree\n", 1},
		{"search text without its last line end in a CRLF file", crlf, "one\ntwo", "1\n2", false, "---\r\nname: tea\r\n---\r\n\r\n1\r\n2\r\nthree\r\n", 1},
		{"a line end alone", "a\r\nb", "\n", " ", false, "a b", 1},
		{"lone CR as line ends", "one\rtwo\rthree\r", "one\ntwo\n", "1\n2\n3\n", false, "1\r2\r3\rthree\r", 1},
		{"mixed line ends stay where they are", "a\r\nb\nc\rd\n", "a\nb\nc\nd", "a\nB\nc\nd", false, "a\r\nB\nc\rd\n", 1},
		{"mixed line ends, two lines change", "a\r\nb\nc\rd\n", "a\nb\nc\nd", "A\nb\nC\nd", false, "A\r\nb\nC\rd\n", 2},
		{"inserted lines take the end of the place", "a\nb\r\nc\n", "b\n", "b\nx\ny\n", false, "a\nb\r\nx\r\ny\r\nc\n", 1},
		{"a file without any line end takes them as sent", "abc", "b", "x\r\ny", false, "ax\r\nyc", 1},
		{"only a lone CR is meant as it is", "one\ntwo\n", "two", "t\rwo", false, "one\nt\rwo\n", 1},
		{"two line ends never become one", "a\rb\nc", "b", "", false, "a\r\n\nc", 1},
		{"byte order mark stays", text.BOM + "first\nsecond\n", "first", "1st", false, text.BOM + "1st\nsecond\n", 1},
		{"byte order mark quoted by the agent", text.BOM + "first\nfirst\n", text.BOM + "first", text.BOM + "1st", false, text.BOM + "1st\nfirst\n", 1},
		{"byte order mark quoted in old only", text.BOM + "first\n", text.BOM + "first", "1st", false, text.BOM + "1st\n", 1},
		{"byte order mark that the editor has taken off", "first\n", text.BOM + "first", text.BOM + "1st", false, "1st\n", 1},
		{"no final newline stays none", "a\nb", "b", "c", false, "a\nc", 1},
		{"final newline added", "a\nb", "b", "b\n", false, "a\nb\n", 1},
		{"final newline removed", "a\nb\n", "b\n", "b", false, "a\nb", 1},
		{"appended without final newline", "a\nb", "b", "b\nc", false, "a\nb\nc", 1},
		{"form feed and line separator are text", "a\fb\u2028c\n", "b", "B", false, "a\fB\u2028c\n", 1},
		{"tabs are text", "\ta\tb\n", "\ta", "\t\ta", false, "\t\ta\tb\n", 1},
		{"blanks at the end of a line", "a  \nb\n", "a  \n", "a\n", false, "a\nb\n", 1},
		{"straight quotes only", "say: \"hi\"\nsay: “hi”\nit’s late\n", `say: "hi"`, `say: "yo"`, false, "say: \"yo\"\nsay: “hi”\nit’s late\n", 1},
		{"curly quote on the line stays", "it’s late\n", "late", "early", false, "it’s early\n", 1},
		{"decomposed letters", "cafe\u0301\n", "cafe\u0301", "café", false, "café\n", 1},
		{"no part of a letter changes", "e\u0301x\n", "e\u0301", "e\u0300", false, "e\u0300x\n", 1},
		{"astral characters", "go 🚀 now\n", "🚀", "🛑", false, "go 🛑 now\n", 1},
		{"NUL is text", "a\x00b\n", "\x00", "-", false, "a-b\n", 1},
		{"new text is literal", "price: OLD\n", "OLD", literal, false, "price: " + literal + "\n", 1},
		{"new text is literal, all", "OLD OLD\n", "OLD", literal, true, literal + " " + literal + "\n", 2},
		{"all, from left to right", "aaa\nitem\n\n\n\nitem\n", "aa", "b", true, "ba\nitem\n\n\n\nitem\n", 1},
		{"all places", "aaa\nitem\n\n\n\nitem\n", "item", "thing", true, "aaa\nthing\n\n\n\nthing\n", 2},
		{"exactly one match among likes", "aaa\nitem\n\n\n\nitem\n", "item\n\n", "item\n", false, "aaa\nitem\n\n\nitem\n", 1},
		{"new equals old", "a\r\nb\r\n", "a", "a", false, "a\r\nb\r\n", 0},
		{"new equals old but for line ends", "a\r\nb\r\n", "a\nb\n", "a\r\nb\n", false, "a\r\nb\r\n", 0},
		{"whole file", "old\ntext\n", "old\ntext\n", "", false, "", 1},
		{"empty search text in an empty file", "", "", "new\n", false, "new\n", 1},
		{"lines far apart are two edits", "a\nb\nc\nd\ne\n", "a\nb\nc\nd\ne", "A\nb\nc\nd\nE", false, "A\nb\nc\nd\nE\n", 2},
		{"a rewritten paragraph is one edit", "one\ntwo\nthree\nfour\n", "two\nthree", "zwölf\nbrr", false, "one\nzwölf\nbrr\nfour\n", 1},
		{"a line put into a block keeps the block", "if a:\n    call(something, other)\n", "if a:\n    call(something, other)\n", "if a:\n    if b:\n        call(something, other)\n", false, "if a:\n    if b:\n        call(something, other)\n", 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, got := edited(t, tt.src, Request{File: "f", Old: tt.old, New: tt.new, All: tt.all})
			require.Equal(t, tt.want, got)
			require.Len(t, p.Edits, tt.edits, "%q", p.Edits)
		})
	}
}

func TestEditsAreOnlyWhatChanges(t *testing.T) {
	for _, tt := range []struct {
		name, src, old, new string
		want                []Edit
	}{
		{"within a word", "alpha beta gamma\n", "beta", "bela", []Edit{{text.Span{Start: 8, End: 9}, "l"}}},
		{"insertion only", "a\nc\n", "a\n", "a\nb\n", []Edit{{text.At(2), "b\n"}}},
		{"removal only", "a\nb\nc\n", "a\nb\n", "a\n", []Edit{{text.Span{Start: 2, End: 4}, ""}}},
		{"a letter with its accent", "xe\u0301y", "xe\u0301y", "xe\u0300y", []Edit{{text.Span{Start: 1, End: 4}, "e\u0300"}}},
		{"an accent is put on a letter", "xey", "xey", "xe\u0301y", []Edit{{text.Span{Start: 1, End: 2}, "e\u0301"}}},
		{"a joined emoji", "👩\u200d🚀!", "👩\u200d🚀", "👩\u200d🌾", []Edit{{text.Span{Start: 0, End: 11}, "👩\u200d🌾"}}},
		{"a flag", "🇫🇷🇩🇪", "🇫🇷🇩🇪", "🇫🇷🇩🇰", []Edit{{text.Span{Start: 8, End: 16}, "🇩🇰"}}},
		{"a skin tone", "👍🏽", "👍🏽", "👍🏿", []Edit{{text.Span{Start: 0, End: 8}, "👍🏿"}}},
		{"no half code point", "é", "é", "è", []Edit{{text.Span{Start: 0, End: 2}, "è"}}},
		{"never between CR and LF", "a\r\nb", "a\nb", "a\n\nb", []Edit{{text.At(3), "\r\n"}}},
		{"a Korean syllable in parts", "\u1100\u1161!", "\u1100\u1161", "\u1100\u1162", []Edit{{text.Span{Start: 0, End: 6}, "\u1100\u1162"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, _ := edited(t, tt.src, Request{File: "f", Old: tt.old, New: tt.new})
			require.Equal(t, tt.want, p.Edits)
		})
	}
}

func TestRequestIsRefused(t *testing.T) {
	const many = "aaa\nitem\n\n\n\nitem\n"
	const nest = "intro\n\ttabbed line here\n    four blanks line\nend of it\n"
	for _, tt := range []struct {
		name, src, old string
		kind           Kind
		count          int
		lines          []int
		differs        []string
		detail         string
	}{
		{"overlapping places", many, "aa", Ambiguous, 2, []int{1}, nil, "line 1"},
		{"overlapping line ends", many, "\n\n\n", Ambiguous, 2, []int{2, 3}, nil, "lines 2 and 3"},
		{"two places", many, "item", Ambiguous, 2, []int{2, 6}, nil, "lines 2 and 6"},
		{"two places with other line ends", "a\r\nb\r\na\nb\n", "a\nb", Ambiguous, 2, []int{1, 3}, nil, "lines 1 and 3"},
		{"empty", many, "", OldEmpty, 0, nil, nil, "names no place"},
		{"the byte order mark is no text", text.BOM + "a\n", text.BOM, NotFound, 0, nil, nil, "no line"},
		{"no pattern", "price: OLD\n", "O.D", NotFound, 0, nil, nil, "no line"},
		{"curly quotes", "say\nsay\nit’s late\n", "it's late", NotFound, 0, []int{3}, []string{"quotation marks"}, "line 3 looks the same and differs only in quotation marks: the file has `it’s late`"},
		{"dashes", "a – b\n", "a - b", NotFound, 0, []int{1}, []string{"dashes"}, "only in dashes"},
		{"no-break blanks", "10\u00a0km\n", "10 km", NotFound, 0, []int{1}, []string{"no-break blanks"}, "`10\\u00a0km`"},
		{"composed letters", "x\ncafe\u0301\n", "café", NotFound, 0, []int{2}, []string{"composed versus decomposed letters"}, "`cafe\\u0301`"},
		{"decomposed letters", "x\ncafé\n", "cafe\u0301", NotFound, 0, []int{2}, []string{"composed versus decomposed letters"}, "`café`"},
		{"letter case", "Mach = 0.8\n", "mach = 0.8", NotFound, 0, []int{1}, []string{"letter case"}, "`Mach = 0.8`"},
		{"tab for blanks as indentation", nest, "    tabbed line here\n", NotFound, 0, []int{2}, []string{"indentation"}, "indented by 1 tab, in the search text by 4 blanks"},
		{"too few blanks as indentation", nest, "\n  four blanks line", NotFound, 0, []int{3}, []string{"indentation"}, "indented by 4 blanks, in the search text by 2 blanks"},
		{"tab for a blank inside", "a\tb\n", "a b", NotFound, 0, []int{1}, []string{"tabs versus blanks"}, "`a\\tb`"},
		{"number of blanks inside", "key:   1\n", "key: 1", NotFound, 0, []int{1}, []string{"the number of blanks"}, "`key:   1`"},
		{"blanks at the end", "one  \ntwo\n", "one\ntwo", NotFound, 0, []int{1}, []string{"blanks at the end of the line"}, "line 1"},
		{"two traits", "it’s Late\n", "it's late", NotFound, 0, []int{1}, []string{"quotation marks", "letter case"}, "quotation marks and letter case"},
		{"zero width blank", "a\u200bb c\n", "ab c", NotFound, 0, []int{1}, []string{"characters that cannot be seen"}, "`a\\u200bb c`"},
		{"escaped line ends", "one\ntwo\n", `one\ntwo`, NotFound, 0, []int{1}, []string{"escaped characters"}, "send the characters themselves"},
		{"real line ends where the file has them escaped", `say "one\ntwo"` + "\n", "one\ntwo", NotFound, 0, []int{1}, []string{"escaped characters"}, "send both"},
		{"line numbers of a listing", "one\ntwo\n", "2: two", NotFound, 0, []int{2}, []string{"line numbers"}, "not part of the file"},
		{"entities", "if a < b:\n", "if a &lt; b:", NotFound, 0, []int{1}, []string{"HTML entities"}, "the characters themselves"},
		{"line ends around it", "a\nb\n", "\na\nb\n\n", NotFound, 0, []int{1}, []string{"line ends around it"}, "line 1"},
		{"one line of several", "zero\none\ntwo!\nthree\n", "two\nthree", NotFound, 0, []int{3}, []string{}, "line 3 is `two!`, not `two`"},
		{"file ends early", "one line\ntwo line\n", "two line\nthree", NotFound, 0, []int{3}, []string{}, "line 3"},
		{"a word of a line", "alpha beta gamma delta\nother\n", "alpha beta gamme delta", NotFound, 0, []int{1}, []string{}, "the nearest is line 1"},
		{"nothing like it", "alpha\nbeta\n", "completely different", NotFound, 0, nil, nil, "no line of the file is like it"},
		{"empty file", "", "a", NotFound, 0, nil, nil, "no line"},
		{"longer than the file", "ab", "abc", NotFound, 0, nil, nil, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, r := PlanRequest(Text{Target: Target{File: "f"}, Src: []byte(tt.src)}, Request{File: "f", Old: tt.old, New: "x"})
			require.NotNil(t, r)
			require.Equal(t, tt.kind, r.Kind)
			require.Equal(t, tt.count, r.Count)
			require.Equal(t, tt.lines, r.Lines, r.Detail)
			require.Contains(t, r.Detail, tt.detail)
			if tt.differs != nil {
				require.Equal(t, tt.differs, r.Nearest.differences(), r.Detail)
			}
		})
	}
}

// The text that a refusal quotes is what the next try should send.
func TestNearestTextIsFound(t *testing.T) {
	src := "a\n  it’s\tcafe\u0301  \n\u00a0end – x\n"
	_, r := PlanRequest(Text{Src: []byte(src)}, Request{Old: "it's café\n end - x", New: "y"})
	require.NotNil(t, r)
	require.Equal(t, 1, locate(newSearch([]byte(src)), foldText(r.Nearest.Found), maxPlaces).Count, r.Detail)
}

func TestNotUTF8IsRefusedWithItsByte(t *testing.T) {
	_, r := PlanRequest(Text{Target: Target{File: "latin.txt"}, Src: []byte("caf\xe9 menu\nprice 5\n")}, Request{Old: "price 5", New: "price 6"})
	require.NotNil(t, r)
	require.Equal(t, NotUTF8, r.Kind)
	require.Equal(t, 3, r.Offset)
	require.Contains(t, r.Error(), "byte 3")
	_, r = PlanRequest(Text{Src: []byte("a")}, Request{Old: "a", New: "\xed\xa0\x80"})
	require.NotNil(t, r, "a lone surrogate cannot be written")
	require.Equal(t, NotUTF8, r.Kind)
}

func TestUnsavedTextIsSaidWhenOnlyTheDiskHasIt(t *testing.T) {
	v := int32(2)
	_, r := PlanRequest(Text{Target: Target{File: "open.txt"}, Src: []byte("zero\none\ntwo!\nthree\n"), Version: &v, Dirty: true, Saved: []byte("one\ntwo\nthree\n")}, Request{Old: "two\nthree", New: "2\n3"})
	require.NotNil(t, r)
	require.Contains(t, r.Detail, "the text is on disk but not in the open, unsaved document")
	require.Contains(t, r.Detail, "line 3 is `two!`, not `two`")
}

// Texts made to be slow must not be: the test ends in time or the run does not end.
func TestHostileTextsAreBounded(t *testing.T) {
	long := strings.Repeat("a", 1<<20)
	lines := strings.Repeat("same line\n", 1<<17)
	for _, tt := range []struct{ src, old string }{
		{long, long[:len(long)/2]},
		{long, long[:len(long)/2] + "b"},
		{lines, lines[:len(lines)/2]},
		{lines, lines[:len(lines)/2] + "x"},
		{strings.Repeat("\n", 1<<20), "\n"},
		{strings.Repeat("\r", 1<<20), "\n\n\n"},
		{lines, lines + "y"},
		{strings.Repeat("e\u0301", 1<<18), strings.Repeat("é", 1<<10)},
	} {
		_, r := PlanRequest(Text{Src: []byte(tt.src)}, Request{Old: tt.old, New: "x"})
		require.NotNil(t, r)
	}
}

// table is a text of about two megabytes of different lines.
func table() string {
	var b strings.Builder
	rnd := rand.New(rand.NewSource(3))
	for b.Len() < 2<<20 {
		b.WriteString(strings.Repeat("x", rnd.Intn(40)))
		b.WriteString(time.Unix(rnd.Int63n(1e9), 0).UTC().Format(" 2006-01-02 15:04:05\n"))
	}
	return b.String()
}

func BenchmarkRequest(b *testing.B) {
	src := table()
	middle := len(src)/2 + strings.IndexByte(src[len(src)/2:], '\n') + 1
	old := src[middle : middle+300]
	for name, r := range map[string]Request{
		"one place":  {Old: old, New: strings.ToUpper(old)},
		"not found":  {Old: strings.Replace(old, "x", "y", 3), New: "z"},
		"look-alike": {Old: strings.ToUpper(old), New: "z"},
		"all":        {Old: " 19", New: " 20", All: true},
	} {
		for kind, text := range map[string]string{"LF": src, "CRLF": strings.ReplaceAll(src, "\n", "\r\n")} {
			b.Run(name+" "+kind, func(b *testing.B) {
				for b.Loop() {
					PlanRequest(Text{Src: []byte(text)}, r)
				}
			})
		}
	}
}
