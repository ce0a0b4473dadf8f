package edits

import (
	"math/rand"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/text"
)

// planAsk plans an ask for one file on a text.
func planAsk(t testing.TB, src string, a Ask) (Plan, *Refusal) {
	t.Helper()
	jobs, r := a.files()
	if r != nil {
		return Plan{}, r
	}
	require.Len(t, jobs, 1)
	return jobs[0].plan(Text{Target: Target{File: "f"}, Src: []byte(src)})
}

const head = "--- a/f\n+++ b/f\n"

func TestDiffIsApplied(t *testing.T) {
	const abc = "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\n"
	for _, tt := range []struct{ name, src, diff, want string }{
		{"no newline at the end, stays so", "a\nb", head + "@@ -1,2 +1,3 @@\n a\n-b\n\\ No newline at end of file\n+b\n+c\n\\ No newline at end of file\n", "a\nb\nc"},
		{"no newline at the end, one is added", "a\nb", head + "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n", "a\nb\n"},
		{"no newline at the end, far from the change", "a\nb", head + "@@ -1,2 +1,2 @@\n-a\n+A\n b\n\\ No newline at end of file\n", "A\nb"},
		{"no newline at the end, marker forgotten", "a\nb", head + "@@ -1,2 +1,3 @@\n a\n b\n+c\n", "a\nb\nc"},
		{"no newline at the end, marker forgotten, last line changes", "a\nb", head + "@@ -1,2 +1,2 @@\n a\n-b\n+c\n", "a\nc"},
		{"newline at the end is removed", "a\nb\n", head + "@@ -1,2 +1,2 @@\n a\n-b\n+b\n\\ No newline at end of file\n", "a\nb"},
		{"LF diff on CRLF", "one\r\ntwo\r\nthree\r\n", head + "@@ -1,3 +1,4 @@\n one\n-two\n+TWO\n+more\n three\n", "one\r\nTWO\r\nmore\r\nthree\r\n"},
		{"CRLF diff on CRLF", "one\r\ntwo\r\nthree\r\n", strings.ReplaceAll(head+"@@ -1,3 +1,4 @@\n one\n-two\n+TWO\n+more\n three\n", "\n", "\r\n"), "one\r\nTWO\r\nmore\r\nthree\r\n"},
		{"CRLF diff on LF", "one\ntwo\nthree\n", strings.ReplaceAll(head+"@@ -1,3 +1,4 @@\n one\n-two\n+TWO\n+more\n three\n", "\n", "\r\n"), "one\nTWO\nmore\nthree\n"},
		{"LF diff on mixed line ends", "one\r\ntwo\nthree\r", head + "@@ -1,3 +1,4 @@\n one\n-two\n+TWO\n+more\n three\n", "one\r\nTWO\nmore\nthree\r"},
		{"two hunks", abc, head + "@@ -1,3 +1,2 @@\n a\n-b\n c\n@@ -10,3 +9,4 @@\n j\n k\n+K\n l\n", "a\nc\nd\ne\nf\ng\nh\ni\nj\nk\nK\nl\n"},
		{"two hunks in the wrong order", abc, head + "@@ -10,3 +9,4 @@\n j\n k\n+K\n l\n@@ -1,3 +1,2 @@\n a\n-b\n c\n", "a\nc\nd\ne\nf\ng\nh\ni\nj\nk\nK\nl\n"},
		{"wrong counts", abc, head + "@@ -1,9 +1,9 @@\n a\n-b\n+B\n c\n", "a\nB\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\n"},
		{"counts too small", abc, head + "@@ -1 +1 @@\n a\n-b\n+B\n c\n", "a\nB\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\n"},
		{"wrong counts in two hunks", abc, head + "@@ -1,9 +1,9 @@\n a\n-b\n+B\n c\n@@ -9,9 +9,1 @@\n i\n-j\n+J\n", "a\nB\nc\nd\ne\nf\ng\nh\ni\nJ\nk\nl\n"},
		{"no numbers", abc, head + "@@ ... @@\n a\n-b\n+B\n c\n", "a\nB\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\n"},
		{"no hunk header", abc, head + " a\n-b\n+B\n c\n", "a\nB\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\n"},
		{"no numbers, empty lines behind", abc, head + "@@ @@\n a\n-b\n+B\n c\n\n\nThat is all.\n", "a\nB\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\n"},
		{"context lines that lost their blank", "a\n\nb\n\nc\n", head + "@@ -1,5 +1,5 @@\n a\n\n-b\n+B\n\n c\n", "a\n\nB\n\nc\n"},
		{"offset hunk", "new\n" + abc, head + "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n", "new\na\nB\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\n"},
		{"fits at its line and elsewhere", "x\ny\nx\ny\n", head + "@@ -3,2 +3,2 @@\n x\n-y\n+Y\n", "x\ny\nx\nY\n"},
		{"timestamps", abc, "--- a/f\t2026-01-02 03:04:05.000 +0100\n+++ b/f\t2026-01-02 03:04:06\n@@ -1,2 +1,2 @@\n-a\n+A\n b\n", "A\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\n"},
		{"git headers", abc, "diff --git a/f b/f\nindex 123..456 100644\n" + head + "@@ -1,2 +1,2 @@ func x()\n-a\n+A\n b\n", "A\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\n"},
		{"mail with a signature", abc, "Subject: [PATCH]\n---\n f | 2 +-\n\ndiff --git a/f b/f\n" + head + "@@ -1,2 +1,2 @@\n-a\n+A\n b\n-- \n2.39.0\n", "A\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\n"},
		{"prose and a fence", abc, "Here is the change:\n\n```diff\n" + head + "@@ -1,2 +1,2 @@\n-a\n+A\n b\n```\n\n- done\n+ well\n", "A\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\n"},
		{"only hunks", abc, "@@ -1,2 +1,2 @@\n-a\n+A\n b\n", "A\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\n"},
		{"last line end of the diff lost", abc, head + "@@ -11,2 +11,3 @@\n k\n l\n+m", abc + "m\n"},
		{"last line end of the diff lost, context", abc, head + "@@ -1,2 +1,2 @@\n-a\n+A\n b", "A\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\n"},
		{"lines that look like headers", "-- x\n++ y\nz\n", head + "@@ -1,3 +1,3 @@\n--- x\n+-- X\n ++ y\n z\n", "-- X\n++ y\nz\n"},
		{"a removed and an added line that look like headers", "a\n-- x\nz\n", head + "@@ -1,3 +1,3 @@\n a\n--- x\n+++ y\n z\n", "a\n++ y\nz\n"},
		{"everything is removed", "a\nb\n", head + "@@ -1,2 +0,0 @@\n-a\n-b\n", ""},
		{"into an empty file", "", head + "@@ -0,0 +1,2 @@\n+a\n+b\n", "a\nb\n"},
		{"creation of an empty file that is there", "", "--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+a\n", "a\n"},
		{"byte order mark shown by the diff", text.BOM + "a\nb\n", head + "@@ -1,2 +1,2 @@\n-" + text.BOM + "a\n+" + text.BOM + "A\n b\n", text.BOM + "A\nb\n"},
		{"byte order mark not shown by the diff", text.BOM + "a\nb\n", head + "@@ -1,2 +1,2 @@\n-a\n+A\n b\n", text.BOM + "A\nb\n"},
		{"two hunks side by side", "a\nb\nc\nd\n", head + "@@ -1,2 +1,2 @@\n a\n-b\n+B\n@@ -3,2 +3,2 @@\n-c\n+C\n d\n", "a\nB\nC\nd\n"},
		{"hunks that share context", "a\nb\nc\nd\ne\n", head + "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n@@ -3,3 +3,3 @@\n c\n-d\n+D\n e\n", "a\nB\nc\nD\ne\n"},
		{"form feed in the middle of a line", "page\fone\ntwo\n", head + "@@ -1,2 +1,2 @@\n-page\fone\n+page\fONE\n two\n", "page\fONE\ntwo\n"},
		{"append at the end", "a\nb\n", head + "@@ -1,2 +1,3 @@\n a\n b\n+c\n", "a\nb\nc\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, r := planAsk(t, tt.src, Diff{Text: tt.diff, File: "f"})
			require.Nil(t, r)
			require.Equal(t, tt.want, string(p.Result))
			require.False(t, p.AlreadyApplied)
			checkPlan(t, tt.src, p)
		})
	}
}

