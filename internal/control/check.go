package control

import (
	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/diag"
)

// Check returns what is wrong in a control file beyond its syntax, sorted by place. The tree's own Problems
// are not repeated. A file that is no control file (see IsControl) has syntax only.
func Check(tree *capejson.Tree, env Env) []diag.Diagnostic {
	p := newPass(tree, env)
	if env.Solver == "" && !env.isControl(tree) {
		return nil
	}
	p.includeRules()
	if tree.Root.Kind != capejson.Object {
		return p.done()
	}
	solver := env.solver(tree)
	class := env.Options.For(solver)
	top := p.section(tree.Root)
	m := p.runMatrix(top, class)
	p.options(class, tree.Root, "")
	p.matrixRules(m)
	p.refRules(top, class)
	p.phaseRules(top, class, solver)
	p.expressionRules(tree.Root, m)
	p.fileRules(p.fileRefs(top, class))
	p.functionRules(top, class)
	return p.done()
}
