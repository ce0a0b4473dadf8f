package control

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/options"
	"github.com/cape-ls/cape-ls/internal/text"
)

// phaseRules: the phases of a case and how far each one runs.
func (p *pass) phaseRules(top *section, class *options.Class, solver string) {
	e := top.entry(class, "RunControl")
	opt := class.Options["RunControl"]
	if e == nil || e.key == nil || e.own == foreign || e.value.Kind != capejson.Object || opt == nil || opt.Section == nil {
		return
	}
	rc := p.section(e.value)
	if !rc.complete {
		return
	}
	sequence, _ := rc.get(opt.Section, "PhaseSequence")
	iters, who := rc.get(opt.Section, "PhaseIters")
	if sequence == nil {
		if iters != nil && needsSequence[solver] {
			p.found(codePhase, e.key.Span, "RunControl must have PhaseSequence, such as [0]: without it CAPE stops with a TypeError when it sets up a case")
		}
		return
	}
	phases, ok := wholeNumbers(sequence)
	limits, fine := wholeNumbers(iters)
	if !ok || !fine || len(phases) == 0 || len(limits) == 0 || who == foreign {
		return
	}
	p.phaseLimits(iters, slices.Max(phases)+1, limits)
}

// needsSequence lists the solvers for which CAPE brings no default PhaseSequence.
var needsSequence = map[string]bool{"cfdx": true, "pyfun": true, "pyover": true}

func (p *pass) phaseLimits(iters *capejson.Node, phases int, limits []int) {
	if iters.Kind != capejson.Array {
		return
	}
	// A phase with 0 has no limit of its own.
	top := 0
	for i, limit := range limits {
		if limit != 0 && limit < limits[top] {
			p.found(codePhase, iters.Items[i].Span, fmt.Sprintf(
				"PhaseIters must not go down: it counts iterations from the start of the case, and phase %d would end at %d before phase %d at %d",
				i, limit, top, limits[top]))
			return
		}
		if limit >= limits[top] {
			top = i
		}
	}
	switch last := limits[len(limits)-1]; {
	case last == 0:
		p.found(codePhase, iters.Items[len(limits)-1].Span, "the last of PhaseIters must be more than 0: CAPE takes the case for done at once")
	case len(limits) < phases:
		p.found(codePhase, iters.Span, fmt.Sprintf(
			"PhaseIters must have %d values, one for each phase: CAPE repeats the last one, so that the later phases end where they begin", phases))
	}
}

// wholeNumbers reads a list of whole numbers, or one; ok is false when there is anything else.
func wholeNumbers(n *capejson.Node) (out []int, ok bool) {
	if n == nil {
		return nil, true
	}
	for _, item := range scalars(n, nil) {
		v, err := strconv.Atoi(item.Text())
		if item.Kind != capejson.Number || err != nil {
			return nil, false
		}
		out = append(out, v)
	}
	return out, true
}

// variable is what CAPE takes for the name of a run matrix key in an expression: letters and underscores.
var variable = regexp.MustCompile(`\$([A-Za-z_]+)([0-9]\w*)?`)

// expressionRules looks at "@expr", "@cons" and "@map" anywhere in the file.
func (p *pass) expressionRules(n *capejson.Node, m runMatrix) {
	switch n.Kind {
	case capejson.Array:
		for _, item := range n.Items {
			p.expressionRules(item, m)
		}
	case capejson.Object:
		for i := range n.Members {
			mem := &n.Members[i]
			if mem.Key != nil && mem.Key.Kind == capejson.String {
				p.expressionMember(n, mem, m)
			}
			p.expressionRules(mem.Value, m)
		}
	}
}

func (p *pass) expressionMember(n *capejson.Node, mem *capejson.Member, m runMatrix) {
	switch {
	case mem.Key.Is("@expr") && mem.Value.Kind == capejson.String:
		p.variables(mem.Value, m)
	case mem.Key.Is("@cons") && mem.Value.Kind == capejson.Object:
		for i := range mem.Value.Members {
			if k := mem.Value.Members[i].Key; k != nil && k.Kind == capejson.String {
				p.variables(k, m)
			}
		}
	case mem.Key.Is("@map") && mem.Value.Kind == capejson.Object:
		if by := n.Get("key"); by != nil && by.Kind == capejson.String && m.lacks(by.String()) {
			p.found(codeExpression, by.InnerSpan(), fmt.Sprintf("%s is not one of the run matrix keys: CAPE stops when it needs the value", quote(by.String())))
		}
	}
}

func (p *pass) variables(n *capejson.Node, m runMatrix) {
	expr := n.String()
	for _, at := range variable.FindAllStringSubmatchIndex(expr, -1) {
		name := expr[at[2]:at[3]]
		span := n.Source(at[0], at[1])
		if at[4] >= 0 {
			p.found(codeExpression, span, fmt.Sprintf(
				"$%s is read as $%s followed by %s: a name in an expression has letters and underscores only",
				expr[at[2]:at[5]], name, expr[at[4]:at[5]]))
			continue
		}
		if m.lacks(name) {
			p.found(codeExpression, text.Span{Start: span.Start, End: span.End}, fmt.Sprintf(
				"%s is not one of the run matrix keys: CAPE stops when it needs the value", quote(name)))
		}
	}
}

// lacks reports whether a name is surely no run matrix variable. CAPE derives some, such as "q" and "rey",
// from others.
func (m runMatrix) lacks(name string) bool {
	if !m.known || len(m.keys) == 0 || slices.Contains(m.keys, name) || m.class == nil {
		return false
	}
	kinds := m.class.Options["Definitions"].Section.Kinds
	if _, known := kinds.For(name); known || kinds.TypeAliases[name] != "" {
		return false
	}
	values := m.section.entry(m.class, "Values")
	return values == nil || values.value.Get(name) == nil
}
