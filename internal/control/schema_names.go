package control

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/options"
	"github.com/cape-ls/cape-ls/internal/text"
)

// spellings returns an empty map for the entries by full name, and nil where it is not needed: one option
// can be given in two spellings only when one of them is not the full name.
func spellings(class *options.Class, s *section) map[string]entry {
	if len(class.Aliases) == 0 {
		return nil
	}
	for i := range s.entries {
		if name := s.entries[i].name; class.Full(name) != name {
			return map[string]entry{}
		}
	}
	return nil
}

// listedNames returns the names that an object makes known itself, such as those in Components. ok is false
// when they are not all known.
func listedNames(s *section, class *options.Class) (listed names, ok bool) {
	if class.NamesFrom == "" {
		return listed, true
	}
	ok = s.complete
	for _, e := range s.entries {
		if class.Full(e.name) != class.NamesFrom {
			continue
		}
		words, fine := wordsOf(e.value)
		listed.add(words...)
		ok = ok && fine
	}
	return listed, ok
}

// passedOver tells names that CAPE takes care of before it looks at options.
func (p *pass) passedOver(class *options.Class, s *section, e entry) bool {
	switch class.Name() {
	case "RunMatrixOpts":
		// A run matrix key at this level is moved to Values.
		keys, _ := s.get(nil, "Keys")
		held, sure := heldBy(keys, e.name)
		return held || !sure
	case "ReportOpts":
		return e.name == "Archive" || e.name == "Location"
	case "ArchiveOpts":
		// One of the old names makes CAPE read the whole section in another way.
		return slices.ContainsFunc(s.entries, func(e entry) bool { return p.env.Options.LegacyArchive(e.name) })
	}
	return false
}

func (p *pass) twice(class *options.Class, before, e entry, full string) {
	if before.key == nil || e.key == nil {
		return
	}
	which := fmt.Sprintf("%s and %s are the same option", before.name, e.name)
	if before.name != full && e.name != full {
		which += " (" + full + ")"
	}
	severity := severities[codeTwice]
	if e.value.Text() != "" && e.value.Text() == before.value.Text() {
		severity = diag.Hint
	}
	d := p.foundAs(severity, codeTwice, e.key.Span, which+": CAPE takes the last one only")
	d.Related = []diag.Related{{Span: before.key.Span, Message: "this setting is lost"}}
}

// unknown reports a name that CAPE does not know.
func (p *pass) unknown(class *options.Class, s *section, e entry, known []string, name string) {
	if class.NamesFrom != "" && e.value.Kind == capejson.Object && !class.Open && p.unlisted(class, s, e, known) {
		return
	}
	where := ""
	if name != "" {
		where = " in " + name
	}
	if full, dead := class.DeadAliases[e.name]; dead {
		p.lostSpelling(class, e, full, name)
		return
	}
	if p.knownToAgent(class, e.name) {
		return
	}
	close := p.close(e.name, known)
	doubt := p.doubt(class)
	if len(close) == 0 {
		p.foundAs(doubt, codeUnknown, e.key.Span,
			fmt.Sprintf("CAPE%s has no option %s%s and ignores it", p.version(class), quote(e.name), where))
		return
	}
	best := close[0]
	message := fmt.Sprintf("there is no option %s%s: CAPE ignores it; did you mean %s?", quote(e.name), where, best)
	if !typo(e.name, best) {
		p.foundAs(doubt, codeUnknown, e.key.Span, message, renameFix(e.key, best, maybe))
		return
	}
	pref := sure
	if s.entry(class, best) != nil {
		pref = maybe
	}
	p.found(codeUnknown, e.key.Span, message, renameFix(e.key, best, pref))
}

// lostSpelling reports a spelling that CAPE replaces by a name that is none itself. Where that is the spelling of an
// option, CAPE lets it pass and never asks for it; among sub-sections it is taken for one.
func (p *pass) lostSpelling(class *options.Class, e entry, full, section string) {
	right := class.Full(full)
	effect := "CAPE knows this spelling but loses the setting"
	switch close := p.close(full, class.Names()); {
	case class.Options[right] != nil && class.Kinds != nil && section != "":
		effect = "CAPE takes it for a sub-section and cannot use the whole section " + section
	case class.Options[right] != nil:
	case len(close) > 0 && typo(full, close[0]):
		right = close[0]
	default:
		p.found(codeUnknown, e.key.Span, fmt.Sprintf("%s is a spelling that CAPE loses: the setting is ignored", e.name))
		return
	}
	p.found(codeUnknown, e.key.Span, fmt.Sprintf("%s must be written %s: %s", e.name, right, effect), renameFix(e.key, right, sure))
}

// doubt is the severity of a name that is not known and is no slip of the pen. The installed CAPE says the same;
// of the bundled facts it is only a hint, since each release of CAPE knows further options.
func (p *pass) doubt(class *options.Class) diag.Severity {
	switch {
	case ofAgent(class):
		return diag.Information
	case p.env.Options.Installed():
		return severities[codeUnknown]
	}
	return diag.Hint
}

func ofAgent(class *options.Class) bool { return strings.HasPrefix(class.ID, "agent.") }

// knownToAgent reports whether the agent of the installed CAPE has an option that this program does not know.
func (p *pass) knownToAgent(class *options.Class, name string) bool {
	installed := p.env.Options.Agent()
	if installed == nil || !ofAgent(class) {
		return false
	}
	if class != options.AgentClass() {
		installed = installed.Child("", "")
	}
	return installed != nil && !installed.Open && installed.Options[installed.Full(name)] != nil
}

// version is the release of CAPE that a class is known from.
func (p *pass) version(class *options.Class) string {
	if ofAgent(class) {
		return ""
	}
	return strings.TrimRight(" "+p.env.Options.Version(), " ")
}

// typo reports whether a name is so close to another that it can hardly be a name of its own.
func typo(name, other string) bool {
	return strings.EqualFold(name, other) || len(name) >= 4 && options.Likeness(name, other) >= 0.85
}

// changes are the fixes that write a name that may be meant in the place of one that nothing has, best first.
// The first is the one right answer where it is best and the other no more than a slip of the pen.
func (p *pass) changes(name string, span text.Span, known []string, best preference) []diag.Fix {
	var fixes []diag.Fix
	for i, right := range p.close(name, known) {
		pref := maybe
		if i == 0 && typo(name, right) {
			pref = best
		}
		fixes = append(fixes, replaceFix("Change to "+quote(right), span, right, pref))
	}
	return fixes
}

func renameFix(key *capejson.Node, to string, pref preference) diag.Fix {
	return replaceFix("Change to "+quote(to), key.InnerSpan(), to, pref)
}
