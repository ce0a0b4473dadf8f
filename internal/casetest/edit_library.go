package casetest

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/edits"
	"github.com/cape-ls/cape-ls/internal/agent"
	"github.com/cape-ls/cape-ls/internal/analysis"
	"github.com/cape-ls/cape-ls/internal/control"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/text"
	"github.com/cape-ls/cape-ls/internal/toolrun"
)

// memory is the plainest editor: it holds texts, and takes the bytes of a change as they are.
type memory struct {
	t     *testing.T
	c     *Case
	ws    *repo.Workspace
	typed []sheet
	made  string            // the edits of the last change, as the golden shows them
	texts map[string][]byte // the results by path
}

// libraryEdit asks the agent's session itself.
func (c *Case) libraryEdit(t *testing.T) answer {
	t.Helper()
	m := &memory{t: t, c: c, ws: repo.NewWorkspace(c.Dir), typed: c.sheets(t, typedSection), texts: map[string][]byte{}}
	for _, s := range c.sheets(t, openSection) {
		m.put(c.Path(s.name), 1, s.text)
	}
	config := agent.Config{
		Root: c.Dir, Workspace: m.ws, Door: m, Detailed: true,
		Analyzer: analysis.New(analysis.Settings{Root: c.Dir}), Head: toolrun.GitHead,
	}
	opts, _, err := control.ReadAgentFile(m.ws.Snapshot(), c.Dir, repo.AgentFile)
	require.NoError(t, err)
	require.NoError(t, config.Start(opts))
	session := agent.NewSession(config)
	said := ""
	for _, call := range c.calls(t) {
		m.made = ""
		result, err := session.Call(context.Background(), call.tool, call.args)
		if wrong := (*agent.CallError)(nil); errors.As(err, &wrong) {
			said = "wrong call: " + wrong.Text + "\n"
			continue
		}
		require.NoError(t, err)
		said = c.tell(t, plainJSON(t, result))
	}
	return answer{said, m.made, m.after()}
}

// plainJSON is a value as it arrives at the other end.
func plainJSON(t *testing.T, v any) map[string]any {
	t.Helper()
	raw, err := json.Marshal(v)
	require.NoError(t, err)
	var out map[string]any
	require.NoError(t, json.Unmarshal(raw, &out))
	return out
}

func (m *memory) put(path string, version int32, text string) {
	m.ws.Put(repo.NewDocument(path, uri(path), version, []byte(text)))
}

// Apply implements edits.Door.
func (m *memory) Apply(_ context.Context, change edits.Change) (edits.Applied, error) {
	if len(m.typed) > 0 {
		next := m.typed[0]
		m.typed = m.typed[1:]
		path := m.c.Path(next.name)
		m.put(path, m.ws.Snapshot().Document(path).Version+1, next.text)
		return edits.Applied{}, edits.ErrMoved
	}
	if reason, no := m.c.declined(); no {
		return edits.Applied{Reason: reason}, nil
	}
	out := edits.Applied{OK: true}
	for _, f := range change.Files {
		src, err := os.ReadFile(f.Path)
		if d := m.ws.Snapshot().OpenAs(f.Path); d != nil {
			require.Equal(m.t, d.Version, *f.Version)
			src, err = d.Text, nil
			version := d.Version + 1
			m.put(d.Path, version, string(f.Result))
			out.Files = append(out.Files, edits.AppliedFile{Version: &version})
		} else {
			require.Nil(m.t, f.Version)
			out.Files = append(out.Files, edits.AppliedFile{})
		}
		require.NoError(m.t, err)
		require.Equal(m.t, repo.HashOf(src), f.Base)
		m.texts[f.Path] = f.Result
		m.made += showEdits(f.File, f.Label, places(src, f.Edits))
	}
	return out, nil
}

// places turns byte edits into places of the text without its byte order mark.
func places(src []byte, list []edits.Edit) []place {
	mark := 0
	if len(src) >= len(text.BOM) && string(src[:len(text.BOM)]) == text.BOM {
		mark = len(text.BOM)
	}
	mapper := text.NewMapper(src[mark:])
	var out []place
	for _, e := range list {
		start, end := mapper.Range(e.Span.Shift(-mark), text.UTF32)
		out = append(out, place{start.Line + 1, start.Column + 1, end.Line + 1, end.Column + 1, e.New})
	}
	return out
}

func (m *memory) after() map[string]string {
	out := map[string]string{}
	for _, name := range m.c.names(m.t) {
		path := realPath(m.c.Path(name))
		if src, ok := m.texts[path]; ok {
			out[name] = string(src)
		} else if d := m.ws.Snapshot().OpenAs(path); d != nil {
			out[name] = string(d.Text)
		} else {
			out[name] = m.c.onDisk(m.t, name)
		}
	}
	return out
}
