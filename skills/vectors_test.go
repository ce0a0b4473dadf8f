package skills

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	ctl "github.com/cape-ls/cape-ls/internal/control"
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/options"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/vectortest"
	"github.com/cape-ls/cape-ls/internal/yaml11"
)

// disk is the file system as repo.Files.
func TestVectorsSkillMD(t *testing.T) {
	vectortest.Run(t, "skill_md", func(t *testing.T, c vectortest.Case) {
		env := c.Setup(t)
		want := env.Expand(c.Expect).(map[string]any)
		path := filepath.Join(env.Root, ".agents", "skills", "demo", "SKILL.md")
		src, err := os.ReadFile(path)
		require.NoError(t, err)
		skill, refused := Read(src, path)
		vectortest.Check(t, want["read"], readResult(skill, refused))
		vectortest.Check(t, want["discover"], discoverResult(env.Root))

		// What CAPE refuses, an editor shows as an error, and nothing else.
		findings := Check(Parse(src), Env{Path: path, Root: env.Root, Files: repo.Disk})
		loads := refused == nil && skill.Name.Hashable()
		shown := slices.ContainsFunc(findings, func(d diag.Diagnostic) bool { return d.Severity == diag.Error })
		if !loads {
			require.True(t, shown, "CAPE refuses this file and no error says so: %s", src)
		}
	})
}

func readResult(s Skill, e *ReadError) map[string]any {
	if e == nil {
		tools := []json.RawMessage{}
		for _, v := range s.Tools {
			tools = append(tools, typed(v))
		}
		return map[string]any{"accepted": true, "name": typed(s.Name), "description": typed(s.Description),
			"tools": map[string]any{"t": "list", "v": tools}, "body": s.Body, "listing": s.Listing()}
	}
	out := map[string]any{"accepted": false, "kind": e.Kind, "raises": e.Raises}
	if e.Kind != BadYAML {
		out["message"] = e.Message
		return out
	}
	p := e.Problem
	out["problem"], out["context"] = p.Problem, nil
	if p.Context != "" {
		out["context"] = p.Context
	}
	if p.Kind == yaml11.Reader {
		out["position"], out["character"] = p.Position, p.Character
	} else {
		out["line"], out["column"] = p.Line, p.Column
	}
	return out
}

func typed(v yaml11.Value) json.RawMessage {
	b, _ := v.MarshalJSON()
	return b
}

func typedAll(values []yaml11.Value) []json.RawMessage {
	out := []json.RawMessage{}
	for _, v := range values {
		out = append(out, typed(v))
	}
	return out
}

func raisedResult(err error) map[string]any {
	var r *Raised
	if !errors.As(err, &r) {
		return map[string]any{"raises": "?", "message": err.Error()}
	}
	return map[string]any{"raises": r.Class, "message": r.Message}
}

func discoverResult(root string) map[string]any {
	r, err := Discover(repo.Disk, root)
	if err != nil {
		return raisedResult(err)
	}
	files := []string{}
	for _, e := range r.Entries {
		files = append(files, e.Skill.Path)
	}
	return map[string]any{"keys": typedAll(r.Keys()), "files": files, "n_skipped": len(r.Skipped)}
}

func TestVectorsSkillDiscovery(t *testing.T) {
	vectortest.Run(t, "skill_discovery", func(t *testing.T, c vectortest.Case) {
		env := c.Setup(t)
		want := env.Expand(c.Expect).(map[string]any)
		if _, ok := c.Call["discover"]; ok {
			vectortest.Check(t, want["discover"], discoverResult(env.Root))
		}
		if _, ok := c.Call["startup"]; !ok {
			return
		}
		session, result := startResult(t, env.Root)
		vectortest.Check(t, want["startup"], result)
		if session == nil {
			return
		}
		uses := []any{}
		names, _ := c.Call["use"].([]any)
		for _, name := range names {
			uses = append(uses, useResult(session, name.(string)))
		}
		if want["use"] != nil {
			vectortest.Check(t, want["use"], uses)
		}
	})
}

func startResult(t *testing.T, root string) (*Session, map[string]any) {
	t.Helper()
	printed := []string{}
	set := options.Full
	if _, err := os.Stat(filepath.Join(root, options.AgentFile)); err != nil {
		printed = append(printed, "No agents file 'cape-agent.json' found; using defaults")
	} else {
		var raised *options.Raised
		agent, _, err := ctl.ReadAgentFile(repo.Disk, root, options.AgentFile)
		require.NoError(t, err)
		set, err = agent.SkillSet()
		if errors.As(err, &raised) {
			return nil, map[string]any{"raises": raised.Class, "message": raised.Message}
		}
	}
	s, err := Start(repo.Disk, root, set)
	if err != nil {
		return nil, raisedResult(err)
	}
	return s, map[string]any{"skills": typedAll(s.Skills.Keys()), "user": typedAll(s.User), "listing_order": typedAll(s.Order),
		"use_skill_offered": len(s.Skills.Entries) > 0, "printed": append(printed, s.Printed...)}
}

func useResult(s *Session, name string) map[string]any {
	used, err := s.Use(name)
	if err != nil {
		return raisedResult(err)
	}
	dict := used.Dict()
	if _, builtin := builtinOf(name); builtin && used.Success {
		e := s.Skills.Entries[s.Skills.find(yaml11.Text(name))]
		if e.Skill.Path == "" {
			dict["description"], dict["content"] = notRecorded, notRecorded
		}
	}
	return map[string]any{"result": dict}
}

const notRecorded = "(built-in text, not recorded)"
