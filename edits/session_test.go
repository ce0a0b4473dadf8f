package edits

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/repo"
)

// editor stands for an editor: documents with versions, files it can open, and its answers.
type editor struct {
	docs    map[string]Text
	disk    map[string]string
	decline string
	typing  []func() // what the user does before each answer
	changes []Change
}

func newEditor() *editor { return &editor{docs: map[string]Text{}, disk: map[string]string{}} }

func (e *editor) open(name, src string, version int32, dirty bool) {
	e.docs[name] = Text{Src: []byte(src), Version: &version, Dirty: dirty, Saved: []byte(e.disk[name])}
}

func (e *editor) Current(_ context.Context, t Target) (Text, error) {
	if d, ok := e.docs[t.Path]; ok {
		return d, nil
	}
	src, ok := e.disk[t.Path]
	if !ok {
		return Text{}, refuse(Unreadable, "No such file: '%s'", t.File)
	}
	return Text{Src: []byte(src)}, nil
}

func (e *editor) Apply(_ context.Context, c Change) (Applied, error) {
	e.changes = append(e.changes, c)
	if len(e.typing) > 0 {
		e.typing[0]()
		e.typing = e.typing[1:]
	}
	if e.decline != "" {
		return Applied{Reason: e.decline}, nil
	}
	var a Applied
	for _, f := range c.Files {
		d, ok := e.docs[f.Path]
		if ok && (f.Version == nil || *d.Version != *f.Version) {
			return Applied{Reason: "version mismatch"}, nil
		}
		if !ok {
			v := int32(0)
			d = Text{Src: []byte(e.disk[f.Path]), Version: &v}
		}
		next := *d.Version + 1
		d.Src, d.Version, d.Dirty = applyEdits(d.Src, f.Edits), &next, !f.Save
		e.docs[f.Path] = d
		a.Files = append(a.Files, AppliedFile{Saved: f.Save, Version: &next})
	}
	a.OK = true
	return a, nil
}

func (e *editor) session() *Session {
	return &Session{
		Resolve: func(_ context.Context, name string) (Target, error) {
			if name == "secret" {
				return Target{}, fmt.Errorf("File '%s' is not in the edit allow-list", name)
			}
			return Target{Path: name, File: name}, nil
		},
		Texts: e, Door: e, History: &History{}, Now: func() time.Time { return time.Unix(1e9, 0) },
	}
}

func TestOpenDocumentWinsOverTheDisk(t *testing.T) {
	e := newEditor()
	e.disk["open.txt"] = "one\ntwo\nthree\n"
	e.open("open.txt", "zero\none\ntwo!\nthree\n", 2, true)
	s := e.session()
	out := s.Do(context.Background(), Request{File: "open.txt", Old: "three", New: "THREE", Reason: "louder"})
	require.True(t, out[0].Success)
	c := e.changes[0]
	require.Equal(t, "edit_file open.txt", c.Label)
	require.Equal(t, "louder", c.Files[0].Label)
	require.EqualValues(t, 2, *c.Files[0].Version)
	require.Equal(t, "[{{14 19} THREE}]", fmt.Sprint(c.Files[0].Edits))
	require.False(t, c.Files[0].Save, "a dirty document is not saved")
	require.False(t, c.Files[0].Confirm)
	require.EqualValues(t, 3, *out[0].Version)
	require.False(t, out[0].Saved)
	require.Equal(t, "one\ntwo\nthree\n", e.disk["open.txt"])

	out = s.Do(context.Background(), Request{File: "open.txt", Old: "two\nthree", New: "2\n3"})
	require.False(t, out[0].Success)
	out = s.Do(context.Background(), Diff{File: "open.txt", Text: "--- a/open.txt\n+++ b/open.txt\n@@ -1,2 +1,2 @@\n-one\n+ONE\n two\n"})
	require.False(t, out[0].Success)
	require.Equal(t, "context `two` is `two!` in line 3 of the open, unsaved document", out[0].Refusal.Detail)
	require.Len(t, e.changes, 1, "what is refused goes through no door")
}

func TestCleanDocumentIsSaved(t *testing.T) {
	e := newEditor()
	e.disk["closed"] = "a\n"
	e.open("clean", "a\n", 1, false)
	out := e.session().Do(context.Background(), Request{File: "clean", Old: "a", New: "b"}, Request{File: "closed", Old: "a", New: "b"})
	require.True(t, out[0].Saved)
	require.True(t, out[1].Saved)
	require.Len(t, e.changes, 1, "one undo step")
	require.Equal(t, "edit_file in 2 files", e.changes[0].Label)
	require.Nil(t, e.changes[0].Files[1].Version)
	require.True(t, e.changes[0].Files[1].Confirm, "the file is not open")
	require.Equal(t, map[string]any{
		"success": true, "file": "clean", "diff": "--- a/clean\n+++ b/clean\n@@ -1 +1 @@\n-a\n+b\n", "truncated": false,
		"applied": true, "saved": true, "newProblems": []string{}, "version": int32(2), "id": 1,
	}, out[0].Dict())
}

