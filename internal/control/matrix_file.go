package control

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/text"
)

// CheckMatrix returns what is wrong in a run matrix file at path, which a control file names, sorted by
// place. Each finding points to the File, or the Keys, of the control file.
func CheckMatrix(src []byte, path string, tree *capejson.Tree, env Env) []diag.Diagnostic {
	m, ok := matrixOf(tree, env)
	if !ok {
		return nil
	}
	faults := m.look(path, src)
	return faults.list(m, env.Path)
}

// matrixOf reads what a control file says of its run matrix; ok is false when its columns are not known.
func matrixOf(tree *capejson.Tree, env Env) (m runMatrix, ok bool) {
	p := newPass(tree, env)
	class := p.classOf()
	if class == nil || tree.Root.Kind != capejson.Object {
		return m, false
	}
	m = p.runMatrix(p.section(tree.Root), class)
	return m, m.class != nil && m.known && len(m.keys) > 0
}

// maxMatrix is the size up to which a run matrix file is looked at.
const maxMatrix = 4 << 20

// look returns what is wrong in a run matrix file.
func (m runMatrix) look(path string, src []byte) matrixFaults {
	if len(src) > maxMatrix {
		return matrixFaults{}
	}
	look := m.newLook()
	_, faults := m.pass.env.Known.matrix(path, src, look.signature(), look.file)
	return faults
}

func (m runMatrix) newLook() matrixLook {
	look := matrixLook{m: m}
	for _, key := range m.keys {
		look.columns = append(look.columns, m.column(key))
	}
	look.replace, look.named = m.replacements()
	for i, c := range look.columns {
		if c.kind != "str" && !c.hasDefault && !c.given {
			look.required = i + 1
		}
		look.named = look.named && (c.named || !c.label)
	}
	return look
}

// replacements are those of RunMatrix, for all names of cases; known is false when the names depend on
// more than the file.
func (m runMatrix) replacements() (list []replacement, known bool) {
	v, _ := m.section.get(m.class, "Replace")
	list, known = replacements(v)
	if subs, _ := m.section.get(m.class, "RegexSubs"); subs != nil && len(subs.Members) > 0 {
		return list, false
	}
	return list, known && m.section.complete && m.values.complete
}

// matrixLook goes through the cases of a run matrix file and keeps what is wrong.
type matrixLook struct {
	m        runMatrix
	columns  []column
	required int // how many columns need a value
	replace  []replacement
	named    bool // the names of cases are known

	seen   map[string]row
	parts  []map[string]string // for each column, what its values add to a name
	faults matrixFaults
}

// signature is the same for two looks that find the same in a file.
func (l *matrixLook) signature() string {
	return fmt.Sprint(l.columns, l.required, l.replace, l.named)
}

// matrixFault is one thing that is wrong in a run matrix file.
type matrixFault struct {
	code    diag.Code
	span    text.Span
	line    int       // from 1
	message string    // in the file itself
	drop    text.Span // what can be deleted to mend it, with the line end; empty: nothing
	first   int       // the line of the case that this one repeats, 0: none
}

// matrixFaults are all of them: those to be shown, and the number of the others.
type matrixFaults struct {
	found  []matrixFault
	count  map[diag.Code]int
	header *row
	cases  []row
}

// maxShown bounds the findings of one kind in one run matrix file.
const maxShown = 100

func (l *matrixLook) add(f matrixFault) {
	l.faults.count[f.code]++
	if l.faults.count[f.code] <= maxShown {
		l.faults.found = append(l.faults.found, f)
	}
}

// file looks at all lines.
func (l *matrixLook) file(m matrix) matrixFaults {
	l.seen = make(map[string]row, len(m.cases))
	l.faults = matrixFaults{count: map[diag.Code]int{}, header: m.header, cases: m.cases}
	if m.header != nil {
		l.headings(*m.header)
	}
	for i := range m.cases {
		l.row(m.cases[i])
	}
	return l.faults
}

