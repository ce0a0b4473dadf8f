// Package toolrun starts other programs: scripts of the tools folder (run_user_tool of
// cape.agent.skills.usertools), the user's Python to read the options of the installed CAPE, and git, which CAPE
// asks for the files of the newest commit. It is the only room that may.
//
// It promises CAPE's order of tests and its error texts, arguments that no shell sees, no standard input (that
// belongs to the protocol), a bound on the output that is kept, and that at a time limit or when the caller gives
// up the script is asked to end and then killed with everything it started. A process that left the group of its
// parent on purpose is not followed. What a door adds, a question before the run, the output as it comes, a
// private file that holds all of it, is in Job; without it a run is CAPE's.
//
// It does not decide whether a script may be run, and it keeps no session.
package toolrun
