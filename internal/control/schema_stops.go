package control

import (
	"fmt"
	"strings"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/options"
)

// What does more harm than one setting that is lost: a section that CAPE cannot use at all, and values at which
// CAPE ends with an exception of Python instead of a message.

// wrongSection reports a value that is no section. The section of which another takes what it lacks must be
// one: CAPE ends when it is not.
func (p *pass) wrongSection(class *options.Class, opt *options.Option, e entry) {
	must := "an object"
	if opt.Section.Switch {
		must = "an object, or true or false"
	}
	severity, effect := severities[codeType], "CAPE cannot use this section"
	stops := feedsAnother(class, opt.Name) || looksInside(opt.Section) && e.value.Kind != capejson.Array
	if len(opt.Types) == 0 && stops {
		severity, effect = diag.Error, "CAPE stops when it reads the file"
	}
	p.foundAs(severity, codeType, e.value.Span, fmt.Sprintf("%s must be %s, not %s: %s", e.name, must, saidKind(e.value), effect))
}

// looksInside tells the section in which CAPE looks for names before it looks what it is.
func looksInside(section *options.Class) bool { return section.Name() == "ArchiveOpts" }

func feedsAnother(class *options.Class, name string) bool {
	for _, opt := range class.Options {
		if opt.Section != nil && opt.Fallback == name {
			return true
		}
	}
	return false
}

// noSubsection reports a value in the place of a sub-section that the user names. Where the type is not looked
// at before, the whole section around it is lost.
func (p *pass) noSubsection(class *options.Class, e entry, section string) {
	typ := typeOf(e.value)
	if typ == "" {
		return
	}
	unchecked := class.AnyKey == nil || len(class.AnyKey.Types) == 0
	if typ == "str" && unchecked {
		p.sectionFile(e)
		return
	}
	effect := "CAPE ignores it"
	if unchecked || typ == "list" {
		effect = "CAPE cannot use the whole section"
		if section != "" {
			effect += " " + section
		}
	}
	if typ == "NoneType" {
		effect = "CAPE takes it for an empty section"
	}
	p.found(codeType, e.value.Span, fmt.Sprintf("%s must be an object, not %s: %s", quote(e.name), saidKind(e.value), effect))
}

// unlistable reports a list of names, such as Components, that is none; true: CAPE looks no further and cannot
// use the section. Those of cape-agent.json have a rule of their own.
func (p *pass) unlistable(class *options.Class, s *section, section string) bool {
	if class.NamesFrom == "" || ofAgent(class) {
		return false
	}
	for _, e := range s.entries {
		if class.Full(e.name) != class.NamesFrom || e.own == foreign || e.key == nil {
			continue
		}
		if wrong := notText(e.value); wrong != nil {
			p.found(codeType, wrong.Span, fmt.Sprintf("%s must be a list of strings: CAPE cannot use the whole section %s", e.name, section))
			return true
		}
	}
	return false
}

// notText returns what keeps a value from being a list of texts; nil: it is one, or may be.
func notText(n *capejson.Node) *capejson.Node {
	if n.Kind != capejson.Array {
		if typeOf(n) == "" {
			return nil
		}
		return n
	}
	for _, item := range n.Items {
		if typ := typeOf(item); typ != "" && typ != "str" {
			return item
		}
	}
	return nil
}

// stopsAtKeys reports Keys of RunMatrix that CAPE cannot look for names in; true: CAPE ends there.
func (p *pass) stopsAtKeys(class *options.Class, s *section) bool {
	if class.Name() != "RunMatrixOpts" {
		return false
	}
	keys, who := s.get(nil, "Keys")
	if who == foreign || keys == nil {
		return false
	}
	switch keys.Kind {
	case capejson.Number, capejson.Bool, capejson.Null:
		p.foundAs(diag.Error, codeType, keys.Span, fmt.Sprintf(
			"Keys must be a list of strings, not %s: CAPE stops with a TypeError when it reads the file", saidKind(keys)))
		return true
	}
	return false
}

// heldBy reports whether CAPE finds a name in Keys of RunMatrix, whatever that is; sure is false when it is not
// known.
func heldBy(keys *capejson.Node, name string) (held, sure bool) {
	switch {
	case keys == nil:
		return false, true
	case keys.Kind == capejson.Object:
		return keys.Get(name) != nil, true
	case keys.Kind == capejson.Array:
		sure = true
		for _, item := range keys.Items {
			if item.Kind == capejson.String && item.String() == name {
				return true, true
			}
			sure = sure && typeOf(item) != ""
		}
		return false, sure
	case keys.Kind == capejson.String:
		return strings.Contains(keys.String(), name), true // one string: Python looks for the name inside it
	}
	return false, false
}

// stopsAtKind returns the value that tells the kind of a sub-section when it is a list or an object, at which
// CAPE ends.
func stopsAtKind(class *options.Class, sub *capejson.Node) *capejson.Node {
	by := sub.Get(class.Kinds.By)
	if by != nil && (by.Kind == capejson.Array || by.Kind == capejson.Object) {
		return by
	}
	return nil
}

// kindStops reports it.
func (p *pass) kindStops(class *options.Class, by *capejson.Node) {
	p.foundAs(diag.Error, codeType, by.Span, fmt.Sprintf(
		"%s must be a string, not %s: CAPE stops with a TypeError when it reads the file", class.Kinds.By, saidKind(by)))
}
