package lsp

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/lsp/lsptest"
)

// mirror is a document of the test's editor; columns are bytes, since the text is ASCII.
type mirror struct {
	mu      sync.Mutex
	c       *lsptest.Client
	uri     string
	text    string
	version int
}

// change makes one change and tells the server. The lock is held by the caller, so that the server hears
// of the versions in their order.
func (m *mirror) change(start, end int, new string) {
	place := func(at int) lsptest.Position {
		line := strings.Count(m.text[:at], "\n")
		return lsptest.Position{Line: line, Character: at - (strings.LastIndexByte(m.text[:at], '\n') + 1)}
	}
	e := lsptest.Edit{Range: lsptest.Range{Start: place(start), End: place(end)}, NewText: new}
	m.text = m.text[:start] + new + m.text[end:]
	m.version++
	m.c.Change(m.uri, m.version, e)
}

// apply answers workspace/applyEdit as an editor does: an edit for another version is refused, one that
// fits is made and told as a change before the answer.
func (m *mirror) apply(raw json.RawMessage) (any, *lsptest.Error) {
	var p struct {
		Edit struct {
			DocumentChanges []struct {
				TextDocument struct {
					URI     string
					Version *int
				}
				Edits []lsptest.Edit
			}
		}
	}
	if err := json.Unmarshal(raw, &p); err != nil {
		return nil, &lsptest.Error{Code: -32602, Message: err.Error()}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, d := range p.Edit.DocumentChanges {
		if d.TextDocument.URI != m.uri || d.TextDocument.Version == nil || *d.TextDocument.Version != m.version {
			return map[string]any{"applied": false, "failureReason": "the document has changed"}, nil
		}
		for _, e := range d.Edits {
			m.change(m.offset(e.Range.Start), m.offset(e.Range.End), e.NewText)
		}
	}
	return map[string]any{"applied": true}, nil
}

func (m *mirror) offset(p lsptest.Position) int {
	at := 0
	for range p.Line {
		at += strings.IndexByte(m.text[at:], '\n') + 1
	}
	return at + p.Character
}

// Thousands of changes, requests, cancels and edits of the server at once, read slowly: everything is
// answered, and the text is right at the end.
func TestStress(t *testing.T) {
	const rounds = 3000
	c := start(t)
	docs := make([]*mirror, 3)
	for i := range docs {
		docs[i] = &mirror{c: c, uri: fmt.Sprintf("file:///stress/%d.txt", i), text: "TODO\nline\n", version: 1}
	}
	c.Handle("workspace/applyEdit", func(raw json.RawMessage) (any, *lsptest.Error) {
		for _, d := range docs {
			if strings.Contains(string(raw), d.uri) {
				return d.apply(raw)
			}
		}
		return nil, nil
	})
	c.Initialize("", canApply)
	for _, d := range docs {
		c.Open(d.uri, d.text)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	var asked []*lsptest.Pending
	for i := range rounds {
		d := docs[rng.IntN(len(docs))]
		d.mu.Lock()
		start := rng.IntN(len(d.text) + 1)
		end := min(len(d.text), start+rng.IntN(4))
		if len(d.text) > 1000 {
			end = min(len(d.text), start+500)
		}
		d.change(start, end, []string{"x", "TODO ", "\n", "", "word\nTODO"}[rng.IntN(5)])
		version := d.version
		d.mu.Unlock()
		switch i % 5 {
		case 0:
			asked = append(asked, c.Send("textDocument/hover", lsptest.At(d.uri, 0, 0)))
		case 1:
			asked = append(asked, c.Send("workspace/executeCommand", applyFixParams(d.uri, version)))
		case 2:
			p := c.Send("workspace/executeCommand", applyFixParams(d.uri, version))
			c.Notify("$/cancelRequest", map[string]any{"id": p.ID})
			asked = append(asked, p)
		case 3:
			c.Notify("$/cancelRequest", map[string]any{"id": i})
			asked = append(asked, c.Send("textDocument/completion", lsptest.At(d.uri, 1, 1)))
		}
		if len(asked) >= 200 { // an editor does not ask without end
			for _, p := range asked {
				p.Wait()
			}
			asked = asked[:0]
		}
	}
	for _, p := range asked {
		p.Wait()
	}
	for _, d := range docs {
		d.mu.Lock()
		require.Equal(t, fmt.Sprintf("offset 0 of %d", len(d.text)), hoverText(t, c, d.uri))
		d.change(len(d.text), len(d.text), "\nTODO end")
		want := strings.Count(d.text, "TODO")
		require.Len(t, c.Diagnostics(d.uri, d.version), want)
		last := 0
		for _, p := range c.Published(d.uri) {
			require.Greater(t, *p.Version, last)
			last = *p.Version
		}
		d.mu.Unlock()
	}
	require.Equal(t, 0, c.Shutdown())
}
