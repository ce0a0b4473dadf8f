package control

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/text"
)

// list returns the faults as findings in the run matrix file. Control is the path of the control file.
func (f matrixFaults) list(m runMatrix, control string) []diag.Diagnostic {
	out := make([]diag.Diagnostic, 0, len(f.found))
	left := map[diag.Code]int{}
	for code, n := range f.count {
		left[code] = n
	}
	for _, fault := range f.found {
		d := diag.Diagnostic{Code: fault.code, Severity: severities[fault.code], Span: fault.span, Message: fault.message}
		if left[fault.code]--; f.count[fault.code] > maxShown && left[fault.code] == f.count[fault.code]-maxShown {
			d.Message += fmt.Sprintf(" (%d more lines)", left[fault.code])
		}
		if control != "" {
			d.Related = m.related(fault.code, control)
		}
		switch fault.code {
		case codeMatrixDouble:
			d.Related = append([]diag.Related{{Span: f.lineOf(fault.first), Message: "the other case"}}, d.Related...)
			if !fault.drop.Empty() {
				d.Fixes = []diag.Fix{replaceFix("Delete this line", fault.drop, "", maybe)}
			}
		case codeMatrixColumns:
			d.Fixes = []diag.Fix{m.headingFix(*f.header)}
		}
		out = append(out, d)
	}
	diag.Sort(out)
	return out
}

func (f matrixFaults) lineOf(no int) text.Span {
	i, ok := slices.BinarySearchFunc(f.cases, no, func(r row, no int) int { return r.no - no })
	if !ok {
		return text.Span{}
	}
	return f.cases[i].line
}

// related points to what the control file says of the columns.
func (m runMatrix) related(code diag.Code, control string) []diag.Related {
	option, message := "Keys", "the columns are named here"
	if code == codeMatrixDouble {
		option, message = "File", "the control file of this run matrix"
	}
	e := m.section.entry(m.class, option)
	if e == nil || e.own == foreign || e.value.Kind == capejson.Missing {
		return nil
	}
	return []diag.Related{{Path: control, Span: e.value.Span, Message: message}}
}

// headingFix writes the headings as Keys has them. That it is Keys that must change is as likely: the numbers
// below must tell.
func (m runMatrix) headingFix(header row) diag.Fix {
	first, last := header.cells[0].span, header.cells[len(header.cells)-1].span
	return replaceFix("Write the headings in the order of Keys", first.Cover(last), strings.Join(m.keys, ", "), maybe)
}

// keysFix writes Keys in the order of the headings; ok is false when these are not the same names.
func (m runMatrix) keysFix(header row) (fix diag.Fix, ok bool) {
	e := m.section.entry(m.class, "Keys")
	if e == nil || e.own == foreign || e.value.Kind != capejson.Array ||
		len(header.cells) != len(m.keys) || len(e.value.Items) != len(m.keys) {
		return fix, false
	}
	fix.Title = "Write Keys in the order of the headings"
	taken := map[int]bool{}
	for i, c := range header.cells {
		at := slices.IndexFunc(m.keys, func(k string) bool { return m.sameColumn(c.text, k) })
		if at < 0 || taken[at] {
			return fix, false
		}
		taken[at] = true
		if item := e.value.Items[i]; at != i {
			fix.Edits = append(fix.Edits, diag.Edit{Span: item.Span, New: quote(m.keys[at])})
		}
	}
	return fix, len(fix.Edits) > 0
}

// other is another file with what is wrong in it.
type other struct {
	name  string // as the control file names it
	path  string
	src   []byte
	found []diag.Diagnostic
	more  map[diag.Code]int // how many findings of a code are left out of found
}

// summary is one finding for all that is wrong in another file; nil when that is little.
func (p *pass) summary(code diag.Code, span text.Span, o other) *diag.Diagnostic {
	found := o.found
	if p.env.Settle != nil {
		found = p.env.Settle(slices.Clone(found))
	}
	var counts [diag.Hint + 1]int
	added := map[diag.Code]bool{}
	for _, d := range found {
		counts[d.Severity]++
		if !added[d.Code] {
			added[d.Code] = true
			counts[d.Severity] += o.more[d.Code]
		}
	}
	if len(found) == 0 || counts[diag.Error]+counts[diag.Warning] == 0 {
		return nil
	}
	lines := text.NewMapper(o.src)
	worst := diag.Error
	if counts[diag.Error] == 0 {
		worst = diag.Warning
	}
	first := slices.IndexFunc(found, func(d diag.Diagnostic) bool { return d.Severity == worst })
	line := lines.LineOf(found[first].Span.Start) + 1
	message := fmt.Sprintf("%s line %d: %s", o.name, line, found[first].Message)
	if counts[diag.Error]+counts[diag.Warning] > 1 {
		var parts []string
		if e := counts[diag.Error]; e > 0 {
			parts = append(parts, count(e, "error", "errors"))
		}
		if w := counts[diag.Warning]; w > 0 {
			parts = append(parts, count(w, "warning", "warnings"))
		}
		message = fmt.Sprintf("%s has %s; line %d: %s", o.name, strings.Join(parts, " and "), line, found[first].Message)
	}
	d := p.foundAs(worst, code, span, message)
	for _, f := range found {
		if f.Severity <= diag.Warning && len(d.Related) < maxPlaces {
			d.Related = append(d.Related, diag.Related{Path: o.path, Span: f.Span, Message: f.Message})
		}
	}
	return d
}

// maxPlaces bounds how many places of another file one finding points to.
const maxPlaces = 10
