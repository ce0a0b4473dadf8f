// Package skills is what cape-ls knows of SKILL.md files: how one is read, what is wrong in it, and
// what can be offered while it is typed.
//
// It promises three things. Parse never fails and every span it gives lies inside the file, so that
// all features work on half-typed text. Read, Discover and Start answer as CAPE's own functions do
// (read_skillfile, discover_user_skills, and the start of its agent), down to the oddities, with CAPE's
// breakdowns as values. Check reports one finding for one cause, with the severity of the harm done.
//
// Two readers judge a file. CAPE's loader does where the file lies in .agents/skills/<NAME> of the
// repository's root; the Agent Skills format does anywhere else, and there CAPE is not mentioned.
//
// The package does no IO of its own: files are looked at through repo.Files. It knows nothing of the
// editor protocol, and it never writes YAML anew: a fix or a format is a list of byte edits.
package skills
