package control

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/allow"
	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/options"
)

// fileOption is an option whose texts are names of files.
type fileOption struct {
	section string // at the top; empty: the option itself is at the top
	option  string
	effect  string // what CAPE does when the file is missing
	// below names the option of the same section that holds the folder the names count from.
	below string
}

const pythonPathEffect = "CAPE finds no modules in this folder"

// fileOptions are the options whose files CAPE reads or copies. For InputCntl and AeroCsh CAPE has
// templates of its own, so that a missing file is no fault.
var fileOptions = []fileOption{
	{"", "Fun3DNamelist", "CAPE cannot open this control file", ""},
	{"", "JobXML", "CAPE cannot open this control file", ""},
	{"", "VarsFile", "CAPE cannot open this control file", ""},
	{"", "OverNamelist", "CAPE goes on without it", ""},
	{"", "RunYAMLFile", "CAPE cannot set up a case", ""},
	{"", "CartInputFile", "CAPE cannot set up a case", ""},
	{"", "RubberDataFile", "CAPE uses a template of its own", ""},
	{"", "TDataFile", "CAPE cannot set up a case", ""},
	{"Config", "ConfigFile", "CAPE knows no components and says nothing", ""},
	{"Config", "RubberDataFile", "CAPE cannot set up a case", ""},
	{"Config", "TDataFile", "CAPE cannot set up a case", ""},
	{"Config", "SpeciesThermoDataFile", "CAPE cannot set up a case", ""},
	{"Config", "KineticDataFile", "CAPE cannot set up a case", ""},
	{"Config", "MovingBodyInputFile", "CAPE goes on without it", ""},
	{"Mesh", "MeshFile", "CAPE makes no mesh and says nothing", ""},
	{"Mesh", "TriFile", "CAPE makes no mesh and says nothing", ""},
	{"Mesh", "MapBCFile", "CAPE goes on without boundary conditions", ""},
	{"Mesh", "ConfigMapBCFile", "CAPE goes on without it", ""},
	{"Mesh", "FauxFile", "CAPE goes on without it", ""},
	{"Mesh", "FreezeFile", "CAPE goes on without it", ""},
	{"Mesh", "CopyFiles", "CAPE does not copy it and says nothing", "ConfigDir"},
	{"Mesh", "LinkFiles", "CAPE does not link it and says nothing", "ConfigDir"},
	{"", "PythonPath", pythonPathEffect, ""},
}

// fileRef is one name of a file in the control file.
type fileRef struct {
	node   *capejson.Node
	code   diag.Code
	effect string
	names  []string // where to look, relative to the folder CAPE runs in
}

// fileRefs lists the files that the control file names.
func (p *pass) fileRefs(top *section, class *options.Class) []fileRef {
	var out []fileRef
	for _, f := range fileOptions {
		s, c := top, class
		if f.section != "" {
			opt := class.Options[f.section]
			if opt == nil || opt.Section == nil {
				continue
			}
			s, c = p.sub(top, class, f.section), opt.Section
		}
		if c.Options[f.option] == nil {
			continue
		}
		e := s.entry(c, f.option)
		if e == nil || e.own == foreign || e.key == nil {
			continue
		}
		list, _ := texts(e.value)
		for i, n := range list {
			effect := f.effect
			if i > 0 && f.section == "" && f.option != "PythonPath" {
				effect = fmt.Sprintf("CAPE cannot set up phase %d", i)
			}
			out = append(out, fileRef{n, codeFile, effect, p.placed(s, c, f.below, n.String())})
		}
	}
	out = append(out, p.renamedFiles(top, class)...)
	return append(out, p.reportFiles(top, class)...)
}

// renamedFiles lists the keys of CopyAsFiles and LinkAsFiles, which are the names of the files before they
// get other names in the folder of a case.
func (p *pass) renamedFiles(top *section, class *options.Class) []fileRef {
	opt := class.Options["Mesh"]
	if opt == nil || opt.Section == nil {
		return nil
	}
	mesh := p.sub(top, class, "Mesh")
	var out []fileRef
	for _, option := range []string{"CopyAsFiles", "LinkAsFiles"} {
		value, who := mesh.get(opt.Section, option)
		if value == nil || value.Kind != capejson.Object || who == foreign || opt.Section.Options[option] == nil {
			continue
		}
		for _, e := range p.section(value).entries {
			if e.key != nil && e.own == own && !strings.HasPrefix(e.name, "@") {
				out = append(out, fileRef{e.key, codeFile, "CAPE stops when it sets up a case", []string{e.name}})
			}
		}
	}
	return out
}

