package control

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/allow"
	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/options"
	"github.com/cape-ls/cape-ls/internal/repo"
)

// CheckAgent returns what is wrong in cape-agent.json beyond its syntax, sorted by place.
func CheckAgent(tree *capejson.Tree, env Env) []diag.Diagnostic {
	p := newPass(tree, env)
	p.includeRules()
	root := tree.Root
	switch root.Kind {
	case capejson.Object:
	case capejson.Missing, capejson.Bad, capejson.Included:
		return p.done()
	default:
		p.found(codeAgentShape, root.Span, fmt.Sprintf("the file must hold an object, not %s: CAPE's agent does not start", saidKind(root)))
		return p.done()
	}
	class := options.AgentClass()
	top := p.section(root)
	if p.modelList(top, class) {
		p.options(class, root, "")
		p.levels()
	}
	p.agentNulls(top, class)
	p.agentLists(top, class)
	p.agentRules(top.entries)
	for _, e := range top.entries {
		if class.Options[class.Full(e.name)] == nil && e.value.Kind == capejson.Object {
			p.agentRules(p.section(e.value).entries)
		}
	}
	p.patterns(top, class)
	p.toolDir(top, class)
	p.parents(top, class)
	return p.done()
}

// modelList checks the list of models; false means that CAPE stops at it.
func (p *pass) modelList(top *section, class *options.Class) bool {
	fine := true
	for _, e := range top.entries {
		if class.Full(e.name) != "ModelList" || e.own == foreign {
			continue
		}
		const effect = "CAPE's agent does not start"
		switch typ := typeOf(e.value); {
		case typ == "list":
			for _, item := range e.value.Items {
				if t := typeOf(item); t != "str" && t != "" {
					p.found(codeModelList, item.Span, fmt.Sprintf("a name in %s must be a string, not %s: %s", e.name, saidKind(item), effect))
					fine = false
				}
			}
		case typ == "str":
			fine = false
			p.found(codeModelList, e.value.Span, fmt.Sprintf("%s must be a list of strings: %s", e.name, effect),
				replaceFix("Put it in a list", e.value.Span, "["+e.value.Text()+"]", sure))
		case typ != "":
			fine = false
			p.found(codeModelList, e.value.Span, fmt.Sprintf("%s must be a list of strings, not %s: %s", e.name, saidKind(e.value), effect))
		}
	}
	return fine
}

// agentNulls: null is not the same as leaving an option out.
func (p *pass) agentNulls(top *section, class *options.Class) {
	effects := map[string]string{
		"EditAllowList": "CAPE's agent does not start",
		"ToolDir":       "CAPE's agent stops when it looks for tools",
	}
	for _, e := range top.entries {
		if e.own == foreign || e.key == nil {
			continue
		}
		full := class.Full(e.name)
		if e.value.Kind == capejson.Null {
			if effect := effects[full]; effect != "" {
				p.found(codeNull, e.value.Span, fmt.Sprintf("%s must not be null: %s; leave the option out to have its default", e.name, effect))
			} else if class.Options[full] == nil && p.listed(top, class, e.name) {
				p.foundAs(diag.Error, codeNull, e.value.Span, fmt.Sprintf("the section of a model must be an object, not null: CAPE's agent fails for %s", quote(e.name)))
			}
			continue
		}
		if full == "EditAllowList" && e.value.Kind == capejson.Array {
			p.patternTypes(e)
		}
		if class.Options[full] == nil && e.value.Kind == capejson.Object {
			p.modelNulls(e)
		}
	}
}

func (p *pass) listed(top *section, class *options.Class, name string) bool {
	list, _ := top.get(class, "ModelList")
	words, _ := wordsOf(list)
	return slices.Contains(words, name)
}

// patternTypes: what is no text in EditAllowList passes when the file is read, and fails at each edit.
func (p *pass) patternTypes(e entry) {
	for _, item := range e.value.Items {
		if item.Kind == capejson.Null || item.Kind == capejson.Array {
			p.found(codeNull, item.Span, fmt.Sprintf("a pattern in %s must be a string, not %s: each edit that comes to it fails with a TypeError", e.name, saidKind(item)))
		}
	}
}

