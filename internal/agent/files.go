package agent

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/cape-ls/cape-ls/internal/allow"
	"github.com/cape-ls/cape-ls/internal/pytext"
	"github.com/cape-ls/cape-ls/internal/repo"
)

// Limits of read_file (cape.agent.skills.fileread).
const (
	maxReadBytes = 2 << 20
	maxReadLines = 2000
	headLines    = 1500
	tailLines    = 500
)

// resolve finds the file an argument names. One of the three results says how it went: the file, CAPE's
// answer, or a *Raised.
func (s *Session) resolve(a arguments, key string) (repo.Resolved, Result, error) {
	name, _ := a.text(key)
	if name == "" {
		return repo.Resolved{}, failure("'%s' must be a nonempty string", key), nil
	}
	r, err := repo.Resolve(s.Root, s.Cwd, name)
	if bad := (*repo.NameError)(nil); errors.As(err, &bad) {
		if bad.Raises != "" {
			return r, nil, &Raised{bad.Raises, bad.Text}
		}
		return r, Result{"success": false, "error": bad.Text}, nil
	}
	return r, nil, err
}

// regular answers CAPE's "No such file" unless path is a regular file or an open document.
func regular(files repo.Files, r repo.Resolved) (fs.FileInfo, Result) {
	info, err := files.Stat(r.Path)
	if err != nil || !info.Mode().IsRegular() {
		return nil, failure("No such file: '%s'", r.Rel)
	}
	return info, nil
}

// read returns the text of a file as bytes that are valid UTF-8, or CAPE's answer.
func read(files repo.Files, r repo.Resolved) ([]byte, Result) {
	src, err := files.ReadFile(r.Path)
	if err != nil {
		return nil, failure("Could not read '%s': %s", r.Rel, osReason(err))
	}
	if !utf8.Valid(src) {
		return nil, failure("File '%s' is not a valid text file", r.Rel)
	}
	return src, nil
}

// osReason is the text that Python prints of an OSError: "Permission denied".
func osReason(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	reason := err.Error()
	if reason == "" {
		return reason
	}
	return strings.ToUpper(reason[:1]) + reason[1:]
}

func readFile(_ context.Context, s *Session, a arguments) (Result, error) {
	r, bad, err := s.resolve(a, "fname")
	if bad != nil || err != nil {
		return bad, err
	}
	files := s.Workspace.Snapshot()
	info, bad := regular(files, r)
	if bad != nil {
		return bad, nil
	}
	if info.Size() > maxReadBytes {
		return failure("File '%s' is too large to read (%d bytes > 2 MB limit)", r.Rel, info.Size()), nil
	}
	src, bad := read(files, r)
	if bad != nil {
		return bad, nil
	}
	lines := pytext.SplitLines(string(pytext.Universal(src)))
	return Result{
		"success": true, "file": r.Rel, "n_lines": len(lines), "truncated": len(lines) > maxReadLines,
		"content": numbered(lines),
	}, nil
}

// numbered puts a number before each line; the middle of a long file is left out.
func numbered(lines []string) string {
	out := make([]string, 0, min(len(lines), maxReadLines+1))
	for i, line := range lines {
		if len(lines) > maxReadLines {
			if i == headLines {
				out = append(out, fmt.Sprintf("... [%d lines omitted] ...", len(lines)-maxReadLines))
			}
			if i >= headLines && i < len(lines)-tailLines {
				continue
			}
		}
		out = append(out, fmt.Sprintf("%d: %s", i+1, line))
	}
	return strings.Join(out, "\n")
}

func registerFile(_ context.Context, s *Session, a arguments) (Result, error) {
	r, bad, err := s.resolve(a, "fname")
	if bad != nil || err != nil {
		return bad, err
	}
	return Result{"success": true, "path": r.Path, "file": r.Rel, "added": s.register(r.Rel)}, nil
}

// register adds a name to the session's allow-list and says whether it is new.
func (s *Session) register(rel string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if slices.Contains(s.registered, rel) {
		return false
	}
	s.registered = append(s.registered, rel)
	return true
}

// Registered returns the files that were registered in this session.
func (s *Session) Registered() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.registered)
}

func listEditable(_ context.Context, s *Session, _ arguments) (Result, error) {
	list := s.allowList()
	root := repo.RealPath(s.Root)
	files := []string{}
	byEntry := make([][]string, len(list.Entries))
	for i, e := range list.Entries {
		if e.NotText != "" {
			return nil, &Raised{"TypeError", joinError(e.NotText)}
		}
		for _, name := range repo.GlobFiles(pythonJoin(root, e.Pattern)) {
			files = append(files, repo.Relative(root, name))
			byEntry[i] = append(byEntry[i], name)
		}
	}
	slices.Sort(files)
	out := Result{
		"success": true, "rootdir": root, "patterns": list.Patterns(), "files": slices.Compact(files),
		"cntl_files": normalized(s.controlFiles()), "skill_files": normalized(s.Registered()),
	}
	if s.Detailed {
		s.detailEditable(out, list, byEntry)
	}
	return out, nil
}

func joinError(typeName string) string {
	return "join() argument must be str, bytes, or os.PathLike object, not '" + typeName + "'"
}

// pythonJoin is os.path.join: an absolute second part replaces the first.
func pythonJoin(dir, name string) string {
	if strings.HasPrefix(name, "/") {
		return name
	}
	return strings.TrimSuffix(dir, "/") + "/" + name
}

func normalized(names []string) []string {
	out := make([]string, 0, len(names))
	for _, n := range names {
		out = append(out, allow.Normalize(n))
	}
	return out
}

// allowList is the effective list now: the control file is looked up each time, as CAPE does.
func (s *Session) allowList() allow.List {
	entries := make([]allow.Entry, 0, len(s.Allow))
	for _, v := range s.Allow {
		e := allow.Entry{Source: allow.Option}
		if p, ok := v.(string); ok {
			e.Pattern = p
		} else {
			e.NotText = pythonType(v)
		}
		entries = append(entries, e)
	}
	return allow.New(entries, s.controlFiles(), s.Registered())
}

// whyEditable answers "may this file be edited, and why?" for people.
func whyEditable(_ context.Context, s *Session, a arguments) (Result, error) {
	r, bad, err := s.resolve(a, "fname")
	if bad != nil || err != nil {
		return bad, err
	}
	list := s.allowList()
	v, err := list.Verdict(r.Rel)
	if err != nil {
		return nil, &Raised{"TypeError", err.Error()}
	}
	out := Result{"success": true, "file": r.Rel, "editable": v.Allowed, "why": s.explain(list, r.Rel)}
	if v.Allowed {
		out["pattern"], out["source"] = v.By.Pattern, string(v.By.Source)
	}
	return out, nil
}
