// Package toolrun starts other programs: scripts of the tools folder (run_user_tool of
// cape.agent.skills.usertools), and git, which CAPE asks for the files of the newest commit. It is the
// only room that may.
//
// It promises CAPE's order of tests and its error texts, no standard input (that belongs to the
// protocol), a bound on the output that is kept, and that at a time limit or when the caller gives up the
// script dies with everything it started. It does not decide which interpreter is right, and it keeps no
// session.
package toolrun