// modelNulls: null for a level means everything, not nothing.
func (p *pass) modelNulls(e entry) {
	class := options.ModelClass()
	for _, m := range p.section(e.value).entries {
		full := class.Full(m.name)
		if m.own == foreign || m.value.Kind != capejson.Null || full != "ToolSet" && full != "SkillSet" {
			continue
		}
		p.foundAs(diag.Warning, codeNull, m.value.Span, fmt.Sprintf("%s null means all of them: write \"none\" for none", m.name),
			replaceFix(`Change to "none"`, m.value.Span, `"none"`, maybe))
	}
}

// agentLists: a list passes where one text is meant, and breaks later.
func (p *pass) agentLists(top *section, class *options.Class) {
	check := func(c *options.Class, entries []entry, breaks ...string) {
		for _, e := range entries {
			if e.own == foreign || e.value.Kind != capejson.Array || !slices.Contains(breaks, c.Full(e.name)) {
				continue
			}
			var fixes []diag.Fix
			if len(e.value.Items) == 1 && e.value.Items[0].Kind == capejson.String {
				fixes = append(fixes, replaceFix("Take it out of the list", e.value.Span, e.value.Items[0].Text(), sure))
			}
			p.found(codeList, e.value.Span, fmt.Sprintf("%s must be one string, not a list: CAPE's agent fails when it uses it", e.name), fixes...)
		}
	}
	check(class, top.entries, "ToolDir", "URL", "Model")
	for _, e := range top.entries {
		if class.Options[class.Full(e.name)] == nil && e.value.Kind == capejson.Array && e.own == own && p.listed(top, class, e.name) {
			p.found(codeList, e.value.Span, fmt.Sprintf("the section of a model must be an object, not a list: CAPE's agent takes no setting from it for %s", quote(e.name)))
		}
		if class.Options[class.Full(e.name)] == nil && e.value.Kind == capejson.Object && e.own == own {
			check(options.ModelClass(), p.section(e.value).entries, "ToolSet", "SkillSet", "Parent")
		}
	}
}

// agentRules: a rule such as {"@expr": "$mach"} is kept unread. It needs the conditions of a case, which an agent
// has not, and fails when the option is looked up. Only "@raw" gives a value.
func (p *pass) agentRules(entries []entry) {
	for _, e := range entries {
		if e.own == foreign || e.value.Kind != capejson.Object {
			continue
		}
		for _, m := range e.value.Members {
			if m.Key != nil && slices.Contains([]string{"@expr", "@map", "@cons"}, m.Key.String()) {
				p.found(codeSpecial, m.Key.Span, fmt.Sprintf("%s must be a value, not a rule: there are no conditions to take it from, and CAPE's agent fails when it looks %s up", e.name, e.name))
			}
		}
	}
}

// patterns checks EditAllowList: what can never match, and what matches nothing now.
func (p *pass) patterns(top *section, class *options.Class) {
	value, who := top.get(class, "EditAllowList")
	if value == nil || who == foreign {
		return
	}
	list, _ := texts(value)
	for _, n := range list {
		pattern := n.String()
		why, fix := neverMatches(pattern)
		if why == "" {
			p.literalPattern(n, pattern)
			continue
		}
		var fixes []diag.Fix
		if fix != "" && fix != pattern {
			fixes = append(fixes, replaceFix("Change to "+quote(fix), n.InnerSpan(), fix, sure))
		}
		p.found(codePattern, n.InnerSpan(), "this pattern matches no file: "+why, fixes...)
	}
	p.magicPatterns(list)
}