func (l *matrixLook) row(r row) {
	n, keys := len(r.cells), l.m.keys
	if n > len(keys) && r.cells[n-1].text == "" {
		n-- // a comma at the end of a full line
	}
	if n > len(keys) {
		l.add(matrixFault{code: codeMatrixRow, span: r.cells[len(keys)].span.Cover(r.cells[n-1].span), line: r.no, message: fmt.Sprintf(
			"this line must not have more than %s, one for each of Keys: CAPE drops the rest", count(len(keys), "value", "values"))})
	}
	if n < l.required {
		l.add(matrixFault{code: codeMatrixRow, span: r.line, line: r.no, message: fmt.Sprintf(
			"this line must have a value for %s: CAPE takes 0 for a missing number", strings.Join(keys[n:l.required], ", "))})
	}
	readable := true
	for i := range min(n, len(keys)) {
		if c := r.cells[i]; !l.columns[i].given && !numberFits(l.columns[i].kind, c.text) {
			readable = false
			l.add(matrixFault{code: codeMatrixValue, span: c.span, line: r.no, message: fmt.Sprintf(
				"%s must be %s, not %s: CAPE cannot read the run matrix", keys[i], numberWord(l.columns[i].kind), quote(c.text))})
		}
	}
	if readable && !slices.ContainsFunc(l.columns, func(c column) bool { return c.listed }) {
		l.double(r, n)
	}
}

// double looks for an earlier case with the same folder, or, where folders are not known, the same line.
func (l *matrixLook) double(r row, n int) {
	name, ok := "", false
	if l.named {
		name, ok = l.caseName(r)
	}
	id := name
	if !ok {
		var b strings.Builder
		for i := range min(n, len(l.columns)) {
			b.WriteString("\x00" + r.cells[i].text)
		}
		id = b.String()
	}
	before, again := l.seen[id]
	if !again {
		l.seen[id] = r
		return
	}
	message := fmt.Sprintf("this line must not repeat line %d: the cases share one folder", before.no)
	same := true
	if ok {
		name = strings.TrimPrefix(name, "/")
		message = fmt.Sprintf("this line must not repeat line %d: both cases run in the folder %s", before.no, name)
		if keys := l.differing(before, r); keys != "" {
			same = false
			message = fmt.Sprintf("this case must have another folder than that of line %d: both run in %s, which does not show %s", before.no, name, keys)
		}
	}
	fault := matrixFault{code: codeMatrixDouble, span: r.line, line: r.no, message: message, first: before.no}
	if same {
		fault.drop = r.full
	}
	l.add(fault)
}

// differing names the keys in which two cases differ although their names are the same.
func (l *matrixLook) differing(a, b row) string {
	var keys []string
	for i := range l.columns {
		c := &l.columns[i]
		x, okX := readValue(c.kind, c.textOf(a, i))
		y, okY := readValue(c.kind, c.textOf(b, i))
		if okX && okY && x != y {
			what := c.key
			if c.label {
				what = fmt.Sprintf("the difference between %s and %s of %s", c.textOf(a, i), c.textOf(b, i), c.key)
			}
			keys = append(keys, what)
		}
	}
	return strings.Join(keys, ", ")
}

// numberWord says what a column of numbers must hold.
func numberWord(kind string) string {
	switch kind {
	case "int":
		return "a whole number"
	case "hex":
		return "a hexadecimal number"
	case "oct", "octal":
		return "an octal number"
	case "bin", "binary":
		return "a binary number"
	}
	return "a number"
}

// headings compares the comment with the names of columns to Keys; CAPE itself goes by place only.
func (l *matrixLook) headings(header row) {
	cells, m := header.cells, l.m
	wrong, names := -1, 0
	for i, c := range cells {
		known := m.hasColumn(c.text)
		if known {
			names++
		}
		if i >= len(m.keys) || m.sameColumn(c.text, m.keys[i]) {
			continue
		}
		// A column that Keys has elsewhere is the worst of them: its values go to another key.
		if wrong < 0 || known && !m.hasColumn(cells[wrong].text) {
			wrong = i
		}
	}
	// A comment that is no header has few of the names.
	if wrong < 0 || 2*names <= len(cells) || len(cells) > len(m.keys)+1 {
		return
	}
	l.add(matrixFault{code: codeMatrixColumns, span: cells[wrong].span, line: header.no, message: fmt.Sprintf(
		"column %d is headed %s but Keys has %s there: CAPE goes by place, not by the heading",
		wrong+1, quote(cells[wrong].text), quote(m.keys[wrong]))})
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

// count writes a number of things.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
