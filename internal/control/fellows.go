package control

import (
	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/options"
)

// Fellow is a control file that may share files with another text: an included file, a run matrix, a
// Config.xml.
type Fellow struct {
	Tree *capejson.Tree
	Env  Env
}

// guest reports whether the text is no control file itself but belongs to some: an included file or a run
// matrix.
func (p *pass) guest() bool {
	return len(p.env.Fellows) > 0 && (p.env.Class != nil || p.classOf() == nil)
}

// host returns the pass over the control file: that of the first fellow for a guest.
func (p *pass) host() *pass {
	if !p.guest() {
		return p
	}
	f := p.env.Fellows[0]
	return newPass(f.Tree, f.Env)
}

// whole returns the top of the control file and its options.
func (p *pass) whole() (*section, *options.Class) {
	h := p.host()
	return h.section(h.tree.Root), h.classOf()
}

// seenFrom returns the mentions of a fellow with files named as the text sees them.
func (p *pass) seenFrom(f Fellow) []mention {
	all := newPass(f.Tree, f.Env).mentions()
	for i := range all {
		switch all[i].file {
		case "":
			all[i].file = f.Env.Path
		case p.env.Path:
			all[i].file = ""
		}
	}
	return all
}

// namesHere returns the mentions of the control file: for a guest, those of its first host.
func (p *pass) namesHere() []mention {
	if p.guest() {
		return p.seenFrom(p.env.Fellows[0])
	}
	return p.mentions()
}

// named returns the mention at an offset, and all those of the control files that know the same thing: of
// the text's own, and of fellows that share a place which names it. It is nil when there is no name.
func (p *pass) named(offset int) (all []mention, m *mention) {
	if !p.guest() {
		all = p.mentions()
		m = mentionAt(all, offset)
	}
	for _, f := range p.env.Fellows {
		if m == nil && !p.guest() {
			return nil, nil
		}
		more := p.seenFrom(f)
		if m == nil {
			all = more
			m = mentionAt(all, offset)
			continue
		}
		if share(all, more, *m) {
			found := *m
			all = append(all, more...)
			m = &found
		}
	}
	if m == nil {
		return nil, nil
	}
	found := *m
	return all, &found
}

// share reports whether two control files have a place in common that names a thing.
func share(one, other []mention, m mention) bool {
	type place struct {
		file  string
		start int
	}
	places := map[place]bool{}
	for _, o := range one {
		if o.is(m) {
			places[place{o.file, o.span.Start}] = true
		}
	}
	for _, o := range other {
		if o.is(m) && places[place{o.file, o.span.Start}] {
			return true
		}
	}
	return false
}
