package control

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/options"
)

// options checks the members of an object against the options that its class has: names, types, values,
// and so on into sections. Name is what to call the section.
func (p *pass) options(class *options.Class, n *capejson.Node, name string) {
	s := p.section(n)
	listed, sure := listedNames(s, class)
	var kinds []string
	if class.Kinds != nil {
		kinds = p.kinds(s, class)
	}
	first := spellings(class, s)
	for i, e := range s.entries {
		if e.key == nil || e.name == "&include" {
			continue
		}
		full := class.Full(e.name)
		if before, ok := first[full]; ok && before.name != e.name {
			p.twice(class, before, e, full)
		}
		if first != nil {
			first[full] = e
		}
		if !class.Open && class.Options[full] == nil && !listed.has(full) {
			if sure && !p.loose && !p.passedOver(class, s, e) {
				p.unknown(class, s, e, append(slices.Clip(class.Names()), listed.list...), name)
			}
			continue
		}
		kind := ""
		if kinds != nil {
			kind = kinds[i]
		}
		p.setting(class, s, e, full, kind)
	}
}

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
		words, ok := wordsOf(keys)
		return !ok || slices.Contains(words, e.name)
	case "ReportOpts":
		return e.name == "Archive" || e.name == "Location"
	case "ArchiveOpts":
		// One of the old names makes CAPE read the whole section in another way.
		return slices.ContainsFunc(s.entries, func(e entry) bool { return options.LegacyArchive(e.name) })
	}
	return false
}

// setting checks the value of an option whose name is known.
func (p *pass) setting(class *options.Class, s *section, e entry, full, kind string) {
	if e.own == foreign {
		return
	}
	opt := class.Options[full]
	switch {
	case opt != nil && opt.Section != nil:
		p.subsection(opt, e)
	case opt != nil:
		p.value(opt, e, e.name)
	case class.Kinds != nil && e.value.Kind == capejson.Object:
		p.subsectionOfKind(class, e, kind)
	case class.Kinds != nil:
		if t := typeOf(e.value); t != "" && t != "NoneType" {
			p.found(codeType, e.value.Span, fmt.Sprintf("%s must be an object, not %s: CAPE cannot use this section", quote(e.name), saidKind(e.value)))
		}
	case class.AnyKey != nil:
		p.value(class.AnyKey, e, e.name)
	}
}

// subsectionOfKind checks a sub-section with the class that its kind has. Of a kind that CAPE does not know,
// every option would be called unknown.
func (p *pass) subsectionOfKind(class *options.Class, e entry, kind string) {
	explicit := e.value.Get(class.Kinds.By) != nil
	if sub, _ := class.Kinds.For(kind); sub != nil && nothingWorksOn(class, kind, explicit) == "" {
		p.options(sub, e.value, e.name)
	}
}

// subsection checks a section: an object, or the name of a file that holds it, or a switch.
func (p *pass) subsection(opt *options.Option, e entry) {
	switch e.value.Kind {
	case capejson.Object:
		p.options(opt.Section, e.value, opt.Name)
	case capejson.String:
		if opt.Section.Switch || len(opt.Types) > 0 && !opt.Accepts("str") {
			p.wrongSection(opt, e)
			return
		}
		p.sectionFile(opt, e)
	case capejson.Bool:
		if !opt.Section.Switch {
			p.wrongSection(opt, e)
		}
	case capejson.Number, capejson.Array:
		p.wrongSection(opt, e)
	}
}

func (p *pass) wrongSection(opt *options.Option, e entry) {
	must := "an object"
	if opt.Section.Switch {
		must = "an object, or true or false"
	}
	p.found(codeType, e.value.Span, fmt.Sprintf("%s must be %s, not %s: CAPE cannot use this section", e.name, must, saidKind(e.value)))
}

// sectionFile looks for the file that holds a section; a text in place of a section is its name.
func (p *pass) sectionFile(opt *options.Option, e entry) {
	name := e.value.String()
	if p.env.Files == nil || p.exists(name) {
		return
	}
	p.found(codeInclude, e.value.InnerSpan(), fmt.Sprintf(
		"%s must be an object; CAPE takes this text for the name of a file that holds the section, and there is no file %s", e.name, quote(name)))
}

// value checks types first, then allowed values, as CAPE does: one bad element drops the whole option.
func (p *pass) value(opt *options.Option, e entry, name string) {
	var few [4]*capejson.Node // enough for most values
	leaves := scalars(e.value, few[:0])
	for _, leaf := range leaves {
		ok := p.typed(opt, leaf, name, leaves)
		if !ok {
			return
		}
	}
	if len(opt.Values) == 0 {
		return
	}
	for _, leaf := range leaves {
		if v, ok := scalarValue(leaf); ok && !opt.Allows(v) {
			p.wrongValue(opt, leaf, name, v)
			return
		}
	}
}

// scalars returns what stands in a list at any depth, or the value itself.
func scalars(n *capejson.Node, out []*capejson.Node) []*capejson.Node {
	if n.Kind != capejson.Array {
		return append(out, n)
	}
	for _, item := range n.Items {
		out = scalars(item, out)
	}
	return out
}

