package control

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/options"
)

// surfaceSolvers are those that take the data of a component from the solver by the name, or the number,
// that the configuration file gives it.
var surfaceSolvers = map[string]bool{"pyfun": true, "pycart": true}

// surfaceKinds are the types of data book components that are such parts of the surface. A TriqFM is integrated over
// patches of a surface of its own.
var surfaceKinds = map[string]bool{"FM": true, "IterFM": true, "LineLoad": true}

// surfaceRules: components must be known to the configuration file, which CAPE finds out only when it
// collects data.
func (p *pass) surfaceRules(top *section, class *options.Class) {
	solver := p.env.solver(&capejson.Tree{Root: p.top()})
	if p.env.Files == nil || !surfaceSolvers[solver] || class.Options["Config"] == nil || class.Options["Config"].Section == nil {
		return
	}
	config := p.sub(top, class, "Config")
	file, _ := config.get(class.Options["Config"].Section, "ConfigFile")
	known, name, ok := p.surfaceOf(file)
	if !ok {
		return
	}
	list, who := config.get(class.Options["Config"].Section, "Components")
	nodes, _ := texts(list)
	if solver == "pyfun" {
		if known, ok = p.surfaceOfSolver(known, top, config, class); !ok {
			return
		}
	}
	if who == own {
		for _, n := range nodes {
			p.surfaceRule(n, known, name, "CAPE asks the solver for nothing")
		}
	}
	if solver == "pyfun" && (len(nodes) == 0 || keepsTemplate(config, class)) {
		return // the components are those of the namelist
	}
	p.surfaceOfBook(top, class, known, name)
}

// surfaceOfSolver adds what FUN3D knows components by besides the configuration file: the numbers that Inputs of Config
// gives them, and the names of boundaries. ok is false when these cannot be read.
func (p *pass) surfaceOfSolver(known names, top, config *section, class *options.Class) (all names, ok bool) {
	all.add(known.list...)
	inputs := p.sub(config, class.Options["Config"].Section, "Inputs")
	for _, e := range inputs.entries {
		all.add(e.name)
	}
	if !inputs.complete || class.Options["Mesh"] == nil || class.Options["Mesh"].Section == nil {
		return all, false
	}
	file, _ := p.sub(top, class, "Mesh").get(class.Options["Mesh"].Section, "MapBCFile")
	if file == nil {
		return all, true
	}
	list, ok := texts(file)
	for _, n := range list {
		boundaries, _, readable := p.surfaceOf(n)
		all.add(boundaries.list...)
		ok = ok && readable
	}
	return all, ok
}

// keepsTemplate reports whether components of the namelist stay beside those of Config.
func keepsTemplate(config *section, class *options.Class) bool {
	v, _ := config.get(class.Options["Config"].Section, "KeepTemplateComponents")
	return v != nil && (v.Kind != capejson.Bool || v.Text() == "true")
}

// surfaceOf reads the configuration file.
func (p *pass) surfaceOf(file *capejson.Node) (known names, name string, ok bool) {
	if file == nil || file.Kind != capejson.String {
		return names{}, "", false
	}
	name = file.String()
	path, ok := p.find(name)
	if !ok {
		return names{}, name, false
	}
	src, err := p.env.Files.ReadFile(path)
	if err != nil {
		return names{}, name, false
	}
	known, ok = p.env.Known.surface(path, src)
	return known, name, ok && len(known.list) > 0
}

func (p *pass) surfaceOfBook(top *section, class *options.Class, known names, name string) {
	opt := class.Options["DataBook"]
	if opt == nil || opt.Section == nil {
		return
	}
	book := p.sub(top, class, "DataBook")
	list, who := book.get(opt.Section, "Components")
	nodes, _ := texts(list)
	for _, n := range nodes {
		kind := p.ownKind(book, opt.Section, "FM")
		ids := []*capejson.Node{n}
		home := who
		if e := book.entry(nil, n.String()); e != nil && e.value.Kind == capejson.Object {
			kind, _ = p.kindOf(book, opt.Section, n.String())
			sub, _ := opt.Section.Kinds.For(kind)
			if id, by := p.section(e.value).get(sub, "CompID"); id != nil {
				if ids, _ = texts(id); by == foreign {
					ids = nil
				}
				home = by
			}
		}
		if !surfaceKinds[kind] || home == foreign {
			continue
		}
		for _, id := range ids {
			p.surfaceRule(id, known, name, "CAPE finds no data for it")
		}
	}
}

// surfaceRule looks for one component in the configuration file of that name.
func (p *pass) surfaceRule(n *capejson.Node, known names, file, effect string) {
	said := n.String()
	name := strings.TrimLeft(said, "+-") // one component may be given as the sum of others, less some
	if known.has(name) || name == "" || isPattern(name) || isNumber(name) || name == "entire" {
		return
	}
	span := n.InnerSpan()
	if len(name) < len(said) {
		span = n.Source(len(said)-len(name), len(said))
	}
	p.found(codeSurface, span, fmt.Sprintf("%s is no component of %s: %s", quote(name), file, effect),
		p.changes(name, span, known.list, sure)...)
}

// isNumber tells the number of a component, which may stand in place of its name.
func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// readSurface reads the names of components from a configuration file, in XML or in JSON
// (cape.config.ConfigXML, ConfigJSON), or those of boundaries from a mapbc file. Other forms are not read.
func readSurface(path string, src []byte) (names, bool) {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".xml":
		return surfaceXML(src)
	case ".json":
		tree := capejson.Parse(src)
		if len(tree.Problems) > 0 || len(tree.Includes) > 0 || tree.Root.Kind != capejson.Object {
			return names{}, false
		}
		return surfaceJSON(tree.Root), true
	case ".mapbc":
		return boundaries(src), true
	}
	return names{}, false
}

// boundaries reads the third column of a mapbc file, the names (cape.filecntl.mapbcfile.MapBCFile.Read).
func boundaries(src []byte) names {
	var out names
	for line := range strings.Lines(string(src)) {
		if words := strings.Fields(line); len(words) == 3 && !strings.HasPrefix(line, "!") {
			out.add(words[2])
		}
	}
	return out
}

func surfaceXML(src []byte) (names, bool) {
	var out names
	dec := xml.NewDecoder(bytes.NewReader(src))
	dec.CharsetReader = func(_ string, input io.Reader) (io.Reader, error) { return input, nil }
	for {
		tok, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return out, true
		}
		if err != nil {
			return out, false
		}
		start, ok := tok.(xml.StartElement)
		if !ok || start.Name.Local != "Component" {
			continue
		}
		for _, a := range start.Attr {
			if a.Name.Local == "Name" || a.Name.Local == "Parent" {
				out.add(a.Value)
			}
		}
	}
}

// surfaceJSON takes every name in Tree and Properties, or, without these, in the whole file.
func surfaceJSON(root *capejson.Node) names {
	var out names
	parts := []*capejson.Node{root.Get("Tree"), root.Get("Properties")}
	if parts[0] == nil || parts[1] == nil {
		parts = append(parts, root)
	}
	for _, part := range parts {
		if part == nil || part.Kind != capejson.Object {
			continue
		}
		for i := range part.Members {
			m := &part.Members[i]
			if m.Key != nil {
				out.add(m.Key.String())
			}
			list, _ := texts(m.Value)
			for _, n := range list {
				out.add(n.String())
			}
		}
	}
	return out
}