func TestMovedVersionIsPlannedAgainOnce(t *testing.T) {
	e := newEditor()
	e.open("f", "a\nb\n", 1, false)
	e.typing = []func(){func() { e.open("f", "new\na\nb\n", 2, true) }}
	out := e.session().Do(context.Background(), Request{File: "f", Old: "b", New: "B"})
	require.True(t, out[0].Success)
	require.Equal(t, "new\na\nB\n", string(e.docs["f"].Src))
	require.Len(t, e.changes, 2)

	e.typing = []func(){func() { e.open("f", "1\nB\n", 4, true) }, func() { e.open("f", "2\nB\n", 5, true) }, func() { t.Fatal("a third try") }}
	out = e.session().Do(context.Background(), Request{File: "f", Old: "B", New: "C"})
	require.Equal(t, Moved, out[0].Refusal.Kind)
	require.Equal(t, "2\nB\n", string(e.docs["f"].Src))

	e.typing = []func(){func() { e.open("f", "gone\n", 6, true) }}
	out = e.session().Do(context.Background(), Request{File: "f", Old: "B", New: "C"})
	require.Equal(t, NotFound, out[0].Refusal.Kind, "the new text decides")
}

func TestReasonOfTheEditorIsReported(t *testing.T) {
	e := newEditor()
	e.disk["f"] = "a\n"
	e.open("f", "a\n", 1, false)
	e.decline = "the user said no"
	out := e.session().Do(context.Background(), Request{File: "f", Old: "a", New: "b"})
	require.Equal(t, Declined, out[0].Refusal.Kind)
	require.Equal(t, "the user said no", out[0].Refusal.Detail)
	require.Len(t, e.changes, 1, "no second try")
	require.Equal(t, "a\n", e.disk["f"])
	require.Equal(t, false, out[0].Dict()["applied"])
}

func TestSeveralEditsAreAllOrNothing(t *testing.T) {
	e := newEditor()
	e.disk["x"], e.disk["y"] = "a\n", "b\n"
	s := e.session()
	for _, bad := range []Ask{Request{File: "y", Old: "z", New: "q"}, Request{File: "secret", Old: "z", New: "q"}, Request{File: "none", Old: "z", New: "q"}, Result{File: "y", Success: true, Truncated: true}} {
		out := s.Do(context.Background(), Request{File: "x", Old: "a", New: "A"}, bad)
		require.Empty(t, e.changes)
		require.Equal(t, Together, out[0].Refusal.Kind)
		require.NotEqual(t, Together, out[1].Refusal.Kind)
	}
	// Edits of one file follow each other, and are one list of edits of the text before.
	out := s.Do(context.Background(), Request{File: "x", Old: "a\n", New: "a\nb\nc\n"}, Request{File: "x", Old: "b\nc", New: "B\nc"}, Request{File: "x", Old: "a", New: ""})
	require.True(t, out[2].Success)
	require.Len(t, e.changes, 1)
	require.Len(t, e.changes[0].Files, 1)
	require.Equal(t, "\nB\nc\n", string(e.docs["x"].Src))
	require.Equal(t, "--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n", out[1].Diff, "each outcome shows its own edit")
}

func TestResultThatIsAppliedAlreadyChangesNothing(t *testing.T) {
	e := newEditor()
	e.disk["f"] = "a\nB\nc\n"
	e.open("f", "a\nB\nc\n", 7, false)
	out := e.session().Do(context.Background(), Result{Success: true, File: "f", Diff: Unified("f", "a\nb\nc\n", "a\nB\nc\n")})
	require.True(t, out[0].Success)
	require.True(t, out[0].AlreadyApplied)
	require.False(t, out[0].Applied)
	require.True(t, out[0].Saved)
	require.Empty(t, e.changes)
	// A dirty document gets the hunks.
	e.open("f", "mine\na\nb\nc\n", 8, true)
	out = e.session().Do(context.Background(), Result{Success: true, File: "f", Diff: Unified("f", "a\nb\nc\n", "a\nB\nc\n")})
	require.True(t, out[0].Applied)
	require.Equal(t, "mine\na\nB\nc\n", string(e.docs["f"].Src))
}