func TestEditsOfADiffAreOnlyWhatChanges(t *testing.T) {
	for _, tt := range []struct {
		src, diff string
		want      []Edit
	}{
		{"a\nb", "@@ -1,2 +1,3 @@\n a\n b\n+c\n", []Edit{{text.At(3), "\nc"}}},
		{"a\nb", "@@ -1,2 +1,2 @@\n-a\n+A\n b\n\\ No newline\n", []Edit{{text.Span{Start: 0, End: 1}, "A"}}},
		{"one\r\ntwo\r\nthree\r\n", "@@ -1,3 +1,4 @@\n one\n-two\n+TWO\n+more\n three\n", []Edit{{text.Span{Start: 5, End: 8}, "TWO\r\nmore"}}},
	} {
		p, r := planAsk(t, tt.src, Diff{Text: tt.diff, File: "f"})
		require.Nil(t, r)
		require.Equal(t, tt.want, p.Edits)
	}
}

func TestDiffIsRefused(t *testing.T) {
	const rows = "x\nx\nx\nx\nx\n"
	for _, tt := range []struct {
		name, src, diff string
		kind            Kind
		says            string
	}{
		{"cut", "a\n", head + "@@ -1,9 +1,9 @@\n a\n-b" + CutMarker, DiffCut, "the diff is cut, ask for the edit itself"},
		{"no diff", "a\n", "I have changed a to b.", DiffBroken, "at least one hunk"},
		{"empty", "a\n", "", DiffBroken, "at least one hunk"},
		{"context differs", "zero\none\ntwo!\nthree\n", head + "@@ -1,2 +1,2 @@\n-one\n+ONE\n two\n", HunkMisfit, "context `two` is `two!` in line 3 of the file"},
		{"context differs in quotes", "it’s\nb\n", head + "@@ -1,2 +1,2 @@\n it's\n-b\n+c\n", HunkMisfit, "it differs in quotation marks"},
		{"behind the end", "a\n", head + "@@ -1,2 +1,2 @@\n a\n-b\n+c\n", HunkMisfit, "removed line `b` is behind the end of the file"},
		{"elsewhere in two places", "p\nx\ny\nx\ny\n", head + "@@ -1,2 +1,2 @@\n x\n-y\n+Y\n", HunkAmbiguous, "lines 2 and 4"},
		{"no numbers and two places", "x\ny\nx\ny\n", head + "@@ @@\n x\n-y\n+Y\n", HunkAmbiguous, "lines 1 and 3"},
		{"no context", "a\nb\n", head + "@@ -1,0 +2 @@\n+x\n", HunkAmbiguous, "nothing shows where it belongs"},
		{"no context at the top", "a\nb\n", head + "@@ -0,0 +1 @@\n+x\n", HunkAmbiguous, "nothing shows where it belongs"},
		{"before and after look the same", rows, head + "@@ -2,2 +2,3 @@\n x\n+x\n x\n", HunkAmbiguous, "before and after"},
		{"text moved and a repeated row", "n\nx\nx\nx\nb\n", head + "@@ -2,1 +2,1 @@\n-x\n+y\n@@ -4,1 +4,1 @@\n-b\n+c\n", HunkAmbiguous, "the text has moved"},
		{"two hunks in one place", "a\nb\n", head + "@@ -1,2 +1,3 @@\n a\n+x\n b\n@@ -1,2 +1,3 @@\n a\n+y\n b\n", HunkMisfit, "hunks 1 and 2"},
		{"one hunk two times", "a\nb\n", head + "@@ -1,2 +1,2 @@\n a\n-b\n+c\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n", HunkMisfit, "hunks 1 and 2"},
		{"half applied", "A\nb\nc\nd\ne\nf\n", head + "@@ -1,2 +1,2 @@\n-a\n+A\n b\n@@ -5,2 +5,2 @@\n e\n-f\n+F\n", HunkMisfit, "has been made already"},
		{"a context line that lost its blank", "a\nb\nc\nd\n", head + "@@ -1,4 +1,4 @@\n a\n-b\n+B\nc\n-d\n+D\n", DiffBroken, "must begin with"},
		{"end without newline in the middle", "a\nb\nc\n", head + "@@ -1,2 +1,2 @@\n a\n-b\n+B\n\\ No newline at end of file\n", HunkMisfit, "but the text goes on"},
		{"end without newline where there is one", "a\nb\n", head + "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n\\ No newline at end of file\n", HunkMisfit, "ends the text in the diff"},
		{"another file", "a\n", "--- a/g\n+++ b/g\n@@ -1 +1 @@\n-a\n+b\n", DiffFile, "it is for 'g'"},
		{"creation over a file", "a\n", "--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+b\n", DiffKind, "creates 'f', which is there already"},
		{"deletion", "a\n", "--- a/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n", DiffKind, "deletes 'f'"},
		{"rename", "a\n", "diff --git a/f b/g\nsimilarity index 90%\nrename from f\nrename to g\n--- a/f\n+++ b/g\n@@ -1 +1 @@\n-a\n+b\n", DiffKind, "renames 'f'"},
		{"rename without a change", "a\n", "diff --git a/f b/g\nsimilarity index 100%\nrename from f\nrename to g\n", DiffKind, "renames 'f'"},
		{"binary", "a\n", "diff --git a/f b/f\nBinary files a/f and b/f differ\n", DiffKind, "is binary"},
		{"merge", "a\n", "--- a/f\n+++ b/f\n@@@ -1 -1 +1 @@@\n--a\n++b\n", DiffBroken, "merge"},
		{"another form", "a\n", "*** Begin Patch\n*** Update File: f\n@@\n-a\n+b\n*** End Patch\n", DiffBroken, "only unified diffs"},
		{"two parts for one file", "a\nb\n", head + "@@ -1 +1 @@\n-a\n+A\n" + head + "@@ -2 +2 @@\n-b\n+B\n", DiffBroken, "one part"},
		{"never fuzzy: case", "A\nb\n", head + "@@ -1,2 +1,2 @@\n a\n-b\n+c\n", HunkMisfit, "letter case"},
		{"never fuzzy: blanks", "a  \nb\n", head + "@@ -1,2 +1,2 @@\n a\n-b\n+c\n", HunkMisfit, "blanks at the end of the line"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, r := planAsk(t, tt.src, Diff{Text: tt.diff, File: "f"})
			require.NotNil(t, r)
			require.Equal(t, tt.kind, r.Kind, r.Error())
			require.Contains(t, r.Error(), tt.says)
		})
	}
}

