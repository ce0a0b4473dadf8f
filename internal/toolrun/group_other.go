//go:build !unix

package toolrun

import (
	"os/exec"
	"strconv"
)

func ownGroup(*exec.Cmd) {}

// askGroup is not possible here: a console program has no way to be asked.
func askGroup(*exec.Cmd) bool { return false }

// killGroup ends the process and its children; Windows has a program for that.
func killGroup(cmd *exec.Cmd) {
	if exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(cmd.Process.Pid)).Run() != nil {
		_ = cmd.Process.Kill() // an error: it is gone already
	}
}

func exitCode(cmd *exec.Cmd) int { return cmd.ProcessState.ExitCode() }
