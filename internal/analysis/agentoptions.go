package analysis

import (
	"encoding/json"
	"path/filepath"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/control"
	"github.com/cape-ls/cape-ls/internal/options"
	"github.com/cape-ls/cape-ls/internal/repo"
)

// agentOptions reads the cape-agent.json of a root for an editor: where CAPE's agent would not start
// because of it, what can be read of the file counts all the same.
func agentOptions(files repo.Files, root string) options.Agent {
	agent, _, err := control.ReadAgentFile(files, root, repo.AgentFile)
	if err == nil {
		return agent
	}
	src, err := files.ReadFile(filepath.Join(root, repo.AgentFile))
	if err != nil {
		return options.Agent{}
	}
	agent, _, _ = options.ReadAgent(plain(capejson.Parse(src).Root), "")
	return agent
}

// plain turns a tolerant tree into the values that the options reader takes. What is missing or broken is
// left out of objects and lists.
func plain(n *capejson.Node) any {
	switch n.Kind {
	case capejson.Object:
		out := options.Object{}
		for _, m := range n.Members {
			if m.Key != nil && whole(m.Value) {
				out = out.Set(m.Key.String(), plain(m.Value))
			}
		}
		return out
	case capejson.Array:
		out := []any{}
		for _, i := range n.Items {
			if whole(i) {
				out = append(out, plain(i))
			}
		}
		return out
	case capejson.String:
		return n.String()
	case capejson.Number:
		return json.Number(n.String())
	case capejson.Bool:
		return n.Is("true")
	}
	return nil
}

func whole(n *capejson.Node) bool {
	return n != nil && n.Kind != capejson.Missing && n.Kind != capejson.Bad && n.Kind != capejson.Included
}