func TestDiffThatIsAppliedAlready(t *testing.T) {
	for _, tt := range []struct{ name, src, diff string }{
		{"replacement", "a\nB\nc\n", "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n"},
		{"insertion at the top", "x\na\nb\nc\n", "@@ -1,3 +1,4 @@\n+x\n a\n b\n c\n"},
		{"lines added at the end", "a\nb\nc\n", "@@ -1,2 +1,3 @@\n a\n b\n+c\n"},
		{"removal", "a\nc\n", "@@ -1,3 +1,2 @@\n a\n-b\n c\n"},
		{"everything removed", "", "@@ -1,2 +0,0 @@\n-a\n-b\n"},
		{"two hunks", "A\nb\nc\nd\ne\nF\n", "@@ -1,2 +1,2 @@\n-a\n+A\n b\n@@ -5,2 +5,2 @@\n e\n-f\n+F\n"},
		{"on CRLF", "a\r\nB\r\nc\r\n", "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n"},
		{"moved", "n\nn\na\nB\nc\n", "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n"},
		{"last line without an end, CAPE's way", "a\nnew", "@@ -1,2 +1,2 @@\n a\n-old+new"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, r := planAsk(t, tt.src, Diff{Text: head + tt.diff, File: "f"})
			require.Nil(t, r)
			require.True(t, p.AlreadyApplied)
			require.Empty(t, p.Edits)
			require.Equal(t, tt.src, string(p.Result))
		})
	}
}

