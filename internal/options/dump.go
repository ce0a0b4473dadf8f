package options

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/cape-ls/cape-ls/internal/text"
)

// DumpFormat is the format of the dump that ReadDump reads.
const DumpFormat = 1

// agentPackage stands among the solvers, since it has options too; its file is no control file.
const agentPackage = "agent"

// Identity says which CAPE a dump was made from.
type Identity struct {
	Version     string // may be empty
	Path        string // the folder of the package cape
	Fingerprint string // changes when the files that decide on options do; hexadecimal digits
}

var fingerprints = text.Pattern(`^[0-9a-f]{1,64}$`)

func (i Identity) whole() bool { return i.Path != "" && fingerprints().MatchString(i.Fingerprint) }

// dump is what the script that reads an installed CAPE writes.
type dump struct {
	Format  int
	Cape    Identity
	Solvers map[string]struct{ Root, ControlFile string }
	Classes map[string]struct {
		Title       string
		Open        bool
		Options     map[string]dumpOption
		DeadAliases map[string]string
		AnyKey      *dumpOption
		NamesFrom   string
		Scalar      []string
		Kinds       *struct {
			By                 string
			Map, TypeAliases   map[string]string
			TypeDefaultsToName bool
		}
	}
	Errors        map[string]string
	LegacyArchive []string
}

type dumpOption struct {
	Types, Aliases    []string
	Values            []any
	Default           any
	ListDepth         int
	Section, Fallback string
	Desc              string
}

// ReadIdentity reads only which CAPE a dump, or a probe, is from.
func ReadIdentity(src []byte) (Identity, error) {
	var d struct {
		Format int
		Cape   Identity
	}
	if err := json.Unmarshal(src, &d); err != nil {
		return Identity{}, err
	}
	if d.Format != DumpFormat || !d.Cape.whole() {
		return Identity{}, errFormat
	}
	return d.Cape, nil
}

var errFormat = errors.New("this is no description of CAPE's options")

// ReadDump reads what an installed CAPE knows of options. An error says that the text is not the whole output
// of the script.
func ReadDump(src []byte) (*Tree, error) {
	dec := json.NewDecoder(bytes.NewReader(src))
	dec.UseNumber()
	var d dump
	if err := dec.Decode(&d); err != nil {
		return nil, fmt.Errorf("options: %w", err)
	}
	if d.Format != DumpFormat || !d.Cape.whole() || len(d.Solvers) == 0 || len(d.Classes) == 0 {
		return nil, errFormat
	}
	t := &Tree{
		version: d.Cape.Version, path: d.Cape.Path, fingerprint: d.Cape.Fingerprint, broken: d.Errors, legacyArchive: d.LegacyArchive,
		classes: map[string]*Class{}, roots: map[string]*Class{}, files: map[string]string{},
	}
	for id := range d.Classes {
		t.read(&d, id)
	}
	if s, ok := d.Solvers[agentPackage]; ok {
		t.agent = t.class(s.Root)
		delete(d.Solvers, agentPackage)
	}
	for name, s := range d.Solvers {
		t.roots[name], t.files[name] = t.class(s.Root), s.ControlFile
	}
	for id, c := range t.classes {
		if _, ok := d.Classes[id]; !ok {
			c.Open = true // referred to, and not described
		}
	}
	t.makeSound()
	return t, nil
}

func (t *Tree) read(d *dump, id string) {
	from, c := d.Classes[id], t.class(id)
	c.Title, c.Open, c.NamesFrom, c.Switch = from.Title, from.Open || len(from.Options) == 0, from.NamesFrom, len(from.Scalar) > 0
	for name, o := range from.Options {
		opt := t.dumped(name, o)
		c.Options[name] = opt
		c.names = append(c.names, name)
		for _, alias := range opt.Aliases {
			c.Aliases[alias] = name
		}
	}
	slices.Sort(c.names)
	c.DeadAliases = from.DeadAliases
	for alias, full := range from.DeadAliases {
		c.Aliases[alias] = full
	}
	if from.AnyKey != nil {
		c.AnyKey = t.dumped("", *from.AnyKey)
	}
	if k := from.Kinds; k != nil && k.By != "" {
		c.Kinds = &Kinds{By: k.By, Map: map[string]*Class{}, TypeAliases: k.TypeAliases, DefaultsToName: k.TypeDefaultsToName}
		for value, class := range k.Map {
			c.Kinds.Map[value] = t.class(class)
		}
	}
}

func (t *Tree) dumped(name string, o dumpOption) *Option {
	opt := &Option{
		Name: name, Aliases: o.Aliases, Types: t.types(o.Types), Default: ordered(o.Default),
		ListDepth: max(o.ListDepth, 0), Fallback: o.Fallback, Desc: o.Desc,
	}
	for _, v := range o.Values {
		opt.Values = append(opt.Values, ordered(v))
	}
	if o.Section != "" {
		opt.Section = t.class(o.Section)
	}
	return opt
}
