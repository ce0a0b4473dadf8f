package control

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/options"
)

// definitionsRule looks at Definitions: names that are not used, formats that Python cannot use, and what
// a type needs besides its values.
func (p *pass) definitionsRule(m runMatrix) {
	if m.class == nil {
		return
	}
	for _, e := range m.defns.entries {
		if e.name != "Default" && e.own == own && !m.has[e.name] {
			p.definitionUnused(m, e)
		}
	}
	for _, sub := range m.definitions() {
		p.formatRule(sub)
		p.neededRule(sub)
	}
}

func (p *pass) definitionUnused(m runMatrix, e entry) {
	if !m.known || len(m.keys) == 0 || e.key == nil {
		return
	}
	var fixes []diag.Fix
	if near := p.close(e.name, m.keys); len(near) > 0 {
		fixes = append(fixes, renameFix(e.key, near[0], maybe))
	}
	p.found(codeKeyUndefined, e.key.Span, fmt.Sprintf("%s is not in Keys: CAPE does not use this definition", quote(e.name)), fixes...)
}

// formatRule: Format must be a %-format for one value of the type that the key has. It is used for the
// names of folders only.
func (p *pass) formatRule(sub subsection) {
	value, who := sub.section.get(sub.class, "Format")
	if value == nil || value.Kind != capejson.String || who == foreign {
		return
	}
	d := definition{sub.section, sub.class, true}
	if !d.flag("Label", true) {
		return
	}
	kind := d.text("Value", "float")
	f, why := parseFormat(value.String())
	const effect = "CAPE stops when it names the folders of cases"
	switch {
	case why != "":
		p.found(codeFormat, value.InnerSpan(), "Format "+why+": "+effect)
	case !f.fits(kind):
		must := map[bool]string{true: "%s", false: "%s, %f or %i"}[kind == "str"]
		p.found(codeFormat, value.InnerSpan(), fmt.Sprintf("Format must be for %s, such as %s: %s", kindWords[kind], must, effect))
	}
}

var kindWords = map[string]string{"str": "a text", "float": "a number with a decimal point"}

// neededRule: some types move or feed parts of the surface, and must say which.
func (p *pass) neededRule(sub subsection) {
	e, s, class := sub.entry, sub.section, sub.class
	if !s.complete {
		return
	}
	given := func(option string) *capejson.Node {
		v, _ := s.get(class, option)
		return v
	}
	switch class.Name() {
	case "TriTranslationDefnKeyOpts", "ConfigTranslationDefnKeyOpts":
		if given("Vector") == nil {
			p.needed(e, "Vector, the direction to move in: CAPE stops when it prepares a case")
		}
	case "TriRotationDefnKeyOpts", "ConfigRotationDefnKeyOpts":
		if v := given("Vector"); v != nil && (v.Kind == capejson.Array && len(v.Items) != 2 || v.Kind == capejson.String) {
			p.found(codeNeeded, v.Span, "Vector of a rotation must be a list of exactly two points: CAPE stops when it prepares a case")
		}
	case "SurfCPKeyDefnOpts", "SurfCTKeyDefnOpts":
		// Where grids are named, they tell the component.
		if given("CompID") == nil && given("Grids") == nil {
			p.needed(e, "CompID, the surface whose condition it sets: CAPE stops when it prepares a case")
		}
		return
	default:
		return
	}
	symmetric := []string{"CompID", "CompIDSymmetric", "CompIDTranslate", "CompIDTranslateSymmetric", "Points", "PointsSymmetric"}
	if !slices.ContainsFunc(symmetric, func(o string) bool { return given(o) != nil }) {
		p.needed(e, "CompID, the components to move: CAPE cannot tell what to move")
	}
}

func (p *pass) needed(e entry, what string) {
	at := e.value.Span
	if e.key != nil {
		at = e.key.Span
	}
	p.found(codeNeeded, at, fmt.Sprintf("%s must have %s", strings.TrimSpace(e.name), what))
}

// pointOptions are the options of run matrix keys that name points of Config.
var pointOptions = []string{"Vector", "Points", "PointsSymmetric", "TranslatePoints", "TranslatePointsSymmetric", "Center", "TranslateRefPoint"}

// movedPoints: the points that a key moves, or moves by, must be defined.
func (p *pass) movedPoints(m runMatrix, top *section, class *options.Class) {
	opt := class.Options["Config"]
	if opt == nil || opt.Section == nil || m.class == nil {
		return
	}
	config := p.sub(top, class, "Config")
	points := p.sub(config, opt.Section, "Points")
	if !config.complete || !points.complete {
		return
	}
	known := namesOf(points)
	var of *options.Class
	var has []string // the options of points that the class has; most keys are of few classes
	for _, sub := range m.definitions() {
		if sub.class != of {
			of = sub.class
			has = slices.DeleteFunc(slices.Clone(pointOptions), func(o string) bool { return of.Options[o] == nil })
		}
		for _, option := range has {
			value, who := sub.section.get(sub.class, option)
			if value == nil || who == foreign {
				continue
			}
			list, _ := texts(value)
			p.refs(codePoint, list, known, "point", "CAPE stops with a KeyError when it prepares a case; points are defined in Points of Config")
		}
	}
}
