package control

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/options"
)

// runMatrix is what the control file says of its run matrix.
type runMatrix struct {
	section *section
	class   *options.Class
	keys    []string
	// known: the keys are all there. Without Keys CAPE takes its defaults.
	known bool
	defns *section
}

func (p *pass) runMatrix(top *section, class *options.Class) runMatrix {
	opt := class.Options["RunMatrix"]
	if opt == nil || opt.Section == nil {
		return runMatrix{section: &section{}, defns: &section{}}
	}
	m := runMatrix{section: p.sub(top, class, "RunMatrix"), class: opt.Section}
	m.defns = p.sub(m.section, m.class, "Definitions")
	keys, _ := m.section.get(m.class, "Keys")
	m.keys, m.known = wordsOf(keys)
	m.known = m.known && m.section.complete
	if keys == nil {
		def, _ := m.class.Options["Keys"].Default.([]any)
		for _, v := range def {
			if s, ok := v.(string); ok {
				m.keys = append(m.keys, s)
			}
		}
	}
	return m
}

// column returns what a run matrix key holds: "float", "str" and so on, and whether a missing value has a
// default of its own.
func (m runMatrix) column(key string) (kind string, hasDefault bool) {
	kinds := m.class.Options["Definitions"].Section.Kinds
	by := key
	var defn *capejson.Node
	if e := m.defns.entry(nil, key); e != nil && e.value.Kind == capejson.Object {
		defn = e.value
		if t := defn.Get(kinds.By); t != nil && t.Kind == capejson.String {
			by = t.String()
		}
	}
	class, _ := kinds.For(by)
	kind, _ = class.Options["Value"].Default.(string)
	if defn != nil {
		s := (&pass{}).section(defn)
		if v, _ := s.get(class, "Value"); v != nil && v.Kind == capejson.String {
			kind = v.String()
		}
		hasDefault = defn.Get("Default") != nil
	}
	return kind, hasDefault
}

// matrixRules checks RunMatrix: its file, its columns, its values.
func (p *pass) matrixRules(m runMatrix) {
	p.valuesRule(m)
	p.definitionsRule(m)
	e := m.section.entry(m.class, "File")
	if e == nil || e.key == nil || e.value.Kind != capejson.String || p.env.Files == nil || m.section.own == foreign {
		return
	}
	name := e.value.String()
	path, ok := p.find(name)
	if !ok {
		if !skipName(name) {
			p.found(codeMatrixFile, e.value.InnerSpan(), fmt.Sprintf(
				"the run matrix file %s does not exist: CAPE finds no cases and says nothing", quote(name)))
		}
		return
	}
	src, err := p.env.Files.ReadFile(path)
	if err != nil || !m.known || len(m.keys) == 0 || len(src) > maxMatrix {
		return
	}
	p.matrixFileRules(m, e, path, readMatrix(src))
}

// maxMatrix is the size up to which a run matrix file is looked at.
const maxMatrix = 4 << 20

// maxPlaces bounds how many lines of a run matrix file one finding points to.
const maxPlaces = 10

// matrixFileRules compares the lines of the run matrix file with Keys. Findings stand at File in the control
// file and point to the lines.
func (p *pass) matrixFileRules(m runMatrix, e *entry, path string, file matrix) {
	p.headerRule(m, e, path, file.header)
	kinds := make([]string, len(m.keys))
	required := 0
	for i, key := range m.keys {
		kind, hasDefault := m.column(key)
		kinds[i] = kind
		if kind != "str" && !hasDefault {
			required = i + 1
		}
	}
	look := matrixLook{m: m, path: path, kinds: kinds, required: required, seen: map[string]row{}}
	for _, r := range file.cases {
		look.row(r)
	}
	p.rows(codeMatrixRow, e, look.long, ": CAPE drops the rest")
	p.rows(codeMatrixRow, e, look.short, ": CAPE takes 0 for a missing number")
	p.rows(codeMatrixValue, e, look.bad, ": CAPE cannot read the run matrix")
	p.rows(codeMatrixDouble, e, look.double, ": the cases share one folder")
}

// matrixLook goes through the cases of a run matrix file and keeps what is wrong, by kind.
type matrixLook struct {
	m        runMatrix
	path     string
	kinds    []string // of the columns
	required int      // how many columns need a value
	seen     map[string]row

	long, short, bad, double []diag.Related
}

