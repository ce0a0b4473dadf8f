//go:build unix

package repo

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

func put(t *testing.T, name, src string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
	require.NoError(t, os.WriteFile(name, []byte(src), 0o644))
}

// folder is a new folder, links followed, with the files in it.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	root := RealPath(t.TempDir())
	for name, src := range files {
		put(t, filepath.Join(root, name), src)
	}
	return root
}

func writer(t *testing.T, root string) *Writer {
	t.Helper()
	w, err := OpenWriter(root, "")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, w.Close()) })
	return w
}

func content(t *testing.T, name string) string {
	t.Helper()
	src, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(src)
}

// onlyFiles holds that nothing of the writer is left in a folder.
func onlyFiles(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	names := []string{}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	require.ElementsMatch(t, want, names)
}

func replace(name, old, new string) Replacement {
	return Replacement{Path: name, Base: HashOf([]byte(old)), New: []byte(new)}
}

func TestReplaceKeepsWhatAFileIs(t *testing.T) {
	root := folder(t, map[string]string{"d/a": "old\r\n"})
	name := filepath.Join(root, "d/a")
	require.NoError(t, os.Chmod(name, 0o751))
	w := writer(t, root)
	require.NoError(t, w.Replace(replace(name, "old\r\n", "new\r\n")))
	require.Equal(t, "new\r\n", content(t, name))
	info, err := os.Stat(name)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o751), info.Mode().Perm())
	onlyFiles(t, filepath.Join(root, "d"), "a")
	require.NoError(t, w.Replace(replace(name, "new\r\n", "")))
	require.Empty(t, content(t, name))
}

func TestReplaceKeepsTheOwner(t *testing.T) {
	if os.Getuid() != 0 {
		t.Log("only the super user can give files away; the group stays the same")
		return
	}
	root := folder(t, map[string]string{"a": "old"})
	name := filepath.Join(root, "a")
	require.NoError(t, os.Chown(name, 1234, 2345))
	require.NoError(t, writer(t, root).Replace(replace(name, "old", "new")))
	info, err := os.Stat(name)
	require.NoError(t, err)
	require.EqualValues(t, []uint32{1234, 2345}, []uint32{info.Sys().(*syscall.Stat_t).Uid, info.Sys().(*syscall.Stat_t).Gid})
}

func TestReplaceFollowsLinksAndLeavesThem(t *testing.T) {
	root := folder(t, map[string]string{"real/a": "old"})
	link, far := filepath.Join(root, "link"), filepath.Join(root, "dir")
	require.NoError(t, os.Symlink("real/a", link))
	require.NoError(t, os.Symlink(filepath.Join(root, "real"), far)) // absolute links too
	w := writer(t, root)
	require.NoError(t, w.Replace(replace(link, "old", "new")))
	require.NoError(t, w.Replace(replace(filepath.Join(far, "a"), "new", "newer")))
	target, err := os.Readlink(link)
	require.NoError(t, err)
	require.Equal(t, "real/a", target)
	require.Equal(t, "newer", content(t, filepath.Join(root, "real/a")))
	onlyFiles(t, root, "real", "link", "dir")
	onlyFiles(t, filepath.Join(root, "real"), "a")
}

func TestReplaceKeepsHardLinks(t *testing.T) {
	root := folder(t, map[string]string{"a": "old and long"})
	a, b := filepath.Join(root, "a"), filepath.Join(root, "b")
	require.NoError(t, os.Link(a, b))
	w := writer(t, root)
	require.NoError(t, w.Replace(replace(a, "old and long", "new")))
	require.Equal(t, "new", content(t, b), "both names are one file still")
	require.NoError(t, w.Replace(replace(b, "new", "new and longer")))
	require.Equal(t, "new and longer", content(t, a))
	onlyFiles(t, root, "a", "b")
}

