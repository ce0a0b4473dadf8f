package control

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/options"
	"github.com/cape-ls/cape-ls/internal/repo"
)

// damage writes the bundled facts as the script writes those of an installed CAPE, and leaves parts of them out:
// a CAPE of another year has other options, classes and kinds.
type damage struct {
	r       *rand.Rand
	percent int
	classes map[string]any
}

func (d *damage) lost() bool { return d.r.IntN(100) < d.percent }

func (d *damage) tree(t *testing.T) *options.Tree {
	t.Helper()
	bundled := options.Bundled()
	d.classes = map[string]any{}
	solvers := map[string]any{}
	for _, s := range bundled.Solvers() {
		solvers[s] = map[string]any{"root": d.class(bundled.For(s)), "controlFile": ""}
	}
	src, err := json.Marshal(map[string]any{
		"format": options.DumpFormat, "cape": map[string]any{"path": "/x", "fingerprint": "0"}, "solvers": solvers, "classes": d.classes,
	})
	require.NoError(t, err)
	tree, err := options.ReadDump(src)
	require.NoError(t, err)
	return tree
}

func (d *damage) class(c *options.Class) string {
	if _, ok := d.classes[c.ID]; ok {
		return c.ID
	}
	out, opts := map[string]any{"open": c.Open, "namesFrom": c.NamesFrom}, map[string]any{}
	d.classes[c.ID] = out
	out["options"] = opts
	for _, name := range c.Names() {
		if !d.lost() {
			opts[name] = d.option(c.Options[name])
		}
	}
	if c.AnyKey != nil && !d.lost() {
		out["anyKey"] = d.option(c.AnyKey)
	}
	if k := c.Kinds; k != nil && !d.lost() {
		kinds := map[string]any{}
		for value, class := range k.Map {
			if !d.lost() {
				kinds[value] = d.class(class)
			}
		}
		out["kinds"] = map[string]any{"by": k.By, "map": kinds, "typeAliases": k.TypeAliases, "typeDefaultsToName": k.DefaultsToName}
	}
	return c.ID
}

func (d *damage) option(o *options.Option) map[string]any {
	out := map[string]any{"aliases": o.Aliases, "listDepth": o.ListDepth, "values": o.Values}
	if o.Section != nil && !d.lost() {
		out["section"] = d.class(o.Section)
	}
	var types []string
	for _, t := range o.Types {
		switch {
		case d.lost():
		case t.Class != nil:
			types = append(types, "@"+d.class(t.Class))
		default:
			types = append(types, t.Name)
		}
	}
	out["types"] = types
	if text, ok := o.Default.(string); ok && !d.lost() {
		out["default"] = text
	}
	return out
}

// TestOtherCapes asks everything about every case of this room with trees that lack parts: there may be other
// findings, but no panic, and none outside the file.
func TestOtherCapes(t *testing.T) {
	names, err := filepath.Glob(filepath.Join("..", "..", "testdata", "cases", "control", "*.txtar"))
	require.NoError(t, err)
	require.NotEmpty(t, names)
	var trees []*options.Tree
	for i, percent := range []int{0, 1, 3, 10, 10, 30, 30, 60, 90} {
		trees = append(trees, (&damage{r: rand.New(rand.NewPCG(1, uint64(i))), percent: percent}).tree(t))
	}
	for _, name := range names {
		archive, err := txtar.ParseFile(name)
		require.NoError(t, err)
		dir := t.TempDir()
		for _, f := range archive.Files {
			if !strings.HasPrefix(f.Name, "@") {
				path := filepath.Join(dir, f.Name)
				require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
				require.NoError(t, os.WriteFile(path, []byte(strings.ReplaceAll(string(f.Data), "<|>", "")), 0o644))
			}
		}
		for _, f := range archive.Files {
			if options.SolverOf(filepath.Base(f.Name)) != "" {
				for _, tree := range trees {
					askAll(t, dir, f.Name, tree)
				}
			}
		}
	}
}

func askAll(t *testing.T, dir, name string, facts *options.Tree) {
	path := filepath.Join(dir, name)
	src, err := os.ReadFile(path)
	require.NoError(t, err)
	tree := capejson.Parse(src)
	env := Env{Path: path, Root: dir, Files: repo.Disk, Options: facts}
	for _, d := range Check(tree, env) {
		require.Equal(t, d.Span, d.Span.Clamp(len(src)))
	}
	for at := 0; at <= len(src); at += 1 + len(src)/40 {
		Complete(tree, env, at)
		Hover(tree, env, at)
		Definition(tree, env, at)
		References(tree, env, at)
		_, _, _ = PrepareRename(tree, env, at)
		_, _ = Rename(tree, env, at, "other")
	}
	Colors(tree, env)
	Links(tree, env)
	ControlFiles(repo.Disk, dir, []string{name}, Python{Options: facts})
}
