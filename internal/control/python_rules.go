package control

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/options"
	"github.com/cape-ls/cape-ls/internal/text"
)

// functionOptions are the options at the top that name functions of the user's modules, as
// "module.function".
var functionOptions = []string{"InitFunction", "CaseFunction", "NamelistFunction"}

// phaseFunctions are those of RunControl: a name, or an object with name and type.
var phaseFunctions = []string{"PrePythonFuncs", "PostPythonFuncs", "WorkerPythonFuncs"}

// functionRules checks functions of modules that lie beside the control file or in PythonPath. Other
// modules may be installed anywhere, so that nothing is said of them.
func (p *pass) functionRules(m runMatrix, top *section, class *options.Class) {
	if p.env.Files == nil {
		return
	}
	dirs, known := p.pythonPath(top, class)
	if !known {
		return
	}
	look := functionLook{p: p, dirs: dirs, aliases: p.sub(top, class, "ModuleNames")}
	for _, option := range functionOptions {
		look.option(top, class, option)
	}
	if rc := class.Options["RunControl"]; rc != nil && rc.Section != nil {
		for _, option := range phaseFunctions {
			look.option(p.sub(top, class, "RunControl"), rc.Section, option)
		}
	}
	look.subsections(m.definitions())
	if opt := class.Options["DataBook"]; opt != nil && opt.Section != nil {
		look.subsections(p.ownSubsections(p.sub(top, class, "DataBook"), opt.Section))
	}
	if value, who := top.get(class, "Modules"); who == own {
		list, _ := texts(value)
		for _, n := range list {
			look.module(n, n.String())
		}
	}
}

// pythonPath returns the folders, relative to the root, in which a user's modules may lie.
func (p *pass) pythonPath(top *section, class *options.Class) (dirs []string, known bool) {
	value, _ := top.get(class, "PythonPath")
	words, ok := wordsOf(value)
	return append([]string{""}, words...), ok && top.complete
}

type functionLook struct {
	p       *pass
	dirs    []string
	aliases *section // ModuleNames: other names for modules
}

// option checks the functions that one option names.
func (l functionLook) option(s *section, class *options.Class, option string) {
	value, who := s.get(class, option)
	if value == nil || who == foreign {
		return
	}
	for _, n := range scalars(value, nil) {
		if n.Kind == capejson.Object {
			if kind := n.Get("type"); kind != nil && !kind.Is("module") {
				continue // a method of CAPE's own classes
			}
			n = n.Get("name")
		}
		if n != nil && n.Kind == capejson.String {
			l.function(n)
		}
	}
}

// subsections checks the function of each run matrix key, or data book component, that has one.
func (l functionLook) subsections(list []subsection) {
	for _, sub := range list {
		if sub.class != nil && sub.class.Options["Function"] != nil {
			l.option(sub.section, sub.class, "Function")
		}
	}
}

func (l functionLook) function(n *capejson.Node) {
	module, function, ok := cutLast(n.String())
	if !ok {
		l.p.found(codeFunction, n.InnerSpan(), fmt.Sprintf("%s must be written module.function: CAPE stops with a ValueError", quote(n.String())))
		return
	}
	file, found := l.module(n, module)
	if !found {
		return
	}
	src, err := l.p.env.Files.ReadFile(file)
	if err != nil || definesName(src, function) {
		return
	}
	span := n.InnerSpan()
	if len(n.String()) == span.Len() {
		span = text.Span{Start: span.End - len(function), End: span.End}
	}
	name := strings.ReplaceAll(module, ".", "/") + ".py"
	if filepath.Base(file) == "__init__.py" {
		name = module
	}
	l.p.found(codeFunction, span, fmt.Sprintf("%s has no function %s: CAPE stops with a NameError", name, function))
}

// module looks for the file of a module. One that is not there may be installed; it is reported only when a
// module in PythonPath has nearly the same name.
func (l functionLook) module(n *capejson.Node, module string) (file string, found bool) {
	if e := l.aliases.entry(nil, module); e != nil && e.value.Kind == capejson.String {
		module = e.value.String()
	}
	base := strings.ReplaceAll(module, ".", "/")
	for _, dir := range l.dirs {
		for _, name := range []string{base + ".py", base + "/__init__.py"} {
			if path, ok := l.p.find(filepath.Join(dir, name)); ok {
				return path, true
			}
		}
		if path, ok := l.p.find(filepath.Join(dir, base)); ok && path != l.p.env.Root {
			return "", false // a package without __init__.py
		}
	}
	if right := l.near(module); right != "" && strings.HasPrefix(n.String(), module) {
		span := n.Source(0, len(module))
		l.p.found(codeFunction, span, fmt.Sprintf("there is no module %s in PythonPath: CAPE stops with a ModuleNotFoundError; did you mean %s?", module, right),
			replaceFix("Change to "+quote(right), span, right, sure))
	}
	return "", false
}

// near returns the module in PythonPath whose name is nearly the same.
func (l functionLook) near(module string) string {
	for _, dir := range l.dirs[1:] {
		path, ok := l.p.find(dir)
		if !ok || path == l.p.env.Root {
			continue
		}
		entries, err := l.p.env.Files.ReadDir(path)
		if err != nil || len(entries) > maxModules {
			continue
		}
		for _, e := range entries {
			if name, ok := strings.CutSuffix(e.Name(), ".py"); ok && len(module) > 2 && typo(module, name) {
				return name
			}
		}
	}
	return ""
}

// maxModules bounds the folders that are searched for a module that may be meant.
const maxModules = 200

func cutLast(s string) (before, after string, ok bool) {
	i := strings.LastIndexByte(s, '.')
	if i < 0 {
		return "", s, false
	}
	return s[:i], s[i+1:], true
}

var starImport = text.Pattern(`(?m)^\s*from\s+\S+\s+import\s+\*`)

// definesName reports whether a module may define a name; a name that stands anywhere in it, or an import
// of everything, is taken for a definition.
func definesName(src []byte, name string) bool {
	return regexp.MustCompile(`\b`+regexp.QuoteMeta(name)+`\b`).Match(src) ||
		starImport().Match(src)
}
