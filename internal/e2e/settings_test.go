package e2e

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/lsp"
)

// ofTheClient are settings that the VS Code client reads itself.
var ofTheClient = []string{"cape.server.path", "cape.trace.server"}

// TestClientOffersTheSettingsOfTheServer: a setting that only one side knows, or a default on which
// they differ, would be found by a user.
func TestClientOffersTheSettingsOfTheServer(t *testing.T) {
	type property struct {
		Type    string   `json:"type"`
		Enum    []string `json:"enum"`
		Default any      `json:"default"`
	}
	var manifest struct {
		Contributes struct {
			Configuration struct {
				Properties map[string]property `json:"properties"`
			} `json:"configuration"`
		} `json:"contributes"`
	}
	require.NoError(t, json.Unmarshal([]byte(read(t, top, "vscode-client/package.json")), &manifest))
	offered := manifest.Contributes.Configuration.Properties

	known := append([]string{}, ofTheClient...)
	for _, row := range lsp.SettingsTable {
		if row.Name == "cape.trust" { // VS Code has a trust of its own
			continue
		}
		known = append(known, row.Name)
		have, ok := offered[row.Name]
		require.True(t, ok, "package.json does not offer %s", row.Name)
		require.Equal(t, row.Type, have.Type, row.Name)
		require.Equal(t, row.Enum, have.Enum, row.Name)
		want, err := json.Marshal(row.Default)
		require.NoError(t, err)
		got, err := json.Marshal(have.Default)
		require.NoError(t, err)
		require.JSONEq(t, string(want), string(got), row.Name)
	}
	var names []string
	for name := range offered {
		names = append(names, name)
	}
	require.ElementsMatch(t, known, names)
}
