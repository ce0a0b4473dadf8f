package skills

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/feature"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/text"
)

func seeds(f *testing.F) {
	f.Helper()
	for _, row := range faults {
		f.Add([]byte(row.src))
	}
	for _, s := range []string{
		"", "---", "---\n", "---\n---", "--- name: x\n---", "---\r\rname: x\r---\r", "\ufeff---\nname: &a [*a]\n---\n",
		head + "---\n> - ```\n> x\n\n[a]: <b> 'c'\n[d](e \"f\")[g](<h\n[i]((j)k)\n`l` ``m` n`` <!-- o --> <p q='r'>\n",
	} {
		f.Add([]byte(s))
	}
}

func FuzzParse(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, src []byte) {
		file := Parse(src)
		inFile := func(what string, spans ...text.Span) {
			for _, s := range spans {
				if s.Start < 0 || s.End < s.Start || s.End > len(src) {
					t.Fatalf("%s: span %v outside %d bytes", what, s, len(src))
				}
			}
		}
		fs := file.Fences
		inFile("fences", fs.Open, fs.Close, fs.Front, fs.Body, fs.Late, fs.Cut)
		for _, h := range file.Headings {
			inFile("heading", h.Span)
		}
		for _, b := range file.Blocks {
			inFile("block", b.Open, b.Span)
		}
		for _, l := range file.Links {
			inFile("link", l.Span, l.Target)
			if !inside(l.Target, l.Span) {
				t.Fatalf("target %v outside its link %v", l.Target, l.Span)
			}
		}
		for _, w := range file.Words {
			inFile("word", w.Span)
			if string(w.Span.In(src)) != w.Text {
				t.Fatalf("word %q is %q in the file", w.Text, w.Span.In(src))
			}
		}
		checkFeatures(t, file, inFile)
	})
}

// checkFeatures asks every question of the file, at every offset of a short one.
func checkFeatures(t *testing.T, file *File, inFile func(string, ...text.Span)) {
	t.Helper()
	env := Env{Path: capePath, Root: root, Files: memory{capePath: "", "/r/.agents/skills/x/SKILL.md": whole},
		Skills: []Other{{"x", "/r/.agents/skills/x/SKILL.md"}}, Tools: []string{"forces"}}
	var symbols func([]feature.Symbol, text.Span)
	symbols = func(list []feature.Symbol, outer text.Span) {
		for _, s := range list {
			inFile("symbol", s.Span, s.Select)
			if !inside(s.Select, s.Span) || !inside(s.Span, outer) || s.Name == "" {
				t.Fatalf("symbol %+v in %v", s, outer)
			}
			symbols(s.Children, s.Span)
		}
	}
	symbols(Symbols(file), text.Span{Start: 0, End: len(file.Src)})
	for _, f := range Folding(file) {
		inFile("fold", f.Span)
	}
	end := 0
	for _, tok := range Tokens(file) {
		inFile("token", tok.Span)
		if tok.Span.Start < end || tok.Span.Empty() || strings.ContainsAny(string(tok.Span.In(file.Src)), "\r\n") {
			t.Fatalf("token %+v after %d", tok, end)
		}
		end = tok.Span.End
	}
	for _, i := range InlayHints(file) {
		inFile("inlay", text.At(i.Offset))
	}
	for _, l := range Links(file, env) {
		inFile("link", l.Span)
	}
	after, ok := diag.Apply(file.Src, Format(file))
	if !ok {
		t.Fatal("edits of Format overlap")
	}
	formatted := Parse(after)
	if again := Format(formatted); len(again) > 0 {
		t.Fatalf("Format is not done: %q wants %+v", after, again)
	}
	if was, is := file.YAML.Root.Value().Repr(), formatted.YAML.Root.Value().Repr(); was != is {
		t.Fatalf("Format changed the values: %s became %s", was, is)
	}
	step := max(1, len(file.Src)/40)
	for at := 0; at <= len(file.Src); at += step {
		for _, s := range SelectionRanges(file, at) {
			inFile("selection", s)
		}
		for _, c := range Complete(file, at, env) {
			inFile("completion", c.Replace)
		}
		if h := Hover(file, at, env); h != nil {
			inFile("hover", h.Span)
		}
		Definition(file, at, env)
		References(file, at, env)
		if _, _, ok := PrepareRename(file, at, env); ok {
			fix, err := Rename(file, at, env, "new-name")
			if err == nil {
				if _, ok := diag.Apply(file.Src, fix.Edits); !ok {
					t.Fatal("edits of Rename overlap")
				}
			}
		}
	}
}

func FuzzCheck(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, src []byte) {
		for _, path := range []string{capePath, formatPath} {
			env := envAt(path, string(src), memory{"/r/.agents/skills/run-case/references/a.md": ""})
			file := Parse(src)
			bad := false
			for _, d := range Check(file, env) {
				if d.Span.Start < 0 || d.Span.End < d.Span.Start || d.Span.End > len(src) || d.Message == "" || d.Severity == diag.Off {
					t.Fatalf("%+v", d)
				}
				bad = bad || d.Severity == diag.Error
				for _, fix := range d.Fixes {
					if _, ok := diag.Apply(src, fix.Edits); !ok {
						t.Fatalf("fix %+v does not apply", fix)
					}
				}
			}
			if _, refused := Read(src, path); path == capePath && refused != nil && !bad {
				t.Fatalf("CAPE refuses this and no error says so: %v", refused)
			}
		}
	})
}

func BenchmarkCheck(b *testing.B) {
	paragraph := "Look at `references/limits.md` and [the guide](references/guide.md), then run `run_user_tool` with **two** words.\n\n"
	src := []byte(head + "license: MIT\nallowed-tools: Read Grep\nmetadata:\n  author: someone\n  version: \"1.0\"\n---\n\n# Run\n\n" +
		strings.Repeat("## Step\n\n"+paragraph+"- one item\n- another item\n\n```sh\npyfun -c -I 3\n```\n\n", 26))
	dir := b.TempDir()
	path := filepath.Join(dir, ".agents", "skills", "run-case", "SKILL.md")
	for _, name := range []string{"references/guide.md", "references/limits.md", "SKILL.md"} {
		name = filepath.Join(filepath.Dir(path), filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(name, src, 0o644); err != nil {
			b.Fatal(err)
		}
	}
	env := Env{Path: path, Root: dir, Files: repo.Disk}
	if found := Check(Parse(src), env); len(found) > 0 {
		b.Fatalf("%+v", found)
	}
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		Check(Parse(src), env)
	}
}

// Texts that would take minutes if some step took the square of their length.
func TestHostileTextIsReadAtOnce(t *testing.T) {
	for _, part := range []string{"[", "> ", "1. ", "[a](b", "](x \"", "`a``b", "<!--", "<a ", "\u200b", "[a]: b\n", "- a\n\n", "`scripts/x.py` ", "<a href=\"x.md\">"} {
		src := []byte(head + "---\n\n" + strings.Repeat(part, 60_000/len(part)))
		Check(Parse(src), envAt(capePath, "", nil))
	}
	for _, part := range []string{"\na: b # c", "\nlicence: # c", "\nx: !!y z", "\nx: &a [*a]", "\nx: \t"} {
		src := []byte("---\nname: run-case\ndescription: d\nx: " + strings.Repeat(part, 20_000/len(part)) + "\n---\n\nx\n")
		Check(Parse(src), envAt(capePath, "", nil))
	}
}