func TestDiffHeaders(t *testing.T) {
	for _, tt := range []struct{ header, want string }{
		{"--- a/d/x.py\n+++ b/d/x.py\n", "d/x.py"},
		{"--- x.py\n+++ x.py\n", "x.py"},
		{"--- a/x.py\n+++ a/x.py\n", "a/x.py"},
		{"--- a/a/x.py\n+++ b/a/x.py\n", "a/x.py"},
		{"--- x.py.orig\t2026-01-01 00:00:00\n+++ x.py\t2026-01-01 00:00:00\n", "x.py"},
		{"--- x.py\n+++ x.py.new\n", "x.py"},
		{"--- i/x.py\n+++ w/x.py\n", "x.py"},
		{"--- \"a/caf\\303\\251 \\\"1\\\".txt\"\n+++ \"b/caf\\303\\251 \\\"1\\\".txt\"\n", "café \"1\".txt"},
		{"--- a/my file.txt 2026-01-01 00:00:00.123 +0000\n+++ b/my file.txt 2026-01-01 00:00:00.123 +0000\n", "my file.txt"},
		{"--- /dev/null\n+++ b/new.txt\n", "new.txt"},
		{"--- a/x.py\r\n+++ b/x.py\r\n", "x.py"},
	} {
		files, r := parseDiff(tt.header+"@@ -1 +1 @@\n-a\n+b\n", byLF)
		require.Nil(t, r)
		require.Len(t, files, 1)
		require.Equal(t, tt.want, files[0].target(), tt.header)
	}
}

