package lsp

import (
	"context"
	"encoding/json"
	"path/filepath"
	"strings"
	"time"

	"go.lsp.dev/protocol"

	"github.com/cape-ls/cape-ls/internal/repo"
)

// registerTime bounds the wait for the answer to the server's own questions.
const registerTime = 10 * time.Second

// initialize answers LSP's initialize: what the client can is remembered, what the server can is told.
func (s *server) initialize(raw []byte) (any, error) {
	p, err := decodeInitialize(raw)
	if err != nil {
		return nil, err
	}
	s.caps = newCaps(p)
	s.enc = chooseEncoding(p.Capabilities.General.PositionEncodings)
	s.setFolders(p.folders())
	s.readOptions(p.InitializationOptions)
	if p.ProcessID != nil {
		s.watchProcess(clampInt(*p.ProcessID))
	}
	s.state.Store(stateRunning)
	return &protocol.InitializeResult{
		Capabilities: s.capabilities(),
		ServerInfo:   protocol.ServerInfo{Name: "cape-ls", Version: protocol.NewOptional(s.opts.Version)},
	}, nil
}

// firstFindings is how long what the first file of a window shows comes before what nobody has asked for yet.
const firstFindings = 50 * time.Millisecond

// warm reads the skills and tools of the workspace while the client makes up its mind what to ask.
func (s *server) warm(ctx context.Context) {
	a, snap := s.analysis(), s.ws.Snapshot()
	if a == nil {
		return
	}
	for _, root := range s.roots(snap) {
		if ctx.Err() == nil {
			a.Warm(snap, root)
		}
	}
}

// initOptions are what a client says of itself in initializationOptions; ClientOptions describes them.
type initOptions struct {
	CapeSave  bool            // the client answers cape/saveDocuments
	CapeShow  bool            // the client shows what the commands of code actions answer
	CapeTools bool            // the client shows the output of tools itself
	Trusted   json.RawMessage // true: programs of the workspace may be run
	Python    string          // the interpreter that the user chose in the editor
}

// readOptions takes what a client says of itself in initializationOptions, and settings given there.
func (s *server) readOptions(raw json.RawMessage) {
	var own initOptions
	_ = json.Unmarshal(raw, &own) // a member of a wrong type stays as it was, the others count
	s.saves, s.shows, s.showsRuns, s.clientPython = own.CapeSave, own.CapeShow, own.CapeTools, own.Python
	s.clientTrust.Store(saidTrust(own.Trusted))
	s.configure(raw)
}

// folders returns the workspace folders that the client named, in any of the three ways of the
// protocol's history.
func (p *initializeParams) folders() []workspaceFolder {
	switch {
	case len(p.WorkspaceFolders) > 0:
		return p.WorkspaceFolders
	case p.RootURI != "":
		return []workspaceFolder{{URI: p.RootURI}}
	case filepath.IsAbs(p.RootPath):
		return []workspaceFolder{{URI: string(new(spelling).uri(filepath.Clean(p.RootPath)))}}
	}
	return nil
}

// setFolders replaces the workspace folders.
func (s *server) setFolders(folders []workspaceFolder) {
	paths := make([]string, 0, len(folders))
	spelled := map[string]string{}
	for _, f := range folders {
		path, ok := pathOf(f.URI)
		if !ok {
			continue
		}
		paths = append(paths, path)
		spelled[path] = strings.TrimSuffix(f.URI, "/")
	}
	s.folders = folders
	s.spelling.setFolders(spelled)
	s.ws.SetFolders(paths)
}

// initialized begins what needs the client's answer: its settings, and the watching of files. Said twice, it
// counts once.
func (s *server) initialized() error {
	if s.isInitialized {
		return nil
	}
	s.isInitialized = true
	s.background("initialized", func(context.Context) {
		s.pullSettings()
		s.checks.begin()
		s.beginFacts()
		s.registerWatchers()
	})
	s.background("poll", s.poll)
	s.later(firstFindings, "warm up", s.warm)
	return nil
}

func (s *server) capabilities() protocol.ServerCapabilities {
	incremental := protocol.TextDocumentSyncKindIncremental
	c := protocol.ServerCapabilities{
		PositionEncoding: protocol.PositionEncodingKind(s.enc),
		TextDocumentSync: &protocol.TextDocumentSyncOptions{
			OpenClose: new(true), Change: &incremental, Save: protocol.Boolean(true),
		},
		HoverProvider:          protocol.Boolean(true),
		CompletionProvider:     &protocol.CompletionOptions{TriggerCharacters: []string{"\"", ":", "/", "-", " ", "`", "(", "<", "["}},
		DocumentSymbolProvider: protocol.Boolean(true),
		FoldingRangeProvider:   protocol.Boolean(true),
		SelectionRangeProvider: protocol.Boolean(true),
		DocumentLinkProvider:   &protocol.DocumentLinkOptions{},
		DefinitionProvider:     protocol.Boolean(true),
		ReferencesProvider:     protocol.Boolean(true),
		ColorProvider:          protocol.Boolean(true),
		InlayHintProvider:      protocol.Boolean(true),
		DocumentOnTypeFormattingProvider: protocol.DocumentOnTypeFormattingOptions{
			FirstTriggerCharacter: "}", MoreTriggerCharacter: []string{"]"},
		},
		CodeActionProvider:      s.codeActionOptions(),
		CodeLensProvider:        &protocol.CodeLensOptions{ResolveProvider: new(true)},
		WorkspaceSymbolProvider: protocol.Boolean(true),
		RenameProvider:          s.renameOptions(),
		ExecuteCommandProvider:  protocol.ExecuteCommandOptions{Commands: s.commandNames()},
		SemanticTokensProvider: &protocol.SemanticTokensOptions{
			Legend: protocol.SemanticTokensLegend{TokenTypes: tokenLegend(), TokenModifiers: []string{}},
			Full:   protocol.Boolean(true),
			Range:  protocol.Boolean(true),
		},
		Workspace: &protocol.WorkspaceOptions{
			WorkspaceFolders: &protocol.WorkspaceFoldersServerCapabilities{
				Supported: new(true), ChangeNotifications: protocol.Boolean(true),
			},
		},
	}
	if !s.caps.TextDocument.Formatting.DynamicRegistration {
		c.DocumentFormattingProvider = protocol.Boolean(true)
	}
	if s.caps.pull {
		c.DiagnosticProvider = &protocol.DiagnosticOptions{Identifier: new("cape"), InterFileDependencies: true}
	}
	return c
}

type foldersParams struct {
	Event struct {
		Added, Removed []workspaceFolder
	}
}

// didChangeWorkspaceFolders implements workspace/didChangeWorkspaceFolders.
func (s *server) didChangeWorkspaceFolders(p *foldersParams) error {
	gone := map[string]bool{}
	for _, f := range p.Event.Removed {
		if path, ok := pathOf(f.URI); ok {
			gone[path] = true
		}
	}
	var folders []workspaceFolder
	for _, f := range s.folders {
		if path, _ := pathOf(f.URI); !gone[path] {
			folders = append(folders, f)
		}
	}
	s.setFolders(append(folders, p.Event.Added...))
	s.analyzer.Load().Forget()
	s.checks.all()
	if s.isInitialized {
		s.background("status", func(context.Context) { s.tellStatus() })
	}
	for _, folder := range s.ws.Snapshot().Folders() {
		s.watchRootOf(filepath.Join(folder, repo.AgentFile))
	}
	return nil
}
