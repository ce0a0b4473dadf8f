package control

import (
	"fmt"
	"strings"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/options"
)

// targetRules: what a component or a plot is compared with must be one of the Targets of the data book.
func (p *pass) targetRules(top *section, class *options.Class) {
	opt := class.Options["DataBook"]
	if opt == nil || opt.Section == nil || opt.Section.Options["Targets"] == nil {
		return
	}
	book := p.sub(top, class, "DataBook")
	known := namesOf(p.sub(book, opt.Section, "Targets"))
	for _, sub := range p.ownSubsections(book, opt.Section) {
		value, who := sub.section.get(sub.class, "Targets")
		if value == nil || value.Kind != capejson.Object || who == foreign {
			continue
		}
		for _, t := range p.section(value).entries {
			p.targetColumn(t, known)
		}
	}
	p.plotTargets(top, class, known)
}

// targetColumn checks "name/column", which takes a coefficient from a column of one target.
func (p *pass) targetColumn(t entry, known names) {
	list, _ := texts(t.value)
	for _, n := range list {
		name, _, ok := strings.Cut(n.String(), "/")
		if t.own == foreign || !ok || !known.all || known.has(name) {
			continue
		}
		span := n.Source(0, len(name))
		p.found(codeTarget, span, fmt.Sprintf("there is no target %s in Targets of DataBook: CAPE compares with nothing", quote(name)),
			p.changes(name, span, known.list, maybe)...)
	}
}

// plotTargets checks Target of the subfigures that have it.
func (p *pass) plotTargets(top *section, class *options.Class, known names) {
	opt := class.Options["Report"]
	if opt == nil || opt.Section == nil {
		return
	}
	rep := p.sub(top, class, "Report")
	subfigures := p.sub(rep, opt.Section, "Subfigures")
	kinds := opt.Section.Options["Subfigures"].Section
	for _, sub := range p.ownSubsections(subfigures, kinds) {
		if sub.class == nil || sub.class.Options["Target"] == nil {
			continue
		}
		value, who := sub.section.get(sub.class, "Target")
		if value == nil || who == foreign {
			continue
		}
		list, _ := texts(value)
		p.refs(codeTarget, list, known, "target", "CAPE stops with a ValueError when it makes the plot; targets are defined in Targets of DataBook")
	}
}