func TestNewProblemsAreForeseen(t *testing.T) {
	e := newEditor()
	e.open("pyFun.json", "{}", 1, false)
	s := e.session()
	s.Foresee = func(path string, before, after []byte) []string {
		require.Equal(t, "{}", string(before))
		return []string{fmt.Sprintf("this edit makes %s invalid: %s", path, after)}
	}
	out := s.Do(context.Background(), Request{File: "pyFun.json", Old: "}", New: ""})
	require.True(t, out[0].Success, "never blocking")
	require.Equal(t, []string{"this edit makes pyFun.json invalid: {"}, out[0].Dict()["newProblems"])
}

func TestRevert(t *testing.T) {
	e := newEditor()
	e.open("f", "a\r\nb\r\nc\r\nd\r\ne\r\n", 1, false)
	e.disk["g"] = "x\n"
	s := e.session()
	ctx := context.Background()
	out := s.Do(ctx, Request{File: "f", Old: "b\n", New: "B\nB2\n"}, Request{File: "g", Old: "x", New: "y"})
	id := out[0].ID
	entries := s.History.Entries()
	require.Len(t, entries, 1)
	require.Equal(t, time.Unix(1e9, 0), entries[0].Time)
	require.Equal(t, []string{"f", "b\n", "B\nB2\n"}, []string{entries[0].Edits[0].File, entries[0].Edits[0].Old, entries[0].Edits[0].New})
	require.True(t, entries[0].Edits[1].Outcome.Success)

	// The text has gone on elsewhere.
	e.open("f", "new\r\na\r\nB\r\nB2\r\nc\r\nd\r\ne\r\n", 5, true)
	out = s.Revert(ctx, id)
	require.True(t, out[0].Success, "%v", out[0].Refusal)
	require.Equal(t, "new\r\na\r\nb\r\nc\r\nd\r\ne\r\n", string(e.docs["f"].Src))
	require.Equal(t, "x\n", string(e.docs["g"].Src))
	require.Equal(t, fmt.Sprintf("revert edit %d", id), e.changes[1].Label)
	require.Equal(t, NotReversible, s.Revert(ctx, id)[0].Refusal.Kind, "only once")
	require.Equal(t, NotReversible, s.Revert(ctx, 99)[0].Refusal.Kind)

	// A revert is an edit of its own.
	require.True(t, s.Revert(ctx, out[0].ID)[0].Success)
	require.Equal(t, "new\r\na\r\nB\r\nB2\r\nc\r\nd\r\ne\r\n", string(e.docs["f"].Src))
}

func TestRevertIsRefusedWhereTheTextHasChanged(t *testing.T) {
	for _, now := range []string{
		"a\nB!\nc\n",         // the edit itself
		"a\nB\nX\n",          // beside it
		"a\nB\nc\na\nB\nc\n", // two places
		"",                   // nothing left
	} {
		e := newEditor()
		e.open("f", "a\nb\nc\n", 1, false)
		s := e.session()
		id := s.Do(context.Background(), Request{File: "f", Old: "b", New: "B"})[0].ID
		e.open("f", now, 9, true)
		out := s.Revert(context.Background(), id)
		require.Equal(t, NotReversible, out[0].Refusal.Kind, "%q", now)
		require.Equal(t, now, string(e.docs["f"].Src))
	}
}

func TestRevertOfTheSameTextIsExact(t *testing.T) {
	e := newEditor()
	const src = "x\r\nx\nx\rx\n" // no place is unique here, and line ends are mixed
	e.open("f", src, 1, false)
	s := e.session()
	id := s.Do(context.Background(), Request{File: "f", Old: "x", New: "yy", All: true})[0].ID
	require.True(t, s.Revert(context.Background(), id)[0].Success)
	require.Equal(t, src, string(e.docs["f"].Src))
}

func TestPolicies(t *testing.T) {
	v := int32(1)
	closed, clean, dirty := Text{}, Text{Version: &v}, Text{Version: &v, Dirty: true}
	for _, tt := range []struct {
		confirm ConfirmPolicy
		want    []bool
	}{
		{ConfirmAlways, []bool{true, true, true}}, {ConfirmOutsideOpenFiles, []bool{true, false, false}}, {ConfirmNever, []bool{false, false, false}}, {"", []bool{true, false, false}},
	} {
		require.Equal(t, tt.want, []bool{tt.confirm.Needs(closed), tt.confirm.Needs(clean), tt.confirm.Needs(dirty)}, tt.confirm)
	}
	for _, tt := range []struct {
		save SavePolicy
		want []bool
	}{
		{SaveAlways, []bool{true, true, true}}, {SaveWhenClean, []bool{true, true, false}}, {SaveNever, []bool{false, false, false}}, {"", []bool{true, true, false}},
	} {
		require.Equal(t, tt.want, []bool{tt.save.Wants(closed), tt.save.Wants(clean), tt.save.Wants(dirty)}, tt.save)
	}
}

