package lsp

import (
	"context"

	"go.lsp.dev/protocol"
)

// method is one row of the table of what a client can send.
type method struct {
	// inOrder is set for what is handled before the next message is read; every other method is a
	// request, which gets a goroutine of its own.
	inOrder bool
	run     func(s *server, ctx context.Context, raw []byte) (any, error)
}

// request makes a row for a request whose parameters are a P.
func request[P any](name string, f func(*server, context.Context, *P) (any, error)) method {
	return method{run: func(s *server, ctx context.Context, raw []byte) (any, error) {
		p, err := decode[P](name, raw)
		if err != nil {
			return nil, err
		}
		return f(s, ctx, p)
	}}
}

// notification makes a row for a notification whose parameters are a P.
func notification[P any](name string, f func(*server, *P) error) method {
	return method{inOrder: true, run: func(s *server, _ context.Context, raw []byte) (any, error) {
		p, err := decode[P](name, raw)
		if err != nil {
			return nil, err
		}
		return nil, f(s, p)
	}}
}

// table holds the methods of a server by name. $/cancelRequest and exit are handled before it
// (handler.go).
type table map[string]method

func onRequest[P any](t table, name string, f func(*server, context.Context, *P) (any, error)) {
	t[name] = request(name, f)
}

func onNotification[P any](t table, name string, f func(*server, *P) error) {
	t[name] = notification(name, f)
}

// onRaw is for messages that are decoded with more care, and handled in order.
func onRaw(t table, name string, f func(s *server, raw []byte) (any, error)) {
	t[name] = method{inOrder: true, run: func(s *server, _ context.Context, raw []byte) (any, error) { return f(s, raw) }}
}

func newTable() table {
	t := table{}
	addLifecycle(t)
	addDocuments(t)
	addFeatures(t)
	addWorkspace(t)
	return t
}

func addLifecycle(t table) {
	onRaw(t, protocol.MethodInitialize, (*server).initialize)
	onRaw(t, protocol.MethodInitialized, func(s *server, _ []byte) (any, error) { return nil, s.initialized() })
	onRaw(t, protocol.MethodShutdown, func(s *server, _ []byte) (any, error) {
		s.state.Store(stateShutDown)
		s.runs.close(0)
		return nil, nil
	})
	onRaw(t, protocol.MethodSetTrace, func(*server, []byte) (any, error) { return nil, nil })
}

func addDocuments(t table) {
	onRaw(t, protocol.MethodTextDocumentDidOpen, (*server).didOpen)
	onRaw(t, protocol.MethodTextDocumentDidChange, (*server).didChange)
	onNotification(t, protocol.MethodTextDocumentDidClose, (*server).didClose)
	onNotification(t, protocol.MethodTextDocumentDidSave, (*server).didSave)
	onRequest(t, protocol.MethodTextDocumentDiagnostic, (*server).pullDiagnostics)
}

func addFeatures(t table) {
	onRequest(t, protocol.MethodTextDocumentCodeAction, (*server).codeAction)
	onRequest(t, protocol.MethodCodeActionResolve, (*server).resolveCodeAction)
	onRequest(t, protocol.MethodTextDocumentHover, (*server).hover)
	onRequest(t, protocol.MethodTextDocumentCompletion, (*server).completion)
	onRequest(t, protocol.MethodTextDocumentDocumentSymbol, (*server).documentSymbol)
	onRequest(t, protocol.MethodTextDocumentFoldingRange, (*server).foldingRange)
	onRequest(t, protocol.MethodTextDocumentSelectionRange, (*server).selectionRange)
	onRequest(t, protocol.MethodTextDocumentDocumentLink, (*server).documentLink)
	onRequest(t, protocol.MethodTextDocumentDefinition, (*server).definition)
	onRequest(t, protocol.MethodTextDocumentReferences, (*server).references)
	onRequest(t, protocol.MethodTextDocumentPrepareRename, (*server).prepareRename)
	onRequest(t, protocol.MethodTextDocumentRename, (*server).rename)
	onRequest(t, protocol.MethodTextDocumentDocumentColor, (*server).documentColor)
	onRequest(t, protocol.MethodTextDocumentColorPresentation, (*server).colorPresentation)
	onRequest(t, protocol.MethodTextDocumentCodeLens, (*server).codeLens)
	onRequest(t, protocol.MethodCodeLensResolve, (*server).resolveCodeLens)
	onRequest(t, protocol.MethodTextDocumentInlayHint, (*server).inlayHint)
	onRequest(t, protocol.MethodTextDocumentSemanticTokensFull, (*server).semanticTokens)
	onRequest(t, protocol.MethodTextDocumentSemanticTokensRange, (*server).semanticTokensRange)
	onRequest(t, protocol.MethodTextDocumentFormatting, (*server).formatting)
	onRequest(t, protocol.MethodTextDocumentOnTypeFormatting, (*server).formattingOnType)
}

func addWorkspace(t table) {
	onNotification(t, protocol.MethodWorkspaceDidChangeConfiguration, (*server).didChangeConfiguration)
	onNotification(t, protocol.MethodWorkspaceDidChangeWatchedFiles, (*server).didChangeWatchedFiles)
	onNotification(t, protocol.MethodWorkspaceDidChangeWorkspaceFolders, (*server).didChangeWorkspaceFolders)
	onNotification(t, protocol.MethodWindowWorkDoneProgressCancel, (*server).cancelProgress)
	onNotification(t, methodTrust, (*server).didChangeTrust)
	onRequest(t, protocol.MethodWorkspaceSymbol, (*server).workspaceSymbol)
	onRequest(t, protocol.MethodWorkspaceExecuteCommand, (*server).executeCommand)
}
