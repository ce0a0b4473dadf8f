package control

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/options"
	"github.com/cape-ls/cape-ls/internal/text"
)

// ErrNoName says that there is nothing at the place that could have another name.
var ErrNoName = errors.New("only the names of figures, subfigures, sweeps, reports, components, points, run matrix keys, targets and models can be changed here")

// PrepareRename returns the span of the name at an offset that can be changed, and the name. The error is
// ErrNoName, or says why this name cannot be changed.
func PrepareRename(tree *capejson.Tree, env Env, offset int) (text.Span, string, error) {
	p := newPass(tree, env)
	all, m := p.named(offset)
	if m == nil {
		return text.Span{}, "", ErrNoName
	}
	if err := p.renames(all, *m); err != nil {
		return text.Span{}, "", err
	}
	return m.span, m.name, nil
}

// renames says why the name of a mention cannot be changed, nil when it can.
func (p *pass) renames(all []mention, m mention) error {
	if !slices.ContainsFunc(all, func(o mention) bool { return o.is(m) && (o.rank > use || !o.loose) }) {
		return fmt.Errorf("%s is no %s of this file", quote(m.name), m.realm)
	}
	return nil
}

// Rename returns the edits that give the thing whose name is at an offset another name, at every place
// that names it, in this file and in those that belong to it. The error says why that cannot be.
func Rename(tree *capejson.Tree, env Env, offset int, name string) (diag.Fix, error) {
	p := newPass(tree, env)
	all, m := p.named(offset)
	if m == nil {
		return diag.Fix{}, ErrNoName
	}
	if err := p.renames(all, *m); err != nil {
		return diag.Fix{}, err
	}
	fix := diag.Fix{Title: fmt.Sprintf("Rename %s to %s", m.name, name)}
	if name == m.name {
		return fix, nil
	}
	if err := p.nameFits(all, *m, name); err != nil {
		return diag.Fix{}, err
	}
	for _, o := range all {
		if o.is(*m) {
			fix.Edits = append(fix.Edits, diag.Edit{Path: o.file, Span: o.span, New: spelled(o, name)})
		}
	}
	more, err := p.keepKind(all, *m, name)
	if err != nil {
		return diag.Fix{}, err
	}
	fix.Edits = compactEdits(append(fix.Edits, more...))
	return fix, nil
}

// spelled writes a name as the place of a mention needs it.
func spelled(m mention, name string) string {
	if m.node == nil {
		return strings.NewReplacer("&", "&amp;", "<", "&lt;", `"`, "&quot;").Replace(name)
	}
	inner := quote(name)
	return inner[1 : len(inner)-1]
}

// compactEdits takes out edits that are there twice: a text that is included twice is met twice.
func compactEdits(edits []diag.Edit) []diag.Edit {
	seen := map[string]bool{}
	return slices.DeleteFunc(edits, func(e diag.Edit) bool {
		id := e.Path + "\x00" + strconv.Itoa(e.Span.Start)
		before := seen[id]
		seen[id] = true
		return before
	})
}

var (
	keyName    = text.Pattern(`^[\pL\d_.+-]+$`)
	dollarName = text.Pattern(`^[A-Za-z_]+$`)
)

// nameFits says why a name cannot be given, nil when it can.
func (p *pass) nameFits(all []mention, m mention, name string) error {
	switch {
	case strings.TrimSpace(name) == "":
		return errors.New("the name must not be empty")
	case strings.TrimSpace(name) != name:
		return errors.New("the name must not begin or end with a blank")
	case strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f }):
		return errors.New("the name must be on one line, without tabs")
	case strings.HasPrefix(name, "@") || name == "&include":
		return fmt.Errorf("%s has a meaning of its own to CAPE", quote(name))
	case m.realm == targetNames && strings.Contains(name, "/"):
		return errors.New("the name of a target must not have a slash: CAPE splits target and coefficient there")
	}
	if slices.ContainsFunc(all, func(o mention) bool { return o.realm == m.realm && o.name == name && (o.rank > use || !o.loose) }) {
		return fmt.Errorf("there is already a %s %s", m.realm, quote(name))
	}
	if err := p.optionName(m.realm, name); err != nil {
		return err
	}
	if m.realm != matrixKeys {
		return nil
	}
	if !keyName().MatchString(name) {
		return errors.New("the name of a run matrix key must have no blanks, commas or quotes: it heads a column")
	}
	if slices.ContainsFunc(all, func(o mention) bool { return o.is(m) && o.dollar }) && !dollarName().MatchString(name) {
		return fmt.Errorf("the name of this key must have letters and underscores only, since it is used as $%s", m.name)
	}
	return nil
}

// optionName refuses the names of options where the names of the user stand beside them, and those of
// kinds, which siblings would then inherit from.
func (p *pass) optionName(r realm, name string) error {
	class := p.collection(r)
	if class == nil {
		return nil
	}
	if class.Options[class.Full(name)] != nil || namesSection(class, name) == noRealm {
		return fmt.Errorf("%s is an option of this section and cannot be the name of a %s", quote(name), r)
	}
	if k := class.Kinds; k != nil && !k.DefaultsToName {
		if _, known := k.For(name); known {
			return fmt.Errorf("%s is a %s of %s: others of that %s would inherit from this one", quote(name), k.By, r, k.By)
		}
	}
	return nil
}