func TestReplaceIsRefused(t *testing.T) {
	outside := folder(t, map[string]string{"x": "old"})
	root := folder(t, map[string]string{"a": "old", "ro": "old", "latin": "caf\xe9 menu\nprice 5\n", "d/x": "old"})
	in := func(name string) string { return filepath.Join(root, name) }
	require.NoError(t, os.Chmod(in("ro"), 0o444))
	require.NoError(t, os.Symlink(filepath.Join(outside, "x"), in("out")))
	require.NoError(t, os.Symlink(outside, in("outdir")))
	require.NoError(t, os.Symlink("loop", in("loop")))
	require.NoError(t, os.Symlink("gone", in("dangling")))
	require.NoError(t, syscall.Mkfifo(in("pipe"), 0o644))
	w := writer(t, root)
	for _, tt := range []struct {
		name, base, new string
		kind            WriteKind
		says            string
	}{
		{in("a"), "other", "new", WriteMoved, "has changed"},
		{in("ro"), "old", "new", WriteReadOnly, "chmod u+w"},
		{in("latin"), "caf\xe9 menu\nprice 5\n", "new", WriteNotText, "byte 3 "},
		{in("a"), "old", "a\xff", WriteNotText, "byte 1 "},
		{in("d"), "old", "new", WriteNotRegular, "a folder"},
		{root, "old", "new", WriteNotRegular, "folder"},
		{in("pipe"), "old", "new", WriteNotRegular, "a named pipe"},
		{in("none"), "old", "new", WriteMissing, "must exist"},
		{in("a/b"), "old", "new", WriteMissing, "must exist"},
		{in("none/b"), "old", "new", WriteMissing, "must exist"},
		{in("dangling"), "old", "new", WriteMissing, "must exist"},
		{in("loop"), "old", "new", WriteMissing, "must lead to a file"},
		{in("out"), "old", "new", WriteOutside, "inside the root folder"},
		{in("outdir/x"), "old", "new", WriteOutside, "inside the root folder"},
		{in("../" + filepath.Base(outside) + "/x"), "old", "new", WriteOutside, "inside the root folder"},
		{filepath.Join(outside, "x"), "old", "new", WriteOutside, "inside the root folder"},
		{"/dev/null", "", "new", WriteOutside, "inside the root folder"},
	} {
		err := w.Replace(replace(tt.name, tt.base, tt.new))
		var e *WriteError
		require.ErrorAs(t, err, &e, tt.name)
		require.Equal(t, tt.kind, e.Kind, err)
		require.Equal(t, tt.name, e.Path)
		require.Contains(t, e.Error(), tt.says)
	}
	require.Equal(t, "old", content(t, in("a")))
	require.Equal(t, "old", content(t, filepath.Join(outside, "x")))
	require.Equal(t, "caf\xe9 menu\nprice 5\n", content(t, in("latin")))
	onlyFiles(t, root, "a", "ro", "latin", "d", "out", "outdir", "loop", "dangling", "pipe")
}

func TestDevicesAreRefused(t *testing.T) {
	w := writer(t, "/dev")
	_, err := w.ReadFile("/dev/null")
	var e *WriteError
	require.ErrorAs(t, err, &e)
	require.Equal(t, WriteNotRegular, e.Kind)
	require.Contains(t, err.Error(), "a device")
}

func TestReplaceIsAllOrNothing(t *testing.T) {
	root := folder(t, map[string]string{"a": "a", "b": "b"})
	a, b := filepath.Join(root, "a"), filepath.Join(root, "b")
	w := writer(t, root)
	require.Error(t, w.Replace(replace(a, "a", "A"), replace(b, "other", "B")))
	require.Equal(t, "a", content(t, a))
	require.NoError(t, w.Replace(replace(a, "a", "A"), replace(b, "b", "B")))
	require.Equal(t, "AB", content(t, a)+content(t, b))
	// The second file fails after the first is written: two replacements of one file, of which the second
	// was checked against the text before.
	require.Error(t, w.Replace(replace(a, "A", "1"), replace(b, "B", "2"), replace(b, "B", "3")))
	require.Equal(t, "AB", content(t, a)+content(t, b))
	onlyFiles(t, root, "a", "b")
}

func TestOneFileUnderTwoNamesIsNotWrittenTwice(t *testing.T) {
	root := folder(t, map[string]string{"a": "one\n"})
	a, b := filepath.Join(root, "a"), filepath.Join(root, "b")
	require.NoError(t, os.Link(a, b))
	err := writer(t, root).Replace(
		Replacement{a, HashOf([]byte("one\n")), []byte("two\n")}, Replacement{b, HashOf([]byte("one\n")), []byte("three\n")})
	var w *WriteError
	require.ErrorAs(t, err, &w)
	require.Equal(t, WriteFailed, w.Kind)
	require.Contains(t, err.Error(), "the file is "+a+" under another name")
	require.Equal(t, "one\n", content(t, a))
	onlyFiles(t, root, "a", "b")
}

