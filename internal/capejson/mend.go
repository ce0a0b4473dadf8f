package capejson

import "github.com/cape-ls/cape-ls/internal/diag"

// proofBytes bounds how much text is read again to prove the fixes of one file.
const proofBytes = 128 << 10

// prove makes sure that a preferred fix is safe to apply without looking: after it the finding is
// gone and no other has appeared. One that fails is still offered, but not preferred. In a large
// file, or one with very many findings, the rest is taken on trust.
func (p *parser) prove(form shape) {
	left := proofBytes
	for i := range p.tree.Problems {
		for k := range p.tree.Problems[i].Fixes {
			f := &p.tree.Problems[i].Fixes[k]
			if !f.Preferred {
				continue
			}
			if left -= len(p.src) + 256; left < 0 {
				return
			}
			f.Preferred = mends(p.tree, i, *f, form)
		}
	}
}

// mends reports whether a fix of the finding t.Problems[i] takes that finding away and brings no other, by
// parsing the mended text.
func mends(t *Tree, i int, f diag.Fix, form shape) bool {
	out, ok := diag.Apply(t.Src, f.Edits)
	if !ok {
		return false
	}
	left := make(map[diag.Code]int, 8)
	for _, d := range t.Problems {
		left[d.Code]++
	}
	left[t.Problems[i].Code]--
	for _, d := range parseOnce(out, form).tree.Problems {
		if left[d.Code]--; left[d.Code] < 0 {
			return false
		}
	}
	return true
}