// placed returns the names to look for: those in the folders of another option, then the name itself.
func (p *pass) placed(s *section, class *options.Class, below, name string) []string {
	out := []string{name}
	if below == "" || class.Options[below] == nil {
		return out
	}
	dirs, _ := s.get(class, below)
	words, ok := wordsOf(dirs)
	if !ok {
		// The folder follows from the run matrix.
		return nil
	}
	for _, dir := range words {
		out = append(out, filepath.Join(dir, name))
	}
	return out
}

// fileRules reports files that are missing. Where none of them exists the control file is a copy without
// its repository, and nothing is said.
func (p *pass) fileRules(refs []fileRef) {
	if p.env.Files == nil {
		return
	}
	var missing []fileRef
	found := 0
	for _, r := range refs {
		switch {
		case len(r.names) == 0 || skipName(r.node.String()) || slices.ContainsFunc(r.names, skipName) || p.ignored(r.names):
		case slices.ContainsFunc(r.names, p.exists):
			found++
		default:
			missing = append(missing, r)
		}
	}
	if found == 0 && len(missing) > 1 {
		return
	}
	for _, r := range missing {
		if found == 0 && r.code == codeLayout {
			continue
		}
		what := "file"
		if r.effect == pythonPathEffect {
			what = "folder"
		}
		p.found(r.code, r.node.InnerSpan(), fmt.Sprintf("the %s %s does not exist: %s", what, quote(r.node.String()), r.effect))
	}
}

// ignored tells names that the user does not want to hear of when they are missing (cape.files.ignore).
func (p *pass) ignored(names []string) bool {
	for _, pattern := range p.env.Ignore {
		if slices.ContainsFunc(names, func(name string) bool { return allow.Match(path.Clean(filepath.ToSlash(name)), pattern) }) {
			return true
		}
	}
	return false
}

// includeRules reports files that are included and cannot be.
func (p *pass) includeRules() {
	if p.env.Files == nil {
		return
	}
	for _, inc := range p.tree.Includes {
		if inc.Name == "" || filepath.IsAbs(inc.Name) || strings.ContainsAny(inc.Name, "~$") || p.ignored([]string{inc.Name}) {
			continue // capejson says what is wrong with the name
		}
		if _, ok := p.bytes(inc.Name); !ok {
			message := fmt.Sprintf("the file %s does not exist in the folder that CAPE runs in: CAPE cannot read this file", quote(inc.Name))
			if p.exists(inc.Name) {
				message = fmt.Sprintf("%s must be named from the folder that CAPE runs in, not from this file: CAPE cannot read this file", quote(inc.Name))
			}
			p.found(codeInclude, inc.NameSpan, message)
			continue
		}
		if p.leadsBack(inc.Name, map[string]bool{}) {
			p.found(codeIncludeCircle, inc.NameSpan, fmt.Sprintf("%s must not include itself through other files: CAPE ends with a RecursionError", quote(inc.Name)))
		}
	}
}

// leadsBack follows includes from a file and reports whether they come to the file that is checked, or
// to one met before on the way.
func (p *pass) leadsBack(name string, on map[string]bool) bool {
	at := p.from(name)
	if at == p.env.Path || on[at] {
		return true
	}
	src, ok := p.bytes(name)
	if !ok || len(on) > maxIncludes {
		return false
	}
	on[at] = true
	defer delete(on, at)
	return slices.ContainsFunc(capejson.ParseFragment(src).Includes, func(inc capejson.Include) bool {
		return p.leadsBack(inc.Name, on)
	})
}

// find looks for a file that is named in the control file: from the folder that CAPE runs in, then from
// that of the control file.
func (p *pass) find(name string) (path string, ok bool) {
	if p.env.Files == nil || name == "" {
		return "", false
	}
	tries := []string{name}
	if !filepath.IsAbs(name) {
		tries = []string{filepath.Join(p.env.Root, name), filepath.Join(filepath.Dir(p.env.Path), name)}
	}
	for _, try := range tries {
		if _, err := p.env.Files.Stat(try); err == nil {
			return try, true
		}
	}
	return "", false
}

func (p *pass) exists(name string) bool {
	_, ok := p.find(name)
	return ok
}

// skipName tells names that nobody can look for here: absolute ones belong to another machine as a rule,
// and those with patterns or place-holders are filled in by CAPE.
func skipName(name string) bool {
	return name == "" || filepath.IsAbs(name) || strings.ContainsAny(name, "*?[]{}%$~")
}
