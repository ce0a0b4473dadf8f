package capejson

import "github.com/cape-ls/cape-ls/internal/diag"

// Mends is mends for a tree of a complete file.
func (t *Tree) Mends(i int, f diag.Fix) bool { return mends(t, i, f, wholeFile) }
