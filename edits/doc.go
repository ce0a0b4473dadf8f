// Package edits turns what an agent asks for into edits that lose nothing: an exact search and replace,
// or the unified diff of a result made elsewhere, becomes a plan of byte edits, goes through a door (the
// editor or the disk), and ends as one outcome.
//
// It promises that an edit is exact or refused, that only bytes which change are replaced, that line
// ends, byte order marks and everything else outside the edit stay as they are, that a plan says which
// text it was made for, and that several edits are applied all or none. A refusal is a value that says
// what was found instead, so that the next try can be right.
//
// It has no fuzzy matching, no clock, no paths to resolve and no protocol types: texts, doors, the allow
// list and the time are handed in. The one thing it can do to a disk is through the writer of repo.
package edits
