package control

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/options"
)

// part tells that the file in which findings are made is included by a control file. The control file is
// then seen as CAPE sees it, with all files in their places, but only what stands in the part is `own`.
type part struct {
	path string         // of the part, absolute
	host *capejson.Tree // the control file
	open []string       // the files that lie between, from the control file inwards
}

// top returns the root of the control file.
func (p *pass) top() *capejson.Node {
	if p.part != nil {
		return p.part.host.Root
	}
	return p.tree.Root
}

// Companion is a file that is checked with the control file that names it.
type Companion struct {
	Path    string // absolute
	Matrix  bool   // a run matrix; else an included file
	Members bool   // an included file that holds members without braces
}

// Companions returns the run matrix of a control file and the JSON files that it includes, those that
// exist, each once.
func Companions(tree *capejson.Tree, env Env) []Companion {
	p := newPass(tree, env)
	class := p.classOf()
	if class == nil || class == options.AgentClass() || env.Files == nil {
		return nil
	}
	var out []Companion
	add := func(c Companion) {
		if c.Path == env.Path || !isFile(env.Files, c.Path) ||
			slices.ContainsFunc(out, func(o Companion) bool { return o.Path == c.Path }) {
			return
		}
		out = append(out, c)
	}
	if tree.Root.Kind == capejson.Object {
		m := p.runMatrix(p.section(tree.Root), class)
		if e := m.section.entry(m.class, "File"); e != nil && e.value.Kind == capejson.String {
			if path, ok := p.find(e.value.String()); ok {
				add(Companion{Path: path, Matrix: true})
			}
		}
	}
	for _, at := range p.mounts() {
		if at.name != "" && !filepath.IsAbs(at.name) && !isYAMLName(at.name) {
			add(Companion{Path: p.from(at.name), Members: at.form == bareMembers})
		}
	}
	return out
}

// PartClass returns the options of what stands in a file that a control file includes, nil when they are
// not known.
func PartClass(path string, host *capejson.Tree, env Env) *options.Class {
	p := newPass(host, env)
	for _, m := range p.mounts() {
		if m.inner != nil && p.from(m.name) == path {
			return m.inner
		}
	}
	return nil
}

// CheckPart returns what is wrong in a file that a control file includes, beyond its syntax. Tree is the
// file at path, parsed as a fragment where it stands for members; host and env are those of the control
// file.
func CheckPart(tree *capejson.Tree, path string, host *capejson.Tree, env Env) []diag.Diagnostic {
	return checkPart(tree, part{path: path, host: host}, env)
}

func checkPart(tree *capejson.Tree, at part, env Env) []diag.Diagnostic {
	p := newPass(tree, env)
	p.part = &at
	class := p.env.Options.For(env.solver(at.host))
	p.includeRules()
	mounts := p.mounts()
	done := map[*capejson.Node]bool{}
	for _, m := range mounts {
		if m.inner != nil && m.object == nil && p.from(m.name) == at.path {
			p.options(m.inner, tree.Root, "") // the whole control file
		}
		if m.class == nil || p.from(m.name) != at.path || done[m.object] && m.form == bareMembers {
			continue
		}
		if m.form == bareMembers {
			done[m.object] = true
			p.options(m.class, m.object, "")
			continue
		}
		p.optionsOf(m)
	}
	p.partRules(mounts)
	if p.top().Kind == capejson.Object {
		p.semanticRules(p.section(p.top()), class)
	}
	found := p.done()
	return slices.CompactFunc(found, func(a, b diag.Diagnostic) bool {
		return a.Code == b.Code && a.Span == b.Span && a.Message == b.Message
	})
}

// optionsOf checks a value that stands in a file of its own against the option that it is the value of.
func (p *pass) optionsOf(m mount) {
	if m.key == nil {
		return
	}
	s := p.section(m.object)
	name := m.key.String()
	full := m.class.Full(name)
	e := entry{name: name, key: m.key, value: p.tree.Root, own: own}
	var sub *subsection
	if m.class.Kinds != nil && m.class.Options[full] == nil && e.value.Kind == capejson.Object {
		sub = &subsection{entry: e, section: p.section(e.value)}
		sub.kind, _ = p.kindOf(s, m.class, name)
		sub.class, sub.known = m.class.Kinds.For(sub.kind)
	}
	p.setting(m.class, e, full, sub, "")
}

// maxParts bounds how many included files are checked together with a control file.
const maxParts = 16

// partRules sums up, where a file is included, what is wrong in it.
func (p *pass) partRules(mounts []mount) {
	host := p.tree
	var open []string
	if p.part != nil {
		host, open = p.part.host, append(slices.Clip(p.part.open), p.part.path)
	}
	if p.env.Files == nil || len(open) > 2 {
		return
	}
	checked := map[string][]diag.Diagnostic{}
	for _, m := range mounts {
		path := p.from(m.name)
		if m.in != p.tree.Root || isYAMLName(m.name) || path == p.env.Path || slices.Contains(open, path) {
			continue
		}
		src, ok := p.bytes(m.name)
		if !ok {
			continue
		}
		tree := p.env.Known.tree(path, src, m.form)
		found, again := checked[path]
		if !again {
			if len(checked) == maxParts {
				return
			}
			found = p.partFindings(tree, part{path, host, open})
			checked[path] = found
		}
		p.summary(codeIncludeFaulty, m.span, other{name: m.name, path: path, src: src, found: found})
		p.shape(m, tree)
	}
}

// partFindings is all that is wrong in an included file.
func (p *pass) partFindings(tree *capejson.Tree, at part) []diag.Diagnostic {
	found := slices.Concat(tree.Problems, checkPart(tree, at, p.env))
	// A circle that comes through the file is reported at the include itself.
	found = slices.DeleteFunc(found, func(d diag.Diagnostic) bool { return d.Code == codeIncludeCircle })
	diag.Sort(found)
	return found
}

// shape says when an included file does not hold what is wanted where it is included: both forms are read
// without complaint as files of their own.
func (p *pass) shape(m mount, tree *capejson.Tree) {
	if m.form != bareMembers || len(tree.Problems) > 0 || tree.Root.Kind == capejson.Object {
		return
	}
	p.found(codeIncludeFaulty, m.span, fmt.Sprintf("%s must hold members without braces where it is included: CAPE cannot read this file", m.name))
}
