package agent

import (
	"context"
	"encoding/json"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/toolrun"
	"github.com/cape-ls/cape-ls/skills"
)

// discoverTools is cape.agent.skills.usertools.discover_user_tools: what was found lasts until refresh is
// true in Python's sense.
func discoverTools(_ context.Context, s *Session, a arguments) (Result, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	cached := len(s.tools.Tools) > 0 && !truthy(a["refresh"])
	if !cached {
		found := skills.DiscoverTools(s.Workspace.Snapshot(), s.Root, s.ToolDir)
		s.tools = found
	}
	list := []any{}
	for _, t := range s.tools.Tools {
		list = append(list, map[string]any{"name": t.Name, "file": t.File, "description": t.Description})
	}
	out := Result{"success": true, "tooldir": skills.ToolFolder(s.Root, s.ToolDir), "tools": list, "cached": cached}
	if !s.tools.Found && !cached {
		delete(out, "cached")
		out["message"] = "No tools folder found in this repo"
	}
	return out, nil
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

// runTool is cape.agent.skills.usertools.run_user_tool.
func runTool(ctx context.Context, s *Session, a arguments) (Result, error) {
	place := toolrun.Place{Files: repo.Disk, Root: s.Root, ToolDir: s.ToolDir}
	s.mu.Lock()
	set := s.tools
	s.mu.Unlock()
	var err error
	if place.Interpreter, err = s.Python(); err != nil {
		return failure("Could not run script: %v", err), nil
	}
	r := toolrun.Call(ctx, place, &set, capejson.Of(a["name"]), capejson.Of(a["argv"]), capejson.Of(a["timeout"]))
	s.mu.Lock()
	s.tools = set
	s.mu.Unlock()
	switch {
	case r.Raised != nil:
		return nil, raised(r.Raised)
	case r.Canceled:
		return nil, ctx.Err()
	}
	return Result(r.Dict()), nil
}