func TestDiffOfSeveralFiles(t *testing.T) {
	const diff = "diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n\ndiff --git a/y b/y\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-c\n+d\n@@ -9 +9 @@\n-e\n+f\n--- a/z\n+++ b/z\n@@ -1,9 +1,9 @@\n-g\n+h\n"
	jobs, r := Diff{Text: diff}.files()
	require.Nil(t, r)
	require.Len(t, jobs, 3)
	for i, want := range []struct{ file, before, after string }{{"x", "a\n", "b\n"}, {"y", "c\n\n\n\n\n\n\n\ne\n", "d\n\n\n\n\n\n\n\nf\n"}, {"z", "g\n", "h\n"}} {
		require.Equal(t, want.file, jobs[i].file)
		p, r := jobs[i].plan(Text{Src: []byte(want.before)})
		require.Nil(t, r)
		require.Equal(t, want.after, string(p.Result))
	}
	_, r = Diff{Text: diff, File: "x"}.files()
	require.NotNil(t, r)
	require.Equal(t, DiffFile, r.Kind)
}

// What CAPE prints for an edit must bring any text to what CAPE has made of it, and must be recognized there.
func TestResultOfCapeIsApplied(t *testing.T) {
	rnd := rand.New(rand.NewSource(5))
	refused := 0
	for round := range rounds() {
		src := foldText(randomText(rnd, 40))
		src = strings.ReplaceAll(src, text.BOM, "")
		want := foldText(strings.ReplaceAll(mixUp(rnd, src), text.BOM, ""))
		diff := Unified("f", src, want)
		p, r := planAsk(t, src, Result{Success: true, File: "f", Diff: diff})
		if r != nil {
			// Only repeated lines may leave two meanings; the text is then left alone.
			require.Equal(t, HunkAmbiguous, r.Kind, "round %d: %q -> %q\n%s\n%v", round, src, want, diff, r)
			refused++
			continue
		}
		if p.AlreadyApplied {
			require.Equal(t, want, string(p.Result), "round %d: %q\n%q", round, src, diff)
			continue
		}
		require.Equal(t, want, string(p.Result), "round %d: %q\n%q", round, src, diff)
		checkPlan(t, src, p)
	}
	require.Less(t, refused, rounds()/20, "two meanings must be rare")
	t.Logf("%d of %d refused", refused, rounds())
}

func TestResultOfCapeOnLineEndsOfWindows(t *testing.T) {
	for _, tt := range []struct{ name, src, before, after, want string }{
		{"CRLF", "a\r\nb\r\nc\r\n", "a\nb\nc\n", "a\nB\nc\n", "a\r\nB\r\nc\r\n"},
		{"last line without an end", "a\r\nold", "a\nold", "a\nnew", "a\r\nnew"},
		{"last line gets an end", "a\r\nold", "a\nold", "a\nold\n", "a\r\nold\r\n"},
		{"last line loses its end", "a\r\nold\r\n", "a\nold\n", "a\nold", "a\r\nold"},
		{"a plus in the last line", "x\na+b", "x\na+b", "x\na+c+d", "x\na+c+d"},
		{"line separator", "one\u2028two\nthree\n", "one\u2028two\nthree\n", "one\u2028TWO\nthree\n", "one\u2028TWO\nthree\n"},
		{"form feeds", "p 1\n\fp 2\n\fp 3\n", "p 1\n\fp 2\n\fp 3\n", "p 1\n\fP 2\n\fp 3\n", "p 1\n\fP 2\n\fp 3\n"},
		{"byte order mark", text.BOM + "a\r\nb\r\n", text.BOM + "a\nb\n", text.BOM + "A\nb\n", text.BOM + "A\r\nb\r\n"},
		{"emptied", "all of it", "all of it", "", ""},
		{"lines put behind the last, which had no end", "a\nb", "a\nb", "a\nb\nc", "a\nb\nc"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, r := planAsk(t, tt.src, Result{Success: true, File: "f", Diff: Unified("f", tt.before, tt.after)})
			require.Nil(t, r)
			require.False(t, p.AlreadyApplied)
			require.Equal(t, tt.want, string(p.Result))
			checkPlan(t, tt.src, p)
			p, r = planAsk(t, tt.want, Result{Success: true, File: "f", Diff: Unified("f", tt.before, tt.after)})
			require.Nil(t, r)
			require.True(t, p.AlreadyApplied)
		})
	}
}