func TestDiskDoor(t *testing.T) {
	root := t.TempDir()
	write := func(name, src string) {
		require.NoError(t, os.WriteFile(filepath.Join(root, name), []byte(src), 0o640))
	}
	read := func(name string) string {
		src, err := os.ReadFile(filepath.Join(root, name))
		require.NoError(t, err)
		return string(src)
	}
	w, err := repo.OpenWriter(root, "")
	require.NoError(t, err)
	defer w.Close()
	resolve := func(_ context.Context, name string) (Target, error) {
		r, err := repo.Resolve(root, root, name)
		return Target{Path: r.Path, File: r.Rel}, err
	}
	s := &Session{Resolve: resolve, Texts: Disk{w}, Door: Disk{w}, History: &History{}}
	write("a", "one\r\ntwo\r\n")
	write("b", "b\n")
	write("latin", "caf\xe9\n")
	ctx := context.Background()
	out := s.Do(ctx, Request{File: "a", Old: "one\ntwo", New: "1\n2"}, Request{File: "b", Old: "b", New: "B"})
	require.True(t, out[0].Success && out[0].Saved && out[0].Applied)
	require.Equal(t, "1\r\n2\r\n", read("a"))
	require.Equal(t, "B\n", read("b"))
	require.True(t, s.Revert(ctx, out[0].ID)[0].Success)
	require.Equal(t, "one\r\ntwo\r\n", read("a"))

	out = s.Do(ctx, Request{File: "latin", Old: "caf", New: "x"})
	require.Equal(t, NotUTF8, out[0].Refusal.Kind)
	require.Equal(t, 3, out[0].Dict()["byte"])
	require.Equal(t, "File 'latin' is not a valid text file", out[0].Refusal.Message)
	out = s.Do(ctx, Request{File: "none", Old: "a", New: "x"})
	require.Equal(t, "No such file: 'none'", out[0].Refusal.Message)
	out = s.Do(ctx, Request{File: ".", Old: "a", New: "x"})
	require.Equal(t, "No such file: '.'", out[0].Refusal.Message)
	require.NoError(t, os.Chmod(filepath.Join(root, "a"), 0o440))
	out = s.Do(ctx, Request{File: "b", Old: "b", New: "q"}, Request{File: "a", Old: "one", New: "x"})
	require.Equal(t, Failed, out[1].Refusal.Kind)
	require.Contains(t, out[1].Refusal.Error(), "Could not write 'a'")
	require.Contains(t, out[1].Refusal.Error(), "read-only")
	require.Equal(t, "b\n", read("b"), "all or nothing")
	// An open document is the editor's.
	v := int32(1)
	_, err = Disk{w}.Apply(ctx, Change{Files: []FileChange{{Target: Target{Path: filepath.Join(root, "b")}, Version: &v}}})
	require.Error(t, err)
}

func FuzzCompose(f *testing.F) {
	f.Add("abcdef", "cd", "XYZ", "bX", "", "f", "gh")
	f.Fuzz(func(t *testing.T, src, old1, new1, old2, new2, old3, new3 string) {
		now := Text{Src: []byte(src)}
		var all []Edit
		for _, r := range []Request{{Old: old1, New: new1, All: true}, {Old: old2, New: new2}, {Old: old3, New: new3, All: true}} {
			p, refusal := PlanRequest(now, r)
			if refusal != nil {
				continue
			}
			all = compose([]byte(src), all, p.Edits)
			now.Src = p.Result
			require.Equal(t, string(now.Src), string(applyEdits([]byte(src), all)))
			for i := 1; i < len(all); i++ {
				require.Less(t, all[i-1].Span.End, all[i].Span.Start)
			}
		}
	})
}

// A diff that makes a new file is refused where the file is not there, and says what to do.
func TestDiffOfANewFileSaysThatItMakesOne(t *testing.T) {
	for _, tc := range []struct {
		name, diff, detail string
	}{
		{"new file", "--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+one\n", "the diff creates this file, which an edit never does; make it, empty, and try again"},
		{"file that is gone", "--- a/new.txt\n+++ b/new.txt\n@@ -1 +1 @@\n-one\n+two\n", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			out := newEditor().session().Do(context.Background(), Diff{Text: tc.diff})
			require.Len(t, out, 1)
			require.NotNil(t, out[0].Refusal)
			require.Equal(t, Unreadable, out[0].Refusal.Kind)
			require.Equal(t, "No such file: 'new.txt'", out[0].Refusal.Message)
			require.Equal(t, tc.detail, out[0].Refusal.Detail)
		})
	}
}