// collection returns the options of the section that the things of a realm have their settings in.
func (p *pass) collection(r realm) *options.Class {
	top := p.host().classOf()
	var path []string
	switch r {
	case figures:
		path = []string{"Report", "Figures"}
	case subfigures:
		path = []string{"Report", "Subfigures"}
	case sweeps:
		path = []string{"Report", "Sweeps"}
	case reports:
		path = []string{"Report"}
	case components:
		path = []string{"DataBook"}
	case targetNames:
		path = []string{"DataBook", "Targets"}
	case matrixKeys:
		path = []string{"RunMatrix", "Definitions"}
	case models:
	default:
		return nil
	}
	for _, name := range path {
		if top == nil {
			return nil
		}
		top = top.Child(name, "")
	}
	return top
}

// keepKind adds the Type of something whose name tells what it is: the key mach is a Mach number by its
// name, and would be a plain value under another.
func (p *pass) keepKind(all []mention, m mention, name string) ([]diag.Edit, error) {
	class := p.collection(m.realm)
	if class == nil || class.Kinds == nil || m.realm != matrixKeys && m.realm != subfigures {
		return nil, nil
	}
	old, known := class.Kinds.For(m.name)
	if !known {
		return nil, nil
	}
	if now, ok := class.Kinds.For(name); ok && now == old {
		return nil, nil
	}
	var edits []diag.Edit
	defined := false
	for _, o := range all {
		if !o.is(m) || o.rank != setting || o.value == nil || o.value.Kind != capejson.Object {
			continue
		}
		defined = true
		if o.value.Get(class.Kinds.By) != nil {
			continue
		}
		edits = append(edits, firstMember(o, quote(class.Kinds.By)+": "+quote(m.name)))
	}
	if defined {
		return edits, nil
	}
	if more, ok := p.define(m, name, "{"+quote(class.Kinds.By)+": "+quote(m.name)+"}"); ok {
		return append(edits, more...), nil
	}
	return nil, fmt.Errorf("the name %s tells CAPE what this %s is: give it a definition with %s first",
		quote(m.name), m.realm, quote(class.Kinds.By)+": "+quote(m.name))
}

// define gives a run matrix key a definition: behind the others, or in a new section behind Keys.
func (p *pass) define(m mention, name, definition string) ([]diag.Edit, bool) {
	h := p.host()
	class := h.classOf()
	if m.realm != matrixKeys || class == nil {
		return nil, false
	}
	e := h.section(h.tree.Root).entry(class, "RunMatrix")
	if e == nil || e.own == foreign || e.value.Kind != capejson.Object {
		return nil, false
	}
	file := ""
	if h != p {
		file = h.env.Path
	}
	member := quote(name) + ": " + definition
	options := class.Child("RunMatrix", "")
	s := h.section(e.value)
	if defs := s.entry(options, "Definitions"); defs != nil {
		if defs.own == foreign || defs.value.Kind != capejson.Object {
			return nil, false
		}
		return lastMember(file, h.tree, defs.value, member), true
	}
	return lastMember(file, h.tree, e.value, quote("Definitions")+": {"+member+"}"), true
}

// lastMember puts a member behind those of an object, in the way that they are laid out. A comment behind the
// last one stays with it: on a line with braces CAPE cannot read one.
func lastMember(file string, tree *capejson.Tree, n *capejson.Node, member string) []diag.Edit {
	if len(n.Members) == 0 {
		return []diag.Edit{{Path: file, Span: text.At(n.Span.Start + 1), New: member}}
	}
	last := n.Members[len(n.Members)-1]
	between := " "
	line := tree.Src[:last.Span.Start]
	if start := bytes.LastIndexByte(line, '\n'); start >= n.Span.Start && len(bytes.TrimSpace(line[start:])) == 0 {
		between = string(line[start:])
		if start > 0 && line[start-1] == '\r' {
			between = "\r" + between
		}
	}
	for _, c := range tree.Comments {
		if c.Span.Start < last.Span.End || c.Whole || bytes.IndexByte(tree.Src[last.Span.End:c.Span.Start], '\n') >= 0 {
			continue
		}
		if between == " " {
			between = "\n"
		}
		return []diag.Edit{
			{Path: file, Span: text.At(last.Span.End), New: ","},
			{Path: file, Span: text.At(c.Span.End), New: between + member},
		}
	}
	return []diag.Edit{{Path: file, Span: text.At(last.Span.End), New: "," + between + member}}
}

// firstMember puts a member before those of the object under a key.
func firstMember(m mention, member string) diag.Edit {
	if len(m.value.Members) == 0 {
		return diag.Edit{Path: m.file, Span: text.At(m.value.Span.Start + 1), New: member}
	}
	return diag.Edit{Path: m.file, Span: text.At(m.value.Members[0].Span.Start), New: member + ", "}
}
