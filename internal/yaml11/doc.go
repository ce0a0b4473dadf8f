// Package yaml11 reads YAML as PyYAML 6.0 safe_load reads it, which is YAML 1.1 with habits of its own:
// `yes` is a boolean, `010` is eight, `1:30` is ninety, a tab in a plain value is fatal, the last of two
// equal keys wins in silence.
//
// It promises the verdict (accepted, or the first error with its words, line and column), the values with
// their types, and byte spans for every node, so that an editor can point at what it says. Parse never
// fails: a refused text still gives the keys that can be read around the fault, and one problem for each
// cause. Time and memory grow linearly with the text; aliases share what they name and are never expanded.
//
// It deliberately lacks a writer, more than one document, decoding into Go values, Python's own
// tags, and any encoding but UTF-8.
package yaml11
