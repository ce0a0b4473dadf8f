package control

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/options"
)

// phasedModules are the parts of CAPE's options, by the middle of a class ID, in which a list has one value
// for each phase of a case.
var phasedModules = map[string]bool{
	"aflr3": true, "chem": true, "comp2tri": true, "environ": true, "fun3dnml": true, "gridsys": true, "inputInp": true,
	"isect": true, "lava": true, "mpi": true, "overnml": true, "pbs": true, "refine": true, "runctl": true,
	"runinputs": true, "slurm": true, "ulimit": true, "vars": true,
}

// phasedTemplates are options at the top that can have one file for each phase.
var phasedTemplates = map[string]bool{
	"Fun3DNamelist": true, "OverNamelist": true, "InputCntl": true, "AeroCsh": true, "JobXML": true, "RunYAMLFile": true,
	"CartInputFile": true, "VarsFile": true,
}

// phased reports whether a list as the value of an option has one value for each phase.
func phased(class *options.Class, full string) bool {
	parts := strings.Split(class.ID, ".")
	if len(parts) < 3 {
		return class.Name() == "Options" && phasedTemplates[full]
	}
	return phasedModules[parts[1]] && full != "PhaseSequence"
}

// phases says which phase gets which of the values of a list.
func (p *pass) phases(at place) string {
	list := at.member.Value
	known := at.classed()
	if list.Kind != capejson.Array || len(list.Items) == 0 || known.class == nil || !phased(known.class, known.full) {
		return ""
	}
	if opt := at.option; opt != nil && opt.ListDepth > 0 {
		return ""
	}
	numbers := p.phaseNumbers()
	if len(numbers) == 0 {
		for i := range list.Items {
			numbers = append(numbers, i)
		}
	}
	lines := []string{"**" + at.full + "**, phase by phase:"}
	last := len(list.Items) - 1
	for i, n := range numbers {
		if n < 0 {
			return ""
		}
		if n >= last && i < len(numbers)-1 && slices.Min(numbers[i:]) >= last {
			lines = append(lines, fmt.Sprintf("- phases %s: %s", joined(numbers[i:]), p.phaseValue(at, list.Items[last])))
			break
		}
		lines = append(lines, fmt.Sprintf("- phase %d: %s", n, p.phaseValue(at, list.Items[min(n, last)])))
	}
	if spare := last - slices.Max(numbers); spare > 0 {
		lines = append(lines, fmt.Sprintf("\nNo phase takes the last %s.", count(spare, "value", "values")))
	}
	return lines[0] + "\n\n" + strings.Join(lines[1:], "\n")
}

// classed is the place, or the nearest one around it, whose options are known.
func (at place) classed() place {
	for at.class == nil && at.above != nil {
		at = *at.above
	}
	return at
}

// phaseValue shows a value of a list.
func (p *pass) phaseValue(at place, n *capejson.Node) string {
	said := "`" + clip(string(n.Span.In(p.tree.Src))) + "`"
	if at.full == "PhaseIters" {
		said = "until iteration " + said + " of the case"
	}
	return said
}

// phaseNumbers returns the numbers of the phases of a case, in the order in which they are run, once each.
func (p *pass) phaseNumbers() []int {
	top, class := p.whole()
	if class == nil {
		return nil
	}
	opt := class.Options["RunControl"]
	if opt == nil || opt.Section == nil {
		return nil
	}
	sequence, _ := p.sub(top, class, "RunControl").get(opt.Section, "PhaseSequence")
	numbers, ok := wholeNumbers(sequence)
	if !ok {
		return nil
	}
	var out []int
	for _, n := range numbers {
		if !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}

func joined(numbers []int) string {
	words := make([]string, len(numbers))
	for i, n := range numbers {
		words[i] = fmt.Sprint(n)
	}
	return strings.Join(words, ", ")
}
