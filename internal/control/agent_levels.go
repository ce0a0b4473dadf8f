package control

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/options"
)

// levelMeant is what people write for a level and mean. CAPE's code declares most of these names and never
// looks at them.
var levelMeant = map[string]string{
	"off": "none", "no": "none", "false": "none", "0": "none", "zero": "none", "lo": "low", "small": "low", "min": "low",
	"med": "medium", "mid": "medium", "hi": "full", "high": "full", "all": "full", "on": "full", "max": "full", "large": "full",
}

// levels says of a level that CAPE drops what the model gets in its place: nothing is switched off by it.
func (p *pass) levels() {
	for i := range p.out {
		d := &p.out[i]
		if d.Code != codeValue && d.Code != codeType {
			continue
		}
		n := p.tree.At(d.Span.Start + 1)
		path := n.Path()
		if len(path) != 2 {
			continue
		}
		full := options.ModelClass().Full(path[1])
		if full != "ToolSet" && full != "SkillSet" {
			continue
		}
		p.levelEffect(d, path[0], full)
		p.levelFix(d, n)
	}
}

// levelEffect writes what applies into the message.
func (p *pass) levelEffect(d *diag.Diagnostic, model, full string) {
	what := map[string]string{"ToolSet": "tools", "SkillSet": "skills"}[full]
	level := "full"
	if p.env.Files != nil {
		if agent, _, err := ReadAgentFile(p.env.Files, p.env.Root, options.AgentFile); err == nil {
			if v, _, err := agent.ModelOption(model, full); err == nil {
				if s, ok := v.(string); ok {
					level = s
				}
			}
		}
	}
	effect := fmt.Sprintf("%s gets all %s", quote(model), what)
	if level != "full" {
		effect = fmt.Sprintf("%s has %s of its Parent", quote(model), quote(level))
	}
	if at := strings.Index(d.Message, ": CAPE ignores"); at >= 0 {
		d.Message = d.Message[:at] + ": CAPE ignores this setting, and " + effect
	}
}

func (p *pass) levelFix(d *diag.Diagnostic, n *capejson.Node) {
	if n.Kind != capejson.String && n.Kind != capejson.Bool && n.Kind != capejson.Number {
		return
	}
	meant := levelMeant[strings.ToLower(n.String())]
	if meant == "" || slices.ContainsFunc(d.Fixes, func(f diag.Fix) bool { return strings.Contains(f.Title, meant) }) {
		return
	}
	d.Fixes = append(d.Fixes, replaceFix("Change to "+quote(meant), n.Span, quote(meant), maybe))
}