func TestResultIsRefused(t *testing.T) {
	for _, tt := range []struct {
		r    Result
		kind Kind
	}{
		{Result{Success: false, File: "f", Error: "No such file: 'f'"}, AgentFailed},
		{Result{Success: true, File: "f", Diff: head + "@@ -1 +1 @@\n-a\n+b\n", Truncated: true}, DiffCut},
		{Result{Success: true, File: "g", Diff: head + "@@ -1 +1 @@\n-a\n+b\n"}, DiffFile},
	} {
		_, r := planAsk(t, "a\n", tt.r)
		require.NotNil(t, r)
		require.Equal(t, tt.kind, r.Kind)
	}
	p, r := planAsk(t, "a\n", Result{Success: true, File: "f"})
	require.Nil(t, r)
	require.True(t, p.AlreadyApplied, "an empty diff has nothing to do")
	p, r = planAsk(t, "a\n", Result{Success: true, File: "a\nb.txt", Diff: Unified("a\nb.txt", "a\n", "b\n")})
	require.Nil(t, r)
	require.Equal(t, "b\n", string(p.Result), "a name with a line end")
}

func FuzzParseDiff(f *testing.F) {
	for _, s := range []string{"", head + "@@ -1,3 +1,4 @@\n one\n-two\n+TWO\n+more\n three\n", head + "@@ -1 +1 @@\n-old+new", "--- a\f@@ -0,0 +1 @@\n+x\u2028", "diff --git a/x b/x\nrename from x\n@@", "@@ -1 +1 @@\n\\\n", "```diff\n--- \"\\377\"\n+++ /dev/null\n@@\n-\n", head + "@@ -999999999,999999999 +1 @@\n a\n", "@@ @@\n\n\n\n"} {
		f.Add(s, "one\ntwo\nthree\nold")
	}
	f.Fuzz(func(t *testing.T, diff, src string) {
		if !utf8.ValidString(src) {
			return
		}
		for _, a := range []Ask{Diff{Text: diff, File: "f"}, Result{Success: true, File: "f", Diff: diff}} {
			jobs, r := a.files()
			if r != nil {
				continue
			}
			for _, j := range jobs {
				p, r := j.plan(Text{Src: []byte(src)})
				if r == nil {
					checkBytes(t, src, p)
				}
			}
		}
	})
}

// checkBytes holds what is true even when a diff is not UTF-8.
func checkBytes(t *testing.T, src string, p Plan) {
	got, err := p.Apply([]byte(src))
	require.NoError(t, err)
	require.Equal(t, string(p.Result), string(got))
}

func FuzzPlan(f *testing.F) {
	f.Add("a\r\nb\nc\r", "b\nc", "B\r\nC\n", false)
	f.Add(text.BOM+"e\u0301🇫🇷🇩🇪", "🇫🇷", "", true)
	f.Add("aaa\n\n\n", "aa", "a\ra", true)
	f.Add("a\rb\nc", "b", "\n\r", false)
	f.Add("\uf1eb\xe8", "\xab", "", false)
	f.Fuzz(func(t *testing.T, src, old, replacement string, all bool) {
		if !utf8.ValidString(src+"|"+old+"|"+replacement) || old == "" {
			return
		}
		checkRequest(t, src, Request{File: "f", Old: old, New: replacement, All: all})
	})
}

func FuzzUnified(f *testing.F) {
	f.Add("a\nb\n", "a\nB\n")
	f.Add("a\fb\u2028c", "a\fb")
	f.Add("", "x")
	f.Add("x\nx\nx\nx", "x\nx\nx\nx\nx")
	f.Fuzz(func(t *testing.T, before, after string) {
		if !utf8.ValidString(before + "|" + after) {
			return
		}
		diff := Unified("f", before, after)
		require.Equal(t, difflibs(t, before, after), diff)
		require.Equal(t, before == after, diff == "")
		before, after = foldText(before), foldText(after)
		p, r := planAsk(t, before, Result{Success: true, File: "f", Diff: Unified("f", before, after)})
		if r != nil {
			require.Equal(t, HunkAmbiguous, r.Kind, "%q %q %v", before, after, r)
			return
		}
		require.Equal(t, strings.TrimPrefix(after, text.BOM), strings.TrimPrefix(string(p.Result), text.BOM))
	})
}
