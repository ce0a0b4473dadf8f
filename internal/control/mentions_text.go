package control

import (
	"path/filepath"
	"strings"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/options"
	"github.com/cape-ls/cape-ls/internal/text"
)

// dollarOptions are options with $name in their keys and texts, apart from "@expr".
var dollarOptions = map[string]bool{
	"Subfigure.ColorMaps": true, "Subfigure.ContourLevels": true, "Subfigure.Keys": true, "Subfigure.VarSet": true,
}

// isRule reports whether an object is a rule for a value, such as {"@expr": "$mach"}.
func isRule(n *capejson.Node) bool {
	if n.Kind != capejson.Object {
		return false
	}
	for i := range n.Members {
		if k := n.Members[i].Key; k != nil && strings.HasPrefix(k.Text(), `"@`) {
			return true
		}
	}
	return false
}

// rule notes the run matrix keys in a rule for a value, and in the rules inside it.
func (w *walk) rule(n *capejson.Node) {
	expr := func(t *capejson.Node) {
		if t.Kind == capejson.String {
			w.exprs = append(w.exprs, expression{w.file, t, holder{realm: matrixKeys}, true})
		}
	}
	for i := range n.Members {
		m := &n.Members[i]
		switch {
		case m.Key == nil || m.Key.Kind != capejson.String:
		case m.Key.Is("@expr"):
			expr(m.Value)
		case m.Key.Is("@cons"):
			for j := range m.Value.Members {
				if k := m.Value.Members[j].Key; k != nil {
					expr(k)
				}
			}
		case m.Key.Is("key") && m.Value.Kind == capejson.String && n.Get("@map") != nil:
			w.add(holder{realm: matrixKeys}, m.Value, nil)
		}
		w.each(m.Value, "", func(string, *capejson.Node, bool) {})
	}
}

// word is a name in an expression that is not written $name.
var word = text.Pattern(`[A-Za-z_]\w*`)

// expressions returns all that was found, with the run matrix keys in expressions.
func (w *walk) expressions() []mention {
	for _, e := range w.exprs {
		said := e.node.String()
		add := func(start, end int, dollar bool) {
			w.out = append(w.out, mention{holder: e.holder, name: said[start:end], file: e.file,
				span: e.node.Source(start, end), node: e.node, dollar: dollar})
		}
		if e.dollar {
			for _, at := range variable().FindAllStringSubmatchIndex(said, -1) {
				add(at[2], at[3], true)
			}
			continue
		}
		for _, at := range word().FindAllStringIndex(said, -1) {
			add(at[0], at[1], at[0] > 0 && said[at[0]-1] == '$')
		}
	}
	return w.out
}

// matrixFile notes the headings of the columns of the run matrix file. A heading in another spelling, such as
// "Mach" for the key "mach", means the key too.
func (w *walk) matrixFile(top *section, class *options.Class) {
	path, file, ok := w.readMatrixFile(top, class)
	if !ok || file.header == nil {
		return
	}
	src := w.src(path)
	m := w.runMatrix(top, class)
	for i, c := range file.header.cells {
		name := strings.TrimSpace(c.text)
		at := strings.Index(string(c.span.In(src)), name)
		if at < 0 || name == "" {
			continue
		}
		start := c.span.Start + at
		span := text.Span{Start: start, End: start + len(name)}
		if i < len(m.keys) && m.sameColumn(name, m.keys[i]) {
			name = m.keys[i]
		}
		w.out = append(w.out, mention{holder: holder{realm: matrixKeys, rank: outside}, name: name, file: path, span: span})
	}
}

// src returns the text of a file, nil when it cannot be read.
func (p *pass) src(path string) []byte {
	src, _ := p.env.Files.ReadFile(path)
	return src
}

// readMatrixFile reads the run matrix file that the control file names.
func (p *pass) readMatrixFile(top *section, class *options.Class) (path string, file matrix, ok bool) {
	m := p.runMatrix(top, class)
	value, _ := m.section.get(m.class, "File")
	if value == nil || value.Kind != capejson.String {
		return "", matrix{}, false
	}
	path, ok = p.find(value.String())
	if !ok {
		return "", matrix{}, false
	}
	src, err := p.env.Files.ReadFile(path)
	if err != nil || len(src) > maxMatrix {
		return "", matrix{}, false
	}
	return path, readMatrix(src), true
}

// surfaceTag is a component in a Config.xml, and surfaceAttribute a name in it.
var surfaceTag = text.Pattern(`<Component\b[^>]*?>`)

var surfaceAttribute = text.Pattern(`\b(Name|Parent)\s*=\s*"([^"]*)"`)

// maxSurfaces is the size up to which a Config.xml is looked at.
const maxSurfaces = 1 << 20

// surfaceFile notes the components that the file of surfaces names.
func (w *walk) surfaceFile(top *section, class *options.Class) {
	opt := class.Options["Config"]
	if opt == nil || opt.Section == nil || w.env.Files == nil {
		return
	}
	name := "Config.xml"
	if value, _ := w.sub(top, class, "Config").get(opt.Section, "ConfigFile"); value != nil {
		name = value.String()
	}
	path, ok := w.find(name)
	if !ok || filepath.Ext(path) != ".xml" {
		return
	}
	src, err := w.env.Files.ReadFile(path)
	if err != nil || len(src) > maxSurfaces {
		return
	}
	for _, tag := range surfaceTag().FindAllIndex(src, -1) {
		for _, at := range surfaceAttribute().FindAllSubmatchIndex(src[tag[0]:tag[1]], -1) {
			h := holder{realm: components, loose: true}
			if src[tag[0]+at[2]] == 'N' {
				h.rank = outside
			}
			span := text.Span{Start: tag[0] + at[4], End: tag[0] + at[5]}
			w.out = append(w.out, mention{holder: h, name: string(span.In(src)), file: path, span: span})
		}
	}
}
