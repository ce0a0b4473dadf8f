package control

import (
	"path/filepath"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/options"
)

// subfigureFiles are the options of subfigures that name files of the user's. An ImageFile is made in the
// folder of the case, and nothing can be said of it.
var subfigureFiles = map[string]string{
	"Layout":     "the picture is left out of the report",
	"PythonFile": "the script is not run, and the picture is left out of the report",
}

// titleFiles are the options of reports that name pictures in the folder of the report.
var titleFiles = []string{"Logo", "Frontispiece"}

// reportFiles lists the files that reports are made of.
func (p *pass) reportFiles(top *section, class *options.Class) []fileRef {
	opt := class.Options["Report"]
	if opt == nil || opt.Section == nil {
		return nil
	}
	rep := p.sub(top, class, "Report")
	var out []fileRef
	add := func(value *capejson.Node, who ownership, effect, below string) {
		list, _ := texts(value)
		for _, n := range list {
			if who == own {
				out = append(out, fileRef{n, codeLayout, effect, []string{n.String(), filepath.Join(below, n.String())}})
			}
		}
	}
	subfigures := p.sub(rep, opt.Section, "Subfigures")
	kinds := opt.Section.Options["Subfigures"].Section
	for _, sub := range p.ownSubsections(subfigures, kinds) {
		for option, effect := range subfigureFiles {
			value, who := sub.section.get(sub.class, option)
			add(value, who, effect, "")
		}
	}
	for _, e := range rep.entries {
		if e.own == foreign || e.value.Kind != capejson.Object || opt.Section.Options[opt.Section.Full(e.name)] != nil {
			continue
		}
		s := p.section(e.value)
		for _, option := range titleFiles {
			value, who := s.get(nil, option)
			add(value, who, "the report cannot be made with it", "report")
		}
	}
	return append(out, p.targetFiles(top, class)...)
}

// targetFiles lists the files with the data that plots are compared with.
func (p *pass) targetFiles(top *section, class *options.Class) []fileRef {
	opt := class.Options["DataBook"]
	if opt == nil || opt.Section == nil || opt.Section.Options["Targets"] == nil {
		return nil
	}
	var out []fileRef
	for _, e := range p.sub(p.sub(top, class, "DataBook"), opt.Section, "Targets").entries {
		if e.own == foreign || e.value.Kind != capejson.Object {
			continue
		}
		value, who := p.section(e.value).get(nil, "File")
		if value != nil && value.Kind == capejson.String && who == own {
			out = append(out, fileRef{value, codeLayout, "CAPE has nothing to compare with", []string{value.String()}})
		}
	}
	return out
}
