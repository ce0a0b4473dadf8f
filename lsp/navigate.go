package lsp

import (
	"context"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/cape-ls/cape-ls/internal/feature"
	"github.com/cape-ls/cape-ls/internal/repo"
)

// linkTarget returns the URI of a file, or a web address as it stands: the library would escape "=".
func linkTarget(s *server, path, url string) uri.URI {
	if path != "" {
		return s.spelling.uri(path)
	}
	return uri.URI(url)
}

// definition implements textDocument/definition.
func (s *server) definition(ctx context.Context, p *positionParams) (any, error) {
	v := s.view(s.snapshot(ctx))
	at, ok := v.at(p)
	if !ok {
		return nil, nil
	}
	return v.locations(at.doc, at.a.Definition(v.snap, at.doc.Path, at.offset)), nil
}

type referenceParams struct {
	positionParams
	Context struct{ IncludeDeclaration *bool }
}

// references implements textDocument/references. Places where a thing is made known are left out for a
// client that asks for the others only.
func (s *server) references(ctx context.Context, p *referenceParams) (any, error) {
	v := s.view(s.snapshot(ctx))
	at, ok := v.at(&p.positionParams)
	if !ok {
		return nil, nil
	}
	places := at.a.References(v.snap, at.doc.Path, at.offset)
	if all := p.Context.IncludeDeclaration; all != nil && !*all {
		places = slices.DeleteFunc(places, func(l feature.Location) bool { return l.Declaration })
	}
	return v.locations(at.doc, places), nil
}

func (v *view) locations(d *repo.Document, places []feature.Location) protocol.LocationSlice {
	out := make(protocol.LocationSlice, 0, len(places))
	for _, l := range places {
		path := l.Path
		if path == "" {
			path = d.Path
		}
		out = append(out, v.location(path, l.Span))
	}
	return out
}
