package capejson

import "github.com/cape-ls/cape-ls/internal/diag"

// proofWork bounds what is spent on reading a file again to prove its fixes, as parser.work measures it.
const proofWork = 24_000

// prove makes sure that a preferred fix is safe to apply without looking: after it the finding is
// gone and no other has appeared. One that fails is still offered, but not preferred. In a large
// file, or one with very many findings, the rest is taken on trust.
func (p *parser) prove(form shape) {
	once, left := p.spent, proofWork
	for i := range p.tree.Problems {
		for k := range p.tree.Problems[i].Fixes {
			f := &p.tree.Problems[i].Fixes[k]
			if !f.Preferred {
				continue
			}
			if left < once {
				return
			}
			var spent int
			f.Preferred, spent = mends(p.tree, i, *f, form)
			left -= spent
			p.spent += spent
		}
	}
}

// mends reports whether a fix of the finding t.Problems[i] takes that finding away and brings no other, by
// parsing the mended text, and what that cost.
func mends(t *Tree, i int, f diag.Fix, form shape) (good bool, spent int) {
	out, ok := diag.Apply(t.Src, f.Edits)
	if !ok {
		return false, 0
	}
	left := make(map[diag.Code]int, 8)
	for _, d := range t.Problems {
		left[d.Code]++
	}
	left[t.Problems[i].Code]--
	p := parseOnce(out, form)
	for _, d := range p.tree.Problems {
		if left[d.Code]--; left[d.Code] < 0 {
			return false, p.spent
		}
	}
	return true, p.spent
}
