package control

import (
	"fmt"
	"slices"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/options"
)

// runMatrix is what the control file says of its run matrix.
type runMatrix struct {
	section *section
	class   *options.Class
	keys    []string
	has     map[string]bool // the same keys
	// known: the keys are all there. Without Keys CAPE takes its defaults.
	known bool
	defns *section
	// values is what Values has, in the place of columns.
	values *section
	pass   *pass
}

// definitions returns the entries of Definitions that are of use and stand in the file that is checked.
func (m runMatrix) definitions() []subsection {
	if m.class == nil {
		return nil
	}
	all := m.pass.ownSubsections(m.defns, m.class.Options["Definitions"].Section)
	for i := range all {
		if !m.has[all[i].name] {
			return slices.DeleteFunc(slices.Clone(all), func(sub subsection) bool { return !m.has[sub.name] })
		}
	}
	return all
}

func (p *pass) runMatrix(top *section, class *options.Class) runMatrix {
	opt := class.Options["RunMatrix"]
	if opt == nil || opt.Section == nil {
		return runMatrix{section: &section{}, defns: &section{}, values: &section{}, pass: p}
	}
	m := runMatrix{section: p.sub(top, class, "RunMatrix"), class: opt.Section, pass: p}
	m.defns = p.sub(m.section, m.class, "Definitions")
	m.values = p.sub(m.section, m.class, "Values")
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
	m.has = make(map[string]bool, len(m.keys))
	for _, key := range m.keys {
		m.has[key] = true
	}
	return m
}

// matrixRules checks RunMatrix: its file, its columns, its values.
func (p *pass) matrixRules(m runMatrix) {
	p.valuesRule(m)
	p.definitionsRule(m)
	e := m.section.entry(m.class, "File")
	if e == nil && m.class != nil && m.class.Default("File") == nil {
		p.valuesMissing(m)
	}
	if e == nil || e.key == nil || e.value.Kind != capejson.String || p.env.Files == nil || m.section.own == foreign {
		return
	}
	name := e.value.String()
	path, ok := p.find(name)
	if !ok {
		if !skipName(name) && !p.ignored([]string{name}) {
			p.found(codeMatrixFile, e.value.InnerSpan(), fmt.Sprintf(
				"the run matrix file %s does not exist: CAPE finds no cases and says nothing", quote(name)))
		}
		return
	}
	if !m.known || len(m.keys) == 0 {
		return
	}
	src, err := p.env.Files.ReadFile(path)
	if err != nil {
		return
	}
	faults := m.look(path, src)
	p.valuesOfFile(m, name, len(faults.cases))
	if len(faults.found) == 0 {
		return
	}
	more := map[diag.Code]int{}
	for code, n := range faults.count {
		more[code] = max(0, n-maxShown)
	}
	d := p.summary(codeMatrixFaulty, e.value.InnerSpan(), other{name, path, src, faults.list(m, ""), more})
	if d != nil && faults.count[codeMatrixColumns] > 0 && len(faults.found) == 1 {
		if fix, ok := m.keysFix(*faults.header); ok {
			d.Fixes = append(d.Fixes, fix)
		}
	}
}

// valuesRule: lists in Values must have one length.
func (p *pass) valuesRule(m runMatrix) {
	var first *entry
	for i := range m.values.entries {
		e := &m.values.entries[i]
		if e.value.Kind != capejson.Array {
			continue
		}
		if first == nil || len(first.value.Items) <= 1 {
			first = e
			continue
		}
		if len(e.value.Items) != len(first.value.Items) && e.key != nil {
			d := p.found(codeMatrixLength, e.value.Span, fmt.Sprintf("%s must have %d values, as many as %s, not %d: CAPE cannot read the run matrix",
				e.name, len(first.value.Items), first.name, len(e.value.Items)))
			if first.key != nil {
				d.Related = []diag.Related{{Span: first.value.Span, Message: fmt.Sprintf("%d values", len(first.value.Items))}}
			}
		}
	}
}

// valuesOfFile: a list in Values takes the place of a column of the run matrix file, and must have a value
// for each of its cases.
func (p *pass) valuesOfFile(m runMatrix, name string, cases int) {
	if cases <= 1 {
		return
	}
	for _, e := range m.values.entries {
		if n := len(e.value.Items); e.value.Kind == capejson.Array && n != cases && e.own == own {
			p.found(codeMatrixLength, e.value.Span, fmt.Sprintf("%s must have %d values, one for each case of %s, not %d: CAPE cannot read the run matrix",
				e.name, cases, name, n))
		}
	}
}

// valuesMissing: without a run matrix file each key must have values.
func (p *pass) valuesMissing(m runMatrix) {
	list := m.section.entry(m.class, "Values")
	if list == nil || list.key == nil || list.own == foreign || list.value.Kind != capejson.Object || !m.values.complete || !m.known {
		return
	}
	if !slices.ContainsFunc(m.values.entries, func(e entry) bool { return len(e.value.Items) > 0 }) {
		return // no list, no cases
	}
	for _, key := range m.keys {
		if m.values.entry(nil, key) == nil && m.section.entry(nil, key) == nil {
			p.found(codeMatrixLength, list.key.Span, fmt.Sprintf("Values must have %s, which is one of Keys: CAPE cannot read the run matrix", quote(key)))
		}
	}
}
