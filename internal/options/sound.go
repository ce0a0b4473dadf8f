package options

import "slices"

// What the rules for control files take for granted of a tree that is not the bundled one: where a CAPE has one
// of these sections, the options below it are there, and so are the classes that tell kinds apart. Every release
// that has classes of options does; of a tree that lacks one, the bundled facts take the place.
var takenForGranted = []struct {
	section string
	options []string // of the section
	kinds   bool     // the section has sub-sections of several kinds
}{
	{section: "RunMatrix", options: []string{"Keys", "Definitions"}},
	{section: "DataBook", kinds: true},
	{section: "Report", options: []string{"Figures", "Subfigures", "Sweeps"}},
}

// makeSound puts bundled facts in the place of what a tree lacks.
func (t *Tree) makeSound() {
	for _, c := range t.classes {
		if c.Kinds != nil && c.Kinds.Map["_default_"] == nil {
			c.Kinds.Map["_default_"] = &Class{ID: c.ID + ".Other", Open: true}
		}
	}
	for solver, root := range t.roots {
		donor := Bundled().For(solver)
		for _, g := range takenForGranted {
			opt := root.Options[g.section]
			if opt == nil || opt.Section == nil {
				continue
			}
			from := donor.Sub(g.section)
			if g.kinds && opt.Section.Kinds == nil {
				opt.Section.Kinds = from.Kinds
			}
			for _, name := range g.options {
				opt.Section.lend(from.Options[name])
			}
		}
	}
}

// lend gives a class an option that it lacks, or that has not the form that another has.
func (c *Class) lend(other *Option) {
	own := c.Options[other.Name]
	switch {
	case own == nil:
		c.Options[other.Name] = other
		if len(c.names) > 0 {
			c.names = append(c.names, other.Name)
			slices.Sort(c.names)
		}
	case other.Section == nil:
	case own.Section == nil:
		c.Options[other.Name] = other
	case own.Section.Kinds == nil:
		own.Section.Kinds = other.Section.Kinds
	}
}
