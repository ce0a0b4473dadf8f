package lsp

import (
	"context"
	"encoding/json"
)

// refusedUntrusted is the answer to commands that would run a program in a workspace that is not trusted. It
// names the ways out, since only the user can take them.
const refusedUntrusted = "programs of this repository are run only in a trusted workspace: trust it in the editor, set cape.trust, " +
	"or start the server with --trust"

// trusted reports whether programs of the repository, and the user's Python on its files, may be started. What
// the client says, at initialize or later, decides; a client that says nothing is trusted by the flag --trust or the
// setting cape.trust. Without any of them nothing is ever run.
//
// Trust alone runs nothing of the repository: opening, scanning, hovering and checking never do. It allows the
// commands that a user gives, and that the user's Python is asked, with a script of this program and away from
// the repository, what the installed CAPE knows of options (optionfacts.go).
func (s *server) trusted() bool {
	if said := s.clientTrust.Load(); said != nil {
		return *said
	}
	return s.opts.Trust || s.settings.Load().Trust
}

// saidTrust reads what the client says of trust: nil when it says nothing, no when that cannot be understood.
func saidTrust(raw json.RawMessage) *bool {
	if len(raw) == 0 || string(raw) == "null" {
		return nil
	}
	var yes bool
	if json.Unmarshal(raw, &yes) != nil {
		yes = false
	}
	return &yes
}

// methodTrust is a notification of the client: the user's trust in the workspace has changed. Another server in place
// of this one would know it too, but not what the agent has edited in this session.
const methodTrust = "cape/trust"

type trustParams struct {
	Trusted json.RawMessage `json:"trusted"`
}

// didChangeTrust implements cape/trust. Without a member "trusted", the client takes back what it said before.
func (s *server) didChangeTrust(p *trustParams) error {
	s.clientTrust.Store(saidTrust(p.Trusted))
	s.factsWanted()
	s.background("trust", func(context.Context) { s.refreshLenses() }) // tools can be run now, or no longer
	return nil
}
