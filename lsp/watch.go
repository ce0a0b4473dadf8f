package lsp

import "go.lsp.dev/protocol"

// watched are the files whose coming and going the server wants to hear of. Each pattern names its
// folders, except for the names that may lie anywhere: nothing makes a client look into case folders
// for the sake of unknown names, and no pattern asks for all files of a tree.
var watched = []string{
	"**/cape-agent.json",
	"**/[Ss][Kk][Ii][Ll][Ll].[Mm][Dd]",
	"**/tools/*.py",
	"**/{pyCart,pyFun,pyKes,pyLCH,pyLava,pyOver,pyUS,cape}.json",
}

// registerWatchers asks the client to watch, where it can be asked (client/registerCapability).
func (s *server) registerWatchers() {
	if !s.caps.Workspace.DidChangeWatchedFiles.DynamicRegistration {
		return
	}
	var list []map[string]any
	for _, p := range watched {
		list = append(list, map[string]any{"globPattern": p})
	}
	regs := []protocol.Registration{{
		ID: "cape-files", Method: protocol.MethodWorkspaceDidChangeWatchedFiles,
		RegisterOptions: value(map[string]any{"watchers": list}),
	}}
	if s.caps.Workspace.DidChangeConfiguration.DynamicRegistration {
		regs = append(regs, protocol.Registration{
			ID: "cape-settings", Method: protocol.MethodWorkspaceDidChangeConfiguration,
			RegisterOptions: value(map[string]any{"section": "cape"}),
		})
	}
	s.ask(registerTime, protocol.MethodClientRegisterCapability, &protocol.RegistrationParams{Registrations: regs}, nil)
}

type watchedParams struct {
	Changes []struct {
		URI  string
		Type int
	}
}

// didChangeWatchedFiles implements workspace/didChangeWatchedFiles.
func (s *server) didChangeWatchedFiles(p *watchedParams) error {
	if len(p.Changes) == 0 {
		return nil
	}
	s.ws.DiskChanged()
	s.analyzer.Load().Forget()
	s.checks.all() // also what was shown for files that went with a folder
	return nil
}
