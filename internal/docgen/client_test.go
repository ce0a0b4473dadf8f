package docgen

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/lsp"
)

// The VS Code client's settings: package.json gets the properties of contributes.configuration, its texts
// stand in package.nls.json, and may be translated in files beside it.
const (
	manifestFile = "../../vscode-client/package.json"
	textsFile    = "../../vscode-client/package.nls.json"
	textPrefix   = "config."
)

// ofTheEditor are settings of the server that VS Code does not offer: its own workspace trust counts.
var ofTheEditor = map[string]bool{"cape.trust": true}

// firstOfTheClient and lastOfTheClient are settings that the client itself reads.
var (
	firstOfTheClient = lsp.Setting{
		Name: "cape.server.path", Type: "string", Default: "", Scope: "machine-overridable",
		Doc: "The `cape-ls` program to start. Empty: the one that comes with the extension, else the first on the `PATH`. " +
			"The environment variable `CAPE_LS_PATH` goes before it. On a remote host, set it in the remote's settings.",
	}
	lastOfTheClient = lsp.Setting{
		Name: "cape.trace.server", Type: "string", Enum: []string{"off", "messages", "compact", "verbose"}, Default: "off",
		EnumDocs: []string{"Nothing is written", "The names of the messages", "The messages, in few words", "The messages with all that they say"},
		Doc:      "Write the messages between the editor and the server to the output channel *CAPE Trace*.",
	}
)

func TestClientOffersTheSettings(t *testing.T) {
	properties, texts := clientSettings(t)

	have, err := os.ReadFile(manifestFile)
	require.NoError(t, err)
	want := withBlock(t, string(have), `"properties": `, properties)
	if *update {
		require.NoError(t, os.WriteFile(manifestFile, []byte(want), 0o644))
		have = []byte(want)
	}
	require.Equal(t, want, string(have), "run: go test ./internal/docgen -update")

	haveTexts := readTexts(t)
	wantTexts := maps.Clone(haveTexts)
	maps.DeleteFunc(wantTexts, func(key, _ string) bool { return strings.HasPrefix(key, textPrefix) })
	maps.Copy(wantTexts, texts)
	if *update {
		require.NoError(t, os.WriteFile(textsFile, append(encode(t, wantTexts, ""), '\n'), 0o644))
		haveTexts = wantTexts
	}
	require.Equal(t, wantTexts, haveTexts, "run: go test ./internal/docgen -update")
}

// property is a setting in VS Code's package.json, in the order in which people read it.
type property struct {
	Order            int      `json:"order"`
	Type             string   `json:"type"`
	Enum             []string `json:"enum,omitempty"`
	EnumDescriptions []string `json:"markdownEnumDescriptions,omitempty"`
	Default          any      `json:"default"`
	Scope            string   `json:"scope"`
	Description      string   `json:"markdownDescription"`
}

// clientSettings returns the properties as they stand in package.json, and their texts.
func clientSettings(t *testing.T) (properties string, texts map[string]string) {
	texts = map[string]string{}
	var b strings.Builder
	b.WriteString("{")
	rows := append([]lsp.Setting{firstOfTheClient}, lsp.SettingsTable...)
	for order, row := range append(rows, lastOfTheClient) {
		if ofTheEditor[row.Name] {
			continue
		}
		if b.Len() > 1 {
			b.WriteString(",")
		}
		b.WriteString("\n" + indent + "  " + string(encode(t, row.Name, "")) + ": ")
		b.Write(schemaOf(t, order, row, texts))
	}
	b.WriteString("\n" + indent + "}")
	return b.String(), texts
}

// indent is that of the properties in package.json.
const indent = "      "

func schemaOf(t *testing.T, order int, row lsp.Setting, texts map[string]string) []byte {
	key := func(parts ...string) string {
		return strings.Join(append([]string{textPrefix + row.Name}, parts...), ".")
	}
	p := property{Order: order, Type: row.Type, Enum: row.Enum, Default: row.Default, Scope: row.Scope, Description: "%" + key() + "%"}
	if p.Scope == "" {
		p.Scope = "window"
	}
	texts[key()] = row.Doc
	require.Len(t, row.EnumDocs, len(row.Enum), "%s: each word must be explained", row.Name)
	for i, word := range row.Enum {
		p.EnumDescriptions = append(p.EnumDescriptions, "%"+key(word)+"%")
		texts[key(word)] = row.EnumDocs[i]
	}
	schema := encode(t, p, indent+"  ")
	if len(row.Schema) == 0 {
		return schema
	}
	more := encode(t, row.Schema, indent+"  ")
	return append(bytes.TrimSuffix(schema, []byte("\n"+indent+"  }")), append([]byte(","), bytes.TrimPrefix(more, []byte("{"))...)...)
}

func encode(t *testing.T, value any, prefix string) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent(prefix, "  ")
	require.NoError(t, e.Encode(value))
	return bytes.TrimSpace(b.Bytes())
}

func readTexts(t *testing.T) map[string]string {
	raw, err := os.ReadFile(textsFile)
	require.NoError(t, err)
	var texts map[string]string
	require.NoError(t, json.Unmarshal(raw, &texts))
	return texts
}

// withBlock replaces what stands after head, up to the brace that closes it in the same column, in the
// configuration of the manifest. Everything else keeps its form.
func withBlock(t *testing.T, manifest, head, block string) string {
	start := strings.Index(manifest, `"configuration": {`)
	require.Positive(t, start)
	start += strings.Index(manifest[start:], head) + len(head)
	end := regexp.MustCompile(`(?m)^` + indent + `\}`).FindStringIndex(manifest[start:])
	require.NotNil(t, end)
	return manifest[:start] + block + manifest[start+end[1]:]
}

// TestAWorkspaceWithoutTrustChoosesNoProgram: what names a program or a folder, and what says whether
// tools run, is taken from a workspace only when it is trusted.
func TestAWorkspaceWithoutTrustChoosesNoProgram(t *testing.T) {
	raw, err := os.ReadFile(manifestFile)
	require.NoError(t, err)
	var manifest struct {
		Capabilities struct {
			UntrustedWorkspaces struct {
				Supported                string
				RestrictedConfigurations []string
			}
		}
	}
	require.NoError(t, json.Unmarshal(raw, &manifest))
	held := manifest.Capabilities.UntrustedWorkspaces
	require.Equal(t, "limited", held.Supported)
	for _, row := range append([]lsp.Setting{firstOfTheClient}, lsp.SettingsTable...) {
		if row.Scope == firstOfTheClient.Scope || row.Name == "cape.root" || row.Name == "cape.trust" ||
			strings.HasPrefix(row.Name, "cape.tools.") || strings.HasPrefix(row.Name, "cape.options.") {
			require.Contains(t, held.RestrictedConfigurations, row.Name)
		}
	}
}
