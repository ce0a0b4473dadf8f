package e2e

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// startNeovim starts a Neovim that applies edits with its own LSP client.
func startNeovim(t *testing.T) *applier {
	t.Helper()
	nvim := neovim(t)
	script, err := filepath.Abs(filepath.Join("testdata", "nvim", "applier.lua"))
	require.NoError(t, err)
	home := t.TempDir()
	cmd := exec.Command(nvim, "--headless", "-u", "NONE", "-i", "NONE", "-n", "-S", script)
	cmd.Env = append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_DATA_HOME="+home, "XDG_STATE_HOME="+home, "XDG_CACHE_HOME="+home)
	a := serve(t, cmd)
	a.name = "Neovim"
	return a
}

// loneCR makes line ends that Neovim takes for part of a line, in a text with others, into ones that it knows.
var loneCR = strings.NewReplacer("\r\n", "\r\n", "\r", "\n")

// nul takes out the one character behind which Neovim 0.7 does not count columns of UTF-16.
var nul = strings.NewReplacer("\x00", "\x01")

// neovimRound makes a round with a text that Neovim can hold: with one kind of line end, or with LF and CRLF.
// No part of a round begins or ends inside a CRLF, so they can be changed one by one.
func neovimRound(r *rand.Rand) round {
	c := randomRound(r)
	for _, part := range []*string{&c.before, &c.span, &c.after, &c.old, &c.new} {
		*part = nul.Replace(*part)
		if c.end == "" {
			*part = loneCR.Replace(*part)
		}
	}
	return c
}

// TestNeovimEditsEqualReplacement makes random edits of random texts and lets Neovim apply what the server
// sends, in a buffer of a file and in one without 'endofline'.
func TestNeovimEditsEqualReplacement(t *testing.T) {
	rounds := 300
	if os.Getenv("CAPE_LS_NIGHTLY") == "1" {
		rounds = 5000
	}
	editAtRandom(t, newEditor(t, startNeovim(t)), rounds, neovimRound)
}
