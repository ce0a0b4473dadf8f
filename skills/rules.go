package skills

import (
	"fmt"
	"slices"

	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/text"
	"github.com/cape-ls/cape-ls/internal/yaml11"
)

// Rule is one row of the table: what is published of a rule, and what finds it.
type Rule struct {
	diag.Rule
	find func(*check)
}

// Check returns the findings in a file, sorted by place.
func Check(f *File, env Env) []diag.Diagnostic {
	c := newCheck(f, env)
	for i := range Rules {
		c.rule = &Rules[i]
		c.rule.find(c)
	}
	diag.Sort(c.out)
	return c.out
}

// check is one run of the rules over one file.
type check struct {
	f     *File
	env   Env
	judge Judge
	rule  *Rule
	out   []diag.Diagnostic

	cape  capeReading          // what CAPE makes of the file; filled in only where CAPE is judge
	links []resolved           // where the links lead, once they were followed
	right map[string]string    // keys that were looked at, and what they are meant to be
	cut   map[string]text.Span // keys whose values a number sign cuts off, with all that was meant

	around   text.Span // the last paragraph that was looked at
	examples bool      // it names files as examples
}

// capeReading is the answer of read_skillfile.
type capeReading struct {
	skill Skill
	err   *ReadError
}

func newCheck(f *File, env Env) *check {
	if env.Files != nil {
		env.Files = newFolders(env.Files)
	}
	c := &check{f: f, env: env, judge: env.Judge()}
	if c.judge == ByCAPE {
		c.cape.skill, c.cape.err = readAs(f, env.Path)
	}
	return c
}

// report adds a finding of the current rule and returns it, to be filled in further. The pointer is good
// until the next call.
func (c *check) report(span text.Span, format string, args ...any) *diag.Diagnostic {
	c.out = append(c.out, diag.Diagnostic{
		Code:     c.rule.Code,
		Severity: c.rule.Severity,
		Span:     span.Clamp(len(c.f.Src)),
		Message:  fmt.Sprintf(format, args...),
	})
	return &c.out[len(c.out)-1]
}

// effect chooses the end of a message: what CAPE does where CAPE is judge, else what agents do.
func (c *check) effect(cape, format string) string {
	if c.judge == ByCAPE {
		return cape
	}
	return format
}

// What happens to a file that cannot be read as a skill.
const (
	capeSkips  = "CAPE skips this skill"
	agentsSkip = "agents do not load this skill"
)

func (c *check) skipped() string { return c.effect(capeSkips, agentsSkip) }

// firstLine is where a finding about the file as a whole is shown.
func (c *check) firstLine() text.Span {
	l := lineAt(c.f.Src, c.f.BOM)
	return l.Span
}

// told reports whether a rule has already found something in the span: a cause that is told once is not
// told again in other words.
func (c *check) told(span text.Span, codes ...diag.Code) bool {
	return slices.ContainsFunc(c.out, func(d diag.Diagnostic) bool {
		return slices.Contains(codes, d.Code) && (d.Span.Start < span.End && span.Start < d.Span.End || d.Span == span)
	})
}

// found reports whether a rule has found anything at all.
func (c *check) found(codes ...diag.Code) bool {
	return slices.ContainsFunc(c.out, func(d diag.Diagnostic) bool { return slices.Contains(codes, d.Code) })
}

// value returns the entry that counts for a key and its value, when that value could be read.
func (c *check) value(key string) (Entry, *yaml11.Node, bool) {
	e, ok := c.f.Field(key)
	if !ok || e.Pair.Value == nil || e.Pair.Value.Broken {
		return e, nil, false
	}
	return e, e.Pair.Value, true
}

// edit returns a fix that replaces one span of the file.
func edit(title string, span text.Span, with string) diag.Fix {
	return diag.Fix{Title: title, Edits: []diag.Edit{{Span: span, New: with}}}
}

// preferred marks a fix as the one right answer.
func preferred(f diag.Fix) diag.Fix {
	f.Preferred = true
	return f
}
