package control

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/options"
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
	if iters.Kind != capejson.Array || len(iters.Items) != len(limits) || phases < 1 {
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
	used := min(len(limits), phases)
	switch last := limits[used-1]; {
	case last == 0:
		p.found(codePhase, iters.Items[used-1].Span, "the last of PhaseIters must be more than 0: CAPE takes the case for done at once")
	case len(limits) < phases:
		p.found(codePhase, iters.Span, fmt.Sprintf(
			"PhaseIters must have %d values, one for each phase: CAPE repeats the last one, so that the later phases end where they begin", phases))
	case len(limits) > phases:
		p.foundAs(diag.Hint, codePhase, iters.Items[phases].Span.Cover(iters.Items[len(limits)-1].Span), fmt.Sprintf(
			"phase %d and later are not in PhaseSequence: CAPE does not use what stands here for them", phases))
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
