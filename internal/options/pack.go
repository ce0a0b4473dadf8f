//go:build ignore

// Pack makes facts.gz from a dump of CAPE's option classes: go run pack.go DUMP.json. It keeps what
// facts_read.go reads, in the form described there, and nothing else.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"slices"
	"strings"
)

type dump struct {
	Classes       map[string]class
	Solvers       map[string]struct{ Root, ControlFile string }
	LegacyArchive []string
}

type class struct {
	Open        bool
	Options     map[string]option
	DeadAliases map[string]string
	AnyKey      *option
	NamesFrom   string
	Scalar      []string
	Kinds       *struct {
		By                 string
		Map                map[string]string
		TypeAliases        map[string]string
		TypeDefaultsToName bool
	}
}

type option struct {
	Types     []string
	Values    []json.RawMessage
	Aliases   []string
	Default   json.RawMessage
	ListDepth int
	Section   string
	Fallback  string
}

func main() {
	src, err := os.ReadFile(os.Args[1])
	check(err)
	var d dump
	check(json.Unmarshal(src, &d))
	var b bytes.Buffer
	zip, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	check(err)
	line := func(fields ...string) { fmt.Fprintln(zip, strings.Join(fields, "\t")) }
	for _, s := range sorted(d.Solvers) {
		line("solver", s, d.Solvers[s].Root, d.Solvers[s].ControlFile)
	}
	line("archive", strings.Join(d.LegacyArchive, ","))
	for _, id := range sorted(d.Classes) {
		write(line, id, d.Classes[id])
	}
	check(zip.Close())
	check(os.WriteFile("facts.gz", b.Bytes(), 0o644))
}

func write(line func(...string), id string, c class) {
	line("class", id, flag(c.Open, "open"), flag(len(c.Scalar) > 0, "switch"), c.NamesFrom)
	for _, alias := range sorted(c.DeadAliases) {
		line("dead", alias, c.DeadAliases[alias])
	}
	if k := c.Kinds; k != nil {
		line("kinds", k.By, flag(k.TypeDefaultsToName, "name"))
		for _, v := range sorted(k.Map) {
			line("kind", v, k.Map[v])
		}
		for _, v := range sorted(k.TypeAliases) {
			line("spelling", v, k.TypeAliases[v])
		}
	}
	for _, name := range sorted(c.Options) {
		writeOption(line, name, c.Options[name])
	}
	if c.AnyKey != nil {
		writeOption(line, "", *c.AnyKey)
	}
}

func writeOption(line func(...string), name string, o option) {
	var values []string
	for _, v := range o.Values {
		values = append(values, compact(v))
	}
	depth := ""
	if o.ListDepth > 0 {
		depth = fmt.Sprint(o.ListDepth)
	}
	line("o", name, strings.Join(o.Types, ","), depth, o.Section, o.Fallback,
		strings.Join(o.Aliases, ","), strings.Join(values, ","), compact(o.Default))
}

func compact(raw json.RawMessage) string {
	if len(raw) == 0 {
		return ""
	}
	var b bytes.Buffer
	check(json.Compact(&b, raw))
	return b.String()
}

func flag(on bool, word string) string {
	if on {
		return word
	}
	return ""
}

func sorted[V any](m map[string]V) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
