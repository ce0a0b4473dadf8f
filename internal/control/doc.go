// Package control says what is wrong in a control file of CAPE, in its run matrix and in cape-agent.json,
// finds the control file as `cape find-json` does, and knows what stands where in these files.
//
// It promises: every finding has a code of Rules and a span inside the file; a value is called wrong only
// where CAPE drops it, breaks on it, or reads something else than what is written; nothing is said about
// what stands in a part that cannot be read. Other files are looked at through repo.Files only, but for where
// a link leads; a file that is included or named counts from the folder CAPE runs in, as in CAPE.
//
// It leaves syntax to capejson, and in YAML control files, of which it knows nothing but the syntax, to yaml11;
// the facts about options are those of the room options. It does not evaluate "@expr", does not run a user's
// functions, and does not read meshes.
package control