// TestWhatCannotBeTakenBackIsSaid wants no claim that nothing was changed.
func TestWhatCannotBeTakenBackIsSaid(t *testing.T) {
	root := folder(t, map[string]string{"a": "one\n"})
	w, a := writer(t, root), filepath.Join(root, "a")
	done, err := w.stage(Replacement{a, HashOf([]byte("one\n")), []byte("two\n")})
	require.NoError(t, err)
	defer done.close()
	require.NoError(t, done.commit())
	put(t, a, "somebody else's\n")
	moved := writeError(WriteMoved, filepath.Join(root, "b"), nil, "the file was changed")
	var said *WriteError
	require.ErrorAs(t, w.undo([]*stage{done}, moved), &said)
	require.Equal(t, WriteFailed, said.Kind)
	require.Equal(t, a, said.Path)
	require.Contains(t, said.Error(), "has its new text")
	require.Equal(t, "somebody else's\n", content(t, a))
}

func TestNoLinkSwappedInLeadsOutside(t *testing.T) {
	outside := folder(t, map[string]string{"d/a": "old"})
	root := folder(t, map[string]string{"d/a": "old"})
	d, away := filepath.Join(root, "d"), filepath.Join(root, "away")
	w := writer(t, root)
	stop := make(chan struct{})
	swapped := make(chan error, 1)
	go func() {
		for {
			select {
			case <-stop:
				swapped <- nil
				return
			default:
			}
			err := errors.Join(os.Rename(d, away), os.Symlink(filepath.Join(outside, "d"), d))
			runtime.Gosched()
			if err = errors.Join(err, os.Remove(d), os.Rename(away, d)); err != nil {
				swapped <- err
				return
			}
		}
	}()
	old, done := "old", 0
	for i := range 300 {
		next := fmt.Sprint("text ", i)
		if err := w.Replace(replace(filepath.Join(d, "a"), old, next)); err == nil {
			old = next
			done++
		}
	}
	close(stop)
	require.NoError(t, <-swapped)
	require.Equal(t, "old", content(t, filepath.Join(outside, "d/a")))
	onlyFiles(t, filepath.Join(outside, "d"), "a")
	require.Equal(t, old, content(t, filepath.Join(d, "a")))
	t.Logf("%d of 300 written", done)
}

func TestCleanTempLeavesTheFilesOfOthers(t *testing.T) {
	mine := tempName(tempSuffix)
	dead := strings.Replace(mine, "-"+strconv.Itoa(os.Getpid())+"-", "-999999999-", 1)
	root := folder(t, map[string]string{"a": "a", dead: "x", ".cape-ls-notes.tmp": "x", ".cape-ls-00000000-1-x.tmp": "x"})
	require.NoError(t, os.Mkdir(filepath.Join(root, tempName(tempSuffix)), 0o755))
	held, err := os.OpenFile(filepath.Join(root, mine), os.O_CREATE|os.O_RDWR, 0o600)
	require.NoError(t, err)
	defer held.Close()
	require.Equal(t, locked, lock(held))
	cleaned, err := CleanTemp(root, filepath.Join(root, "no such folder"))
	require.NoError(t, err)
	require.Equal(t, []string{filepath.Join(root, dead)}, cleaned)
	require.NoError(t, held.Close())
	cleaned, err = CleanTemp(root)
	require.NoError(t, err)
	require.Equal(t, []string{filepath.Join(root, mine)}, cleaned, "its owner has gone")
}

func TestCleanTempFinishesAWriteInPlace(t *testing.T) {
	const old, next = "the text before, longer\n", "the new text\n"
	for _, tt := range []struct{ name, now, want string }{
		{"not begun", old, old},
		{"begun", "the newt before, longer\n", next},
		{"written, not cut", next + old[len(next):], next},
		{"done", next, next},
		{"changed by someone since", "something else\n", "something else\n"},
		{"emptied by someone since", "", ""},
	} {
		root := folder(t, map[string]string{"a": tt.now, tempName(journalSuffix): string(journalOf("a", []byte(old), []byte(next)))})
		cleaned, err := CleanTemp(root)
		require.NoError(t, err)
		require.Len(t, cleaned, 1)
		require.Equal(t, tt.want, content(t, filepath.Join(root, "a")), tt.name)
		onlyFiles(t, root, "a")
	}
}

func TestBrokenJournalsDoNothing(t *testing.T) {
	good := string(journalOf("a", []byte("old"), []byte("new")))
	for _, bad := range []string{"", "{}", "{}\n", good[:len(good)-1], good + "x", strings.Replace(good, "old", "odd", 1), string(journalOf("../a", []byte("old"), []byte("new"))), string(journalOf("none", []byte("old"), []byte("new")))} {
		root := folder(t, map[string]string{"a": "nld", tempName(journalSuffix): bad})
		_, err := CleanTemp(root)
		require.NoError(t, err)
		require.Equal(t, "nld", content(t, filepath.Join(root, "a")))
		onlyFiles(t, root, "a")
	}
}

