package lsp

import (
	"context"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

func (s *server) renameOptions() protocol.RenameProvider {
	if s.caps.TextDocument.Rename.PrepareSupport {
		return &protocol.RenameOptions{PrepareProvider: new(true)}
	}
	return protocol.Boolean(true)
}

// prepareRename implements textDocument/prepareRename. What can be renamed is shown to the user by the
// client; null would make it say only that this cannot be.
func (s *server) prepareRename(ctx context.Context, p *positionParams) (any, error) {
	v := s.view(s.snapshot(ctx))
	at, ok := v.at(p)
	if !ok {
		return nil, nil
	}
	span, name, err := at.a.PrepareRename(v.snap, at.doc.Path, at.offset)
	if err != nil {
		return nil, jsonrpc2.Errorf(codeRequestFailed, "%v", err)
	}
	return &protocol.PrepareRenamePlaceholder{Range: v.rangeOf(at.doc, span), Placeholder: name}, nil
}

type renameParams struct {
	positionParams
	NewName string
}

// rename implements textDocument/rename. Why a name cannot be is shown to the user by the client.
func (s *server) rename(ctx context.Context, p *renameParams) (any, error) {
	v := s.view(s.snapshot(ctx))
	at, ok := v.at(&p.positionParams)
	if !ok {
		return nil, nil
	}
	fix, err := at.a.Rename(v.snap, at.doc.Path, at.offset, p.NewName)
	if err != nil {
		return nil, jsonrpc2.Errorf(codeRequestFailed, "%v", err)
	}
	edit, why := v.workspaceEdit(at.doc, fix)
	if why != "" {
		return nil, jsonrpc2.NewError(codeRequestFailed, why)
	}
	return edit, nil
}