// literalPattern looks for the file that a pattern without wildcards names.
func (p *pass) literalPattern(n *capejson.Node, pattern string) {
	if p.env.Files == nil || pattern == "" || allow.Magic(pattern) {
		return
	}
	path := filepath.Join(p.env.Root, pattern)
	info, err := p.env.Files.Stat(path)
	switch {
	case err != nil:
		p.found(codePatternUnused, n.InnerSpan(), fmt.Sprintf("there is no file %s to edit", quote(pattern)))
	case info.IsDir():
		p.found(codePattern, n.InnerSpan(), "this pattern matches no file: it names a folder",
			replaceFix("Change to "+quote(pattern+"/*"), n.InnerSpan(), pattern+"/*", maybe))
	case isLink(p.env.Root, filepath.FromSlash(pattern)):
		target, err := filepath.Rel(repo.RealPath(p.env.Root), repo.RealPath(path))
		if err != nil {
			return
		}
		p.found(codePattern, n.InnerSpan(), fmt.Sprintf(
			"this pattern matches no file: it names a link, and CAPE compares the name of what it leads to, %s", quote(filepath.ToSlash(target))))
	}
}

// neverMatches says why a pattern can match no name that is relative to the root with links resolved, and
// how it must be written.
func neverMatches(pattern string) (why, fix string) {
	clean := allow.Normalize(pattern)
	if strings.HasPrefix(clean, "..") || strings.HasPrefix(clean, "/") || strings.ContainsAny(clean, "[") {
		clean = ""
	}
	switch {
	case pattern == "":
		return "it is empty", ""
	case strings.HasPrefix(pattern, "/"):
		return "names are compared relative to the root folder, without a / in front", ""
	case strings.HasPrefix(pattern, "./"):
		return "names are compared without ./ in front", clean
	case strings.HasPrefix(pattern, "../"):
		return "files outside the root folder cannot be edited", ""
	case strings.HasPrefix(pattern, "~"):
		return "", ""
	case strings.HasSuffix(pattern, "/"):
		return "it ends with a /, which no file name does", pattern + "*"
	case strings.Contains(pattern, "//"), strings.Contains(pattern, "/./"), strings.Contains(pattern, "/../"):
		return "names are compared after //, /./ and /../ are resolved", clean
	}
	return "", ""
}

// toolDir looks for the folder of user tools.
func (p *pass) toolDir(top *section, class *options.Class) {
	value, who := top.get(class, "ToolDir")
	if value == nil || who == foreign || value.Kind != capejson.String || p.env.Files == nil {
		return
	}
	dir := value.String()
	path := dir
	if !filepath.IsAbs(dir) {
		path = filepath.Join(p.env.Root, dir)
	}
	if info, err := p.env.Files.Stat(path); err == nil && info.IsDir() {
		return
	}
	p.found(codeToolDir, value.InnerSpan(), fmt.Sprintf("the folder %s does not exist: CAPE finds no tools and says so only when they are asked for", quote(dir)))
}

// parents checks Parent in the sections of models: circles, and models that have no section.
func (p *pass) parents(top *section, class *options.Class) {
	model := options.ModelClass()
	parentOf := func(name string) *capejson.Node {
		e := top.entry(nil, name)
		if e == nil || e.value.Kind != capejson.Object || class.Options[name] != nil || !p.listed(top, class, name) {
			return nil
		}
		v, who := p.section(e.value).get(model, "Parent")
		if v == nil || v.Kind != capejson.String || who == foreign || e.own == foreign {
			return nil
		}
		return v
	}
	for _, e := range top.entries {
		by := parentOf(e.name)
		if by == nil || by.String() == e.name {
			continue
		}
		if top.entry(nil, by.String()) == nil || !p.listed(top, class, by.String()) {
			if top.complete {
				p.found(codeParent, by.InnerSpan(), fmt.Sprintf("there is no section %s to take settings from: CAPE uses defaults", quote(by.String())))
			}
			continue
		}
		if inCircle(e.name, parentOf) {
			p.found(codeParentCircle, by.InnerSpan(), "Parent must not lead back to this section: CAPE ends with a RecursionError when it looks for an option")
		}
	}
}

// inCircle follows parents from a name and reports whether they come back to it.
func inCircle(name string, parentOf func(string) *capejson.Node) bool {
	seen := map[string]bool{}
	for at := name; !seen[at]; {
		seen[at] = true
		by := parentOf(at)
		if by == nil || by.String() == at {
			return false
		}
		at = by.String()
		if at == name {
			return true
		}
	}
	return false
}