func (l *matrixLook) row(r row) {
	n, keys := len(r.cells), l.m.keys
	if n > len(keys) && r.cells[n-1].text == "" {
		n-- // a comma at the end of a full line
	}
	if n > len(keys) {
		l.long = append(l.long, diag.Related{Path: l.path, Span: r.cells[len(keys)].span, Message: fmt.Sprintf(
			"line %d of the run matrix file must not have more than %d values, one for each of Keys", r.no, len(keys))})
	}
	if n < l.required {
		l.short = append(l.short, diag.Related{Path: l.path, Span: r.line, Message: fmt.Sprintf(
			"line %d of the run matrix file must have a value for %s", r.no, strings.Join(keys[n:l.required], ", "))})
	}
	var id strings.Builder
	for i := range min(n, len(keys)) {
		c := r.cells[i]
		if !numberFits(l.kinds[i], c.text) {
			l.bad = append(l.bad, diag.Related{Path: l.path, Span: c.span, Message: fmt.Sprintf(
				"line %d of the run matrix file must have a %s for %s, not %s", r.no, numberWord(l.kinds[i]), keys[i], quote(c.text))})
		}
		id.WriteString(c.text + "\x00")
	}
	if before, ok := l.seen[id.String()]; ok {
		l.double = append(l.double, diag.Related{Path: l.path, Span: r.line, Message: fmt.Sprintf(
			"line %d of the run matrix file must not repeat line %d", r.no, before.no)})
		return
	}
	l.seen[id.String()] = r
}

// rows makes one finding of all places of one kind; it has the words of the first.
func (p *pass) rows(code diag.Code, e *entry, places []diag.Related, effect string) {
	if len(places) == 0 {
		return
	}
	message := places[0].Message
	if len(places) > 1 {
		message += fmt.Sprintf(" (and %d more)", len(places)-1)
	}
	p.found(code, e.value.InnerSpan(), message+effect).Related = places[:min(len(places), maxPlaces)]
}

func numberWord(kind string) string {
	if kind == "int" {
		return "whole number"
	}
	return "number"
}

// headerRule compares the comment with the names of columns to Keys; CAPE itself goes by place only.
func (p *pass) headerRule(m runMatrix, e *entry, path string, header *row) {
	if header == nil {
		return
	}
	cells := header.cells
	for len(cells) > 0 && cells[len(cells)-1].text == "" {
		cells = cells[:len(cells)-1]
	}
	wrong, names := -1, 0
	var places []diag.Related
	for i, c := range cells {
		known := m.hasColumn(c.text)
		if known {
			names++
		}
		if i >= len(m.keys) || m.sameColumn(c.text, m.keys[i]) {
			continue
		}
		places = append(places, diag.Related{Path: path, Span: c.span, Message: "Keys has " + quote(m.keys[i]) + " here"})
		// A column that Keys has elsewhere is the worst of them: its values go to another key.
		if wrong < 0 || known && !m.hasColumn(cells[wrong].text) {
			wrong = i
		}
	}
	// A comment that is no header has few of the names.
	if wrong < 0 || 2*names <= len(cells) || len(cells) > len(m.keys)+1 {
		return
	}
	d := p.found(codeMatrixColumns, e.value.InnerSpan(), fmt.Sprintf(
		"column %d of the run matrix file is headed %s but Keys has %s there: CAPE goes by place, not by the heading",
		wrong+1, quote(cells[wrong].text), quote(m.keys[wrong])))
	d.Related = places[:min(len(places), maxPlaces)]
}

func (m runMatrix) hasColumn(heading string) bool {
	return slices.ContainsFunc(m.keys, func(k string) bool { return m.sameColumn(heading, k) })
}

// sameColumn reports whether a heading and a key mean the same: "Mach" and "mach", "aoa" and "alpha".
func (m runMatrix) sameColumn(heading, key string) bool {
	if strings.EqualFold(heading, key) {
		return true
	}
	aliases := m.class.Options["Definitions"].Section.Kinds.TypeAliases
	canonical := func(s string) string {
		if full, ok := aliases[s]; ok {
			return full
		}
		return s
	}
	return canonical(heading) == canonical(key)
}

// valuesRule: lists in Values must have one length.
func (p *pass) valuesRule(m runMatrix) {
	values := p.sub(m.section, m.class, "Values")
	var first *entry
	for i := range values.entries {
		e := &values.entries[i]
		if e.value.Kind != capejson.Array {
			continue
		}
		if first == nil || len(first.value.Items) <= 1 {
			first = e
			continue
		}
		if len(e.value.Items) != len(first.value.Items) && e.key != nil {
			d := p.found(codeMatrixLength, e.value.Span, fmt.Sprintf("%s must have as many values as %s: %d, not %d; CAPE cannot read the run matrix",
				e.name, first.name, len(first.value.Items), len(e.value.Items)))
			if first.key != nil {
				d.Related = []diag.Related{{Span: first.value.Span, Message: fmt.Sprintf("%d values", len(first.value.Items))}}
			}
		}
	}
}

// definitionsRule: a definition of a key that is not used says nothing.
func (p *pass) definitionsRule(m runMatrix) {
	if !m.known || len(m.keys) == 0 {
		return
	}
	used := make(map[string]bool, len(m.keys))
	for _, k := range m.keys {
		used[k] = true
	}
	for _, e := range m.defns.entries {
		if e.key == nil || e.name == "Default" || used[e.name] {
			continue
		}
		var fixes []diag.Fix
		if near := p.close(e.name, m.keys); len(near) > 0 {
			fixes = append(fixes, renameFix(e.key, near[0], maybe))
		}
		p.found(codeKeyUndefined, e.key.Span, fmt.Sprintf("%s is not in Keys: CAPE does not use this definition", quote(e.name)), fixes...)
	}
}