func TestCleanLeftKnowsTheFolders(t *testing.T) {
	state, root := filepath.Join(t.TempDir(), "state"), folder(t, map[string]string{"d/a": "a"})
	cleaned, err := CleanLeft(state)
	require.NoError(t, err)
	require.Empty(t, cleaned, "there is no state yet")
	w, err := OpenWriter(root, state)
	require.NoError(t, err)
	require.NoError(t, w.Replace(replace(filepath.Join(root, "d/a"), "a", "b")))
	left := filepath.Join(root, "d", tempName(tempSuffix))
	put(t, left, "x")
	cleaned, err = CleanLeft(state)
	require.NoError(t, err)
	require.Empty(t, cleaned, "its process lives")
	w.left.file.Close() // as the end of a killed process does
	w.left.file = nil
	cleaned, err = CleanLeft(state)
	require.NoError(t, err)
	require.Equal(t, []string{left}, cleaned)
	onlyFiles(t, state)
	require.NoError(t, w.Close())
}

// TestKilledWriterLeavesWholeFiles kills a process at random moments while it edits two files, one of them
// with a second hard link, until 500 edits are made. After each kill, and what the next start does,
// every file must be whole.
func TestKilledWriterLeavesWholeFiles(t *testing.T) {
	const edits = 500
	state := filepath.Join(t.TempDir(), "state")
	root := folder(t, map[string]string{"d/plain": version("plain", 0), "d/linked": version("linked", 0)})
	require.NoError(t, os.Link(filepath.Join(root, "d/linked"), filepath.Join(root, "d/other")))
	rnd := rand.New(rand.NewSource(1))
	made, kills, dirty := 0, 0, 0
	for made < edits {
		made += editUntilKilled(t, root, state, rnd)
		kills++
		cleaned, err := CleanLeft(state)
		require.NoError(t, err)
		dirty += min(len(cleaned), 1)
		onlyFiles(t, filepath.Join(root, "d"), "plain", "linked", "other")
		for _, name := range []string{"plain", "linked", "other"} {
			src := content(t, filepath.Join(root, "d", name))
			n, err := strconv.Atoi(strings.TrimSuffix(src[strings.LastIndex(src, " ")+1:], "\n"))
			require.NoError(t, err, "%s must end whole: %.80q", name, src)
			require.Equal(t, version(strings.Replace(name, "other", "linked", 1), n), src, "%s after %d edits", name, made)
		}
		require.Equal(t, content(t, filepath.Join(root, "d/linked")), content(t, filepath.Join(root, "d/other")))
	}
	onlyFiles(t, state)
	t.Logf("%d edits, %d kills, %d of them left something to clean", made, kills, dirty)
	require.Positive(t, dirty, "kills must hit edits in the middle")
}

// version is the text of a file after n edits: long, of a length that changes, and marked all through.
func version(name string, n int) string {
	return strings.Repeat(fmt.Sprintf("%s %d\n", name, n), 2000+(n*7919)%4000)
}

// editUntilKilled starts the helper, lets it make some edits, kills it, and returns how many were made.
func editUntilKilled(t *testing.T, root, state string, rnd *rand.Rand) int {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestWriterToBeKilled$")
	cmd.Env = append(os.Environ(), "WRITER_ROOT="+root, "WRITER_STATE="+state)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	lines := bufio.NewScanner(out)
	made := 0
	for range 1 + rnd.Intn(12) {
		require.True(t, lines.Scan(), "the process must go on: %v", lines.Err())
		if strings.HasPrefix(lines.Text(), "edit ") {
			made++
		}
	}
	for range rnd.Intn(40000) { // a moment somewhere in the next edit
		runtime.Gosched()
	}
	require.NoError(t, cmd.Process.Kill())
	rest, _ := io.ReadAll(out)
	made += bytes.Count(rest, []byte("edit "))
	require.Error(t, cmd.Wait(), "it must have been killed")
	return made
}

// TestWriterToBeKilled is the process that the test above kills; by itself it does nothing.
func TestWriterToBeKilled(t *testing.T) {
	root := os.Getenv("WRITER_ROOT")
	if root == "" {
		return
	}
	w, err := OpenWriter(root, os.Getenv("WRITER_STATE"))
	require.NoError(t, err)
	for n := 1; ; n++ {
		for _, name := range []string{"plain", "linked"} {
			file := filepath.Join(root, "d", name)
			require.NoError(t, w.Replace(replace(file, content(t, file), version(name, n))))
			fmt.Println("edit", name, n)
		}
	}
}
