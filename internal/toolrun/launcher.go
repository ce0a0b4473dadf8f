package toolrun

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/cape-ls/cape-ls/internal/text"
)

// headSize is how much of a launcher is read; those that pip, conda and uv write are shorter.
const headSize = 2 << 10

func readHead(path string) []byte {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	head, err := io.ReadAll(io.LimitReader(f, headSize))
	if err != nil {
		return nil
	}
	return head
}

func realPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// launcherPython reads which interpreter a Python program is started with, without running it. Programs of
// an environment begin with "#!/env/bin/python3"; where that path is too long for the system, or has a space
// in it, with "#!/bin/sh" and a line that executes the interpreter. A launcher of another form (on Windows)
// tells nothing.
func launcherPython(launcher string, l Lookups) []string {
	head := l.ReadHead(launcher)
	if !bytes.HasPrefix(head, []byte("#!")) {
		return nil
	}
	first, rest, _ := bytes.Cut(head[2:], []byte("\n"))
	words := strings.Fields(string(first))
	if len(words) == 0 {
		return nil
	}
	switch name := filepath.Base(words[0]); {
	case pythonName().MatchString(name):
		return words[:1]
	case name == "env":
		for _, w := range words[1:] {
			// Options ("-S") and variables ("A=b") stand before the program.
			if !strings.HasPrefix(w, "-") && !strings.Contains(w, "=") {
				if pythonName().MatchString(filepath.Base(w)) {
					return []string{w}
				}
				return nil
			}
		}
	case name == "sh" || name == "bash":
		return executed(string(rest), launcher, l)
	}
	return nil
}

var (
	pythonName = text.Pattern(`^python[0-9.]*$`)
	// execLine finds the program in: '''exec' "/a b/python" "$0" "$@", and in: exec '/a/python' "$0" "$@".
	// The words around a quoted part belong to it, as they do in a shell.
	execLine = text.Pattern(`(?m)^\s*(?:''')?exec'?\s+((?:"\$\((?:[^()]|\([^()]*\))*(?:\([^()]*\)[^()]*)*\)"|"[^"\n]*"|'[^'\n]*'|[^\s"'])+)`)
)

// executed returns the interpreter that a shell launcher executes. A path that the shell works out, from
// where the launcher is, stands for the interpreter beside it.
func executed(script, launcher string, l Lookups) []string {
	m := execLine().FindStringSubmatch(script)
	if m == nil {
		return nil
	}
	word := strings.NewReplacer(`"`, "", "'", "").Replace(m[1])
	name := word[strings.LastIndexByte(word, '/')+1:]
	if !pythonName().MatchString(name) {
		return nil
	}
	if strings.ContainsAny(word, "$`") {
		return []string{filepath.Join(filepath.Dir(l.RealPath(launcher)), name), filepath.Join(filepath.Dir(launcher), name)}
	}
	return []string{word}
}
