package control

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/cape-ls/cape-ls/internal/capejson"
)

// benchAt asks a question at a text in a control file of the usual size.
func benchAt(b *testing.B, at string, ask func(*capejson.Tree, Env, int)) {
	src := controlOf12kB()
	tree := capejson.Parse(src)
	env := Env{Path: filepath.Join(b.TempDir(), "pyFun.json"), Root: b.TempDir()}
	offset := strings.LastIndex(string(src), at) + 2
	b.ReportAllocs()
	for b.Loop() {
		ask(tree, env, offset)
	}
}

func BenchmarkCompleteName12kB(b *testing.B) {
	benchAt(b, `"comp59"`, func(t *capejson.Tree, e Env, at int) { Complete(t, e, at) })
}

func BenchmarkHover12kB(b *testing.B) {
	benchAt(b, `"comp59"`, func(t *capejson.Tree, e Env, at int) { Hover(t, e, at) })
}

func BenchmarkRename12kB(b *testing.B) {
	benchAt(b, `"s0"`, func(t *capejson.Tree, e Env, at int) {
		if _, err := Rename(t, e, at, "other"); err != nil {
			b.Fatal(err)
		}
	})
}
