package agent

import (
	"context"
	"encoding/json"

	"github.com/cape-ls/cape-ls/internal/analysis"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/skills"
)

// discoverTools is cape.agent.skills.usertools.discover_user_tools: what was found lasts until refresh is
// true in Python's sense.
func discoverTools(_ context.Context, s *Session, a arguments) (Result, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	cached := len(s.tools.Tools) > 0 && !truthy(a["refresh"])
	if !cached {
		s.tools = s.findTools(s.Workspace.Snapshot())
	}
	list := []any{}
	for _, t := range s.tools.Tools {
		list = append(list, map[string]any{"name": t.Name, "file": t.File, "description": t.Description})
	}
	out := Result{"success": true, "tooldir": skills.ToolFolder(s.Root, s.ToolDir), "tools": list, "cached": cached}
	if s.Detailed {
		s.detailTools(out, s.tools)
	}
	if !s.tools.Found && !cached {
		delete(out, "cached")
		out["message"] = "No tools folder found in this repo"
	}
	return out, nil
}

// findTools is skills.DiscoverTools; several scripts are read at once.
func (s *Session) findTools(files repo.Files) skills.ToolSet {
	return skills.DiscoverToolsBy(files, s.Root, s.ToolDir, func(paths []string) []skills.Reading {
		out := make([]skills.Reading, len(paths))
		analysis.AtOnce(len(paths), analysis.FewAtOnce, func(i int) { out[i] = skills.ReadScript(files, paths[i]) })
		return out
	})
}

// truthy is Python's bool() of a decoded JSON value.
func truthy(v any) bool {
	switch v := v.(type) {
	case nil:
		return false
	case bool:
		return v
	case string:
		return v != ""
	case json.Number:
		f, err := v.Float64()
		return err != nil || f != 0
	case []any:
		return len(v) > 0
	case map[string]any:
		return len(v) > 0
	}
	return true
}
