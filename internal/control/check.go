package control

import (
	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/options"
)

// Check returns what is wrong in a control file beyond its syntax, sorted by place. The tree's own Problems
// are not repeated. A file that is no control file (see IsControl) has syntax only.
func Check(tree *capejson.Tree, env Env) []diag.Diagnostic {
	p := newPass(tree, env)
	if env.Solver == "" && !env.isControl(tree) {
		return nil
	}
	p.includeRules()
	p.partRules(p.mounts())
	if tree.Root.Kind != capejson.Object {
		return p.done()
	}
	class := env.Options.For(env.solver(tree))
	p.options(class, tree.Root, "")
	p.semanticRules(p.section(tree.Root), class)
	return p.done()
}

// semanticRules are those beyond names, types and values of options. Top is the control file, also when it
// is a file that it includes that is checked.
func (p *pass) semanticRules(top *section, class *options.Class) {
	m := p.runMatrix(top, class)
	p.matrixRules(m)
	p.refRules(top, class)
	p.movedPoints(m, top, class)
	p.targetRules(top, class)
	p.surfaceRules(top, class)
	p.jobRules(top, class)
	p.phaseRules(top, class, p.env.solver(&capejson.Tree{Root: p.top()}))
	p.expressionRules(p.tree.Root, m)
	p.fileRules(p.fileRefs(top, class))
	p.functionRules(m, top, class)
}
