package edits

import (
	"cmp"
	"path"
	"slices"
	"strings"
)

// job is what one ask wants done to one file.
type job struct {
	file     string // as the agent named it
	old, new string // for the history: of a request
	creates  bool   // a diff that begins with no file
	plan     func(Text) (Plan, *Refusal)
}

func (r Request) files() ([]job, *Refusal) {
	return []job{{file: r.File, old: r.Old, new: r.New, plan: func(t Text) (Plan, *Refusal) { return PlanRequest(t, r) }}}, nil
}

func (r Request) reason() string { return r.Reason }

// files reads CAPE's result. Its file is the one in the dictionary; the headers of its diff must agree,
// which also serves names that a header cannot hold, as ones with a line end.
func (r Result) files() ([]job, *Refusal) {
	switch {
	case !r.Success:
		ref := refuse(AgentFailed, "the result says that the agent has edited nothing")
		if r.File != "" {
			ref = refuse(AgentFailed, "the result says that the agent has not edited '%s'", r.File)
		}
		ref.Detail = r.Error
		return nil, ref
	case r.Truncated:
		return nil, cutRefusal()
	case r.Diff == "":
		return []job{{file: r.File, plan: func(t Text) (Plan, *Refusal) {
			return Plan{File: t.File, Base: hashOf(t.Src), Result: t.Src, AlreadyApplied: true}, checkText(t)
		}}}, nil
	}
	if hunks, ok := strings.CutPrefix(r.Diff, "--- a/"+r.File+"\n+++ b/"+r.File+"\n"); ok {
		if _, ref := parseDiff(hunks, byPython); ref != nil {
			return nil, ref
		}
		first := func(fs []FileDiff) *FileDiff { return &fs[0] }
		return []job{{file: r.File, plan: func(t Text) (Plan, *Refusal) { return planReadings(t, first, hunks, true) }}}, nil
	}
	return diffJobs(r.Diff, r.File, true)
}

func (r Result) reason() string { return r.Reason }

func (d Diff) files() ([]job, *Refusal) { return diffJobs(d.Text, d.File, false) }

func (d Diff) reason() string { return d.Reason }

// diffJobs makes one job of every file of a diff. Only is the one file that the diff may be for, if told.
func diffJobs(diff, only string, exact bool) ([]job, *Refusal) {
	files, ref := parseDiff(diff, readings(diff, exact)[0])
	if ref != nil {
		return nil, ref
	}
	var out []job
	for i, f := range files {
		if ref := f.refuseKind(only); ref != nil {
			return nil, ref
		}
		name := f.target()
		switch {
		case name == "" && only == "":
			return nil, refuse(DiffFile, "the diff must name its file in lines that begin with '---' and '+++'")
		case name == "":
			name = only
		case only != "" && !sameFile(name, only):
			ref := refuse(DiffFile, "the diff must be for '%s' only", only)
			ref.Detail = "it is for '" + name + "' too"
			if len(files) == 1 {
				ref.Detail = "it is for '" + name + "'"
			}
			return nil, ref
		case only != "":
			name = only
		}
		if slices.ContainsFunc(out, func(j job) bool { return j.file == name }) {
			// A second part for one file is meant for the text before both; sorting that out is guessing.
			return nil, refuse(DiffBroken, "the diff must have one part for '%s', with all its hunks", name)
		}
		pick := func(fs []FileDiff) *FileDiff {
			if i < len(fs) && fs[i].target() == f.target() {
				return &fs[i]
			}
			return nil
		}
		creates := f.Kind == "creates"
		out = append(out, job{file: name, creates: creates, plan: func(t Text) (Plan, *Refusal) {
			p, ref := planReadings(t, pick, diff, exact)
			if creates && len(t.Src) > markLength(t.Src) && !p.AlreadyApplied {
				return Plan{}, refuse(DiffKind, "the diff creates '%s', which is there already with other text", t.File)
			}
			return p, ref
		}})
	}
	return out, nil
}

// target is the name of the file that a part of a diff is for. Of a file and a copy beside it ("x.orig"),
// it is the file.
func (f FileDiff) target() string {
	switch {
	case f.New == "":
		return f.Old
	case f.Old != "" && strings.HasPrefix(f.New, f.Old):
		return f.Old
	}
	return f.New
}

// refuseKind refuses what is no edit of a text. Headers without a text may name no file; then it is the one
// that the diff is said to be for.
func (f FileDiff) refuseKind(only string) *Refusal {
	switch f.Kind {
	case "", "creates":
		return nil
	}
	what := "a file"
	if name := cmp.Or(f.Old, f.New, only); name != "" {
		what = "'" + name + "'"
	}
	if f.Kind == "is binary" {
		return refuse(DiffKind, "the diff of %s is binary, which is no edit of its text", what)
	}
	r := refuse(DiffKind, "the diff %s %s, which is no edit of its text", f.Kind, what)
	r.Detail = "files are made, moved and removed by the user only"
	return r
}

// sameFile reports whether two names mean the same file as far as names can tell: one may have more
// folders in front.
func sameFile(a, b string) bool {
	a, b = path.Clean(a), path.Clean(b)
	return a == b || strings.HasSuffix(a, "/"+b) || strings.HasSuffix(b, "/"+a)
}
