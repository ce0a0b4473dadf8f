// Package options knows what CAPE's options are: names, aliases, types, allowed values, defaults and
// sections, for the control file of each solver and for cape-agent.json; and it reads cape-agent.json
// as CAPE does.
//
// It promises CAPE's own verdicts: which setting is kept, which is dropped and with which words
// (ReadAgent), and what a look-up then gives (Agent). It works on decoded values and has no files, no
// places in a text and no findings; those are in the room control. It does not evaluate "@expr",
// "@map" or "@cons", since there is no run matrix to evaluate them against.
//
// The options of control files are a Tree: the bundled one, or one that was read from an installed CAPE
// (ReadDump). The bundled table (facts.gz, see NOTICE at the top of the project) holds facts about the
// interface of CAPE 2.2.2 (NASA): names, types, values, defaults and nesting of its options. It holds no
// text, documentation or code of CAPE. Descriptions of an installed CAPE are shown and not kept here.
package options
