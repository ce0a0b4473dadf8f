package lsptest

import (
	"encoding/json"
	"fmt"
	"slices"
)

// Position and Range are those of the protocol.
type Position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// Range is half-open.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// R makes a range.
func R(startLine, startCharacter, endLine, endCharacter int) Range {
	return Range{Position{startLine, startCharacter}, Position{endLine, endCharacter}}
}

// Diagnostic is a finding as the client sees it.
type Diagnostic struct {
	Range    Range           `json:"range"`
	Severity int             `json:"severity"`
	Code     string          `json:"code"`
	Source   string          `json:"source"`
	Message  string          `json:"message"`
	Related  json.RawMessage `json:"relatedInformation"`
	Docs     *struct {
		Href string `json:"href"`
	} `json:"codeDescription"`
}

// Published is one textDocument/publishDiagnostics.
type Published struct {
	URI         string       `json:"uri"`
	Version     *int         `json:"version"`
	Diagnostics []Diagnostic `json:"diagnostics"`
}

// Initialize makes the handshake with the given capabilities (nil: none) for one workspace folder, a
// URI, and returns the capabilities of the server.
func (c *Client) Initialize(folder string, capabilities any) map[string]any {
	c.t.Helper()
	if capabilities == nil {
		capabilities = map[string]any{}
	}
	params := map[string]any{"processId": nil, "rootUri": nil, "capabilities": capabilities}
	if folder != "" {
		params["workspaceFolders"] = []any{map[string]any{"uri": folder, "name": "test"}}
	}
	return c.InitializeWith(params)
}

// InitializeWith makes the handshake with the given parameters.
func (c *Client) InitializeWith(params any) map[string]any {
	c.t.Helper()
	var res struct{ Capabilities map[string]any }
	c.MustCall("initialize", params, &res)
	c.Notify("initialized", map[string]any{})
	return res.Capabilities
}

// Doc names a document.
func Doc(uri string) map[string]any {
	return map[string]any{"textDocument": map[string]any{"uri": uri}}
}

// At names a place in a document.
func At(uri string, line, character int) map[string]any {
	p := Doc(uri)
	p["position"] = Position{line, character}
	return p
}

// Open opens a document.
func (c *Client) Open(uri, text string) {
	c.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": uri, "languageId": "plaintext", "version": 1, "text": text,
	}})
}

// Edit is a change in a document.
type Edit struct {
	Range   Range  `json:"range"`
	NewText string `json:"newText"`
}

// Change sends changes of a document, each in terms of the text after the one before.
func (c *Client) Change(uri string, version int, edits ...Edit) {
	var changes []any
	for _, e := range edits {
		changes = append(changes, map[string]any{"range": e.Range, "text": e.NewText})
	}
	c.ChangeRaw(uri, version, changes)
}

// Replace sends the whole text of a document.
func (c *Client) Replace(uri string, version int, text string) {
	c.ChangeRaw(uri, version, []any{map[string]any{"text": text}})
}

// ChangeRaw sends content changes as they are.
func (c *Client) ChangeRaw(uri string, version int, changes []any) {
	c.Notify("textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": uri, "version": version}, "contentChanges": changes,
	})
}

// Close closes a document.
func (c *Client) Close(uri string) { c.Notify("textDocument/didClose", Doc(uri)) }

// note keeps what is published for each document.
func (c *Client) note(m Message) {
	if m.Method != "textDocument/publishDiagnostics" {
		return
	}
	var p Published
	if err := json.Unmarshal(m.Params, &p); err != nil {
		c.t.Errorf("publishDiagnostics: %v", err)
		return
	}
	c.findings[p.URI] = append(c.findings[p.URI], p)
}

// Published returns everything that was published for a document, in order.
func (c *Client) Published(uri string) []Published {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.findings[uri])
}

// PublishedLocked is Published for the function given to Until.
func (c *Client) PublishedLocked(uri string) []Published { return c.findings[uri] }

// Diagnostics waits for the findings of one version of a document.
func (c *Client) Diagnostics(uri string, version int) []Diagnostic {
	c.t.Helper()
	var found []Diagnostic
	c.Until(fmt.Sprintf("the findings of %s version %d", uri, version), func() bool {
		for _, p := range c.findings[uri] {
			if p.Version != nil && *p.Version == version {
				found = p.Diagnostics
				return true
			}
		}
		return false
	})
	return found
}

// Shutdown ends the connection in order and returns the exit code.
func (c *Client) Shutdown() int {
	c.t.Helper()
	c.MustCall("shutdown", nil, nil)
	c.Notify("exit", nil)
	return c.ExitCode()
}
