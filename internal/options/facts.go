package options

import (
	"bytes"
	"compress/gzip"
	_ "embed" // for the packed facts
	"encoding/binary"
	"io"
	"strings"
	"sync"
)

//go:embed facts.gz
var packed []byte

// FactsVersion is the release of CAPE that the bundled facts describe. A newer CAPE knows more options.
const FactsVersion = "2.2.2"

// DefaultSolver is whose options a control file has when nothing in it tells another solver.
const DefaultSolver = "cfdx"

// bundled decodes the facts when they are first asked for, so that a start without control files does
// not pay for them.
var bundled = sync.OnceValue(decodeFacts)

func decodeFacts() *Tree {
	zip, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		// The file is part of the program and a test reads it; without it every name is accepted.
		return &Tree{version: FactsVersion}
	}
	var src strings.Builder
	src.Grow(int(binary.LittleEndian.Uint32(packed[len(packed)-4:]))) // the size of the text (RFC 1952, ISIZE)
	if _, err := io.Copy(&src, zip); err != nil {
		return &Tree{version: FactsVersion}
	}
	t := readFacts(src.String())
	t.version = FactsVersion
	return t
}

// SolverOf returns the solver whose control file has a default name: "pyFun.json" or "pyFun.yaml". The
// empty text: the name tells nothing.
func SolverOf(base string) string {
	stem, ext, _ := strings.Cut(base, ".")
	if ext != "json" && ext != "yaml" && ext != "yml" {
		return ""
	}
	switch stem {
	case "pyCart", "pyFun", "pyKes", "pyLava", "pyLCH", "pyOver", "pyUS":
		return strings.ToLower(stem)
	case "cape":
		return DefaultSolver
	}
	return ""
}

// Child returns the class of the mapping that stands under a name, nil when it is not known. The kind is
// the value that tells the kinds apart, for instance that of Type.
func (c *Class) Child(name, kind string) *Class {
	opt := c.Options[c.Full(name)]
	if opt != nil && opt.Section != nil {
		return opt.Section
	}
	if opt == nil && c.Kinds != nil {
		if class, _ := c.Kinds.For(kind); class != nil {
			return class
		}
	}
	if opt == nil {
		opt = c.AnyKey
	}
	if opt != nil {
		for _, t := range opt.Types {
			if t.Class != nil {
				return t.Class
			}
		}
	}
	return nil
}