// typed checks the type of one scalar and goes on into a section; false means that CAPE drops the option.
func (p *pass) typed(opt *options.Option, n *capejson.Node, name string, all []*capejson.Node) bool {
	typ := typeOf(n)
	if typ == "" || typ == "NoneType" {
		return true
	}
	if typ == "dict" {
		key, fine := p.special(n, name)
		if key == "@raw" && fine {
			if inner := n.Get(key); len(opt.Types) > 0 && (inner.Kind == capejson.Null || !opt.Accepts(typeOf(inner))) {
				p.wrongType(opt, inner, name, nil)
				return false
			}
		}
		if key != "" {
			return fine
		}
	}
	if opt.Accepts(typ) {
		return true
	}
	if typ == "dict" {
		for _, t := range opt.Types {
			if t.Class != nil {
				p.options(t.Class, n, name)
				return true
			}
		}
	}
	p.wrongType(opt, n, name, all)
	return false
}

// specialKeys make an object a rule for a value, in the order in which CAPE looks for them.
var specialKeys = [...]string{"@raw", "@expr", "@cons", "@map"}

// special names the key that makes an object a rule for a value, and reports what is wrong with it.
func (p *pass) special(n *capejson.Node, name string) (key string, fine bool) {
	var value *capejson.Node
	for _, k := range specialKeys {
		if value = n.Get(k); value != nil {
			key = k
			break
		}
	}
	if key == "" {
		return "", true
	}
	const dropped = "CAPE ignores this setting"
	switch typ := typeOf(value); {
	case key == "@expr" && typ != "str" && typ != "":
		p.found(codeSpecial, value.Span, "@expr must be a text with an expression: "+dropped)
		return key, false
	case (key == "@cons" || key == "@map") && typ != "dict" && typ != "":
		p.found(codeSpecial, value.Span, key+" must be an object: "+dropped)
		return key, false
	}
	if key == "@map" {
		by := n.Get("key")
		if by == nil || typeOf(by) != "str" && typeOf(by) != "" {
			span := n.Span
			if by != nil {
				span = by.Span
			}
			p.found(codeSpecial, span, `@map needs "key" beside it, the name of a run matrix key: `+dropped)
			return key, false
		}
	}
	for i := range n.Members {
		m := &n.Members[i]
		if m.Key == nil || m.Key.Kind != capejson.String || m.Key.Is(key) || key == "@map" && m.Key.Is("key") {
			continue
		}
		p.found(codeSpecial, m.Key.Span, fmt.Sprintf("nothing else may stand beside %s: %s", key, dropped))
		return key, false
	}
	return key, true
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
		right := class.Full(full)
		message := fmt.Sprintf("%s must be written %s: CAPE knows this spelling but loses the setting", e.name, right)
		if class.Options[right] == nil {
			message = fmt.Sprintf("%s is a spelling that CAPE loses: the setting is ignored", e.name)
			p.found(codeUnknown, e.key.Span, message)
			return
		}
		p.found(codeUnknown, e.key.Span, message, renameFix(e.key, right, sure))
		return
	}
	close := p.close(e.name, known)
	if len(close) == 0 {
		p.foundAs(diag.Information, codeUnknown, e.key.Span,
			fmt.Sprintf("CAPE%s has no option %s%s and ignores it", version(class), quote(e.name), where))
		return
	}
	best := close[0]
	message := fmt.Sprintf("there is no option %s%s: CAPE ignores it; did you mean %s?", quote(e.name), where, best)
	if !typo(e.name, best) {
		p.foundAs(diag.Information, codeUnknown, e.key.Span, message, renameFix(e.key, best, maybe))
		return
	}
	pref := sure
	if s.entry(class, best) != nil {
		pref = maybe
	}
	p.found(codeUnknown, e.key.Span, message, renameFix(e.key, best, pref))
}

// version is the release of CAPE that a class is known from.
func version(class *options.Class) string {
	if strings.HasPrefix(class.ID, "agent.") {
		return ""
	}
	return " " + options.FactsVersion
}

// typo reports whether a name is so close to another that it can hardly be a name of its own.
func typo(name, other string) bool {
	return strings.EqualFold(name, other) || len(name) >= 4 && options.Likeness(name, other) >= 0.85
}

func renameFix(key *capejson.Node, to string, pref preference) diag.Fix {
	return replaceFix("Change to "+quote(to), key.InnerSpan(), to, pref)
}

// typeOf returns the name of the Python type a value has, empty when that is not known.
func typeOf(n *capejson.Node) string {
	switch n.Kind {
	case capejson.Object:
		return "dict"
	case capejson.Array:
		return "list"
	case capejson.String:
		return "str"
	case capejson.Number:
		return options.TypeName(json.Number(n.Text()))
	case capejson.Bool:
		return "bool"
	case capejson.Null:
		return "NoneType"
	}
	return ""
}

// scalarValue decodes a leaf; ok is false for anything else than a text, a number or a truth value.
func scalarValue(n *capejson.Node) (v any, ok bool) {
	switch n.Kind {
	case capejson.String:
		return n.String(), true
	case capejson.Number:
		return json.Number(n.Text()), true
	case capejson.Bool:
		return strings.EqualFold(n.Text(), "true"), true
	}
	return nil, false
}
