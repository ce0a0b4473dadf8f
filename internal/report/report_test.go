package report_test

import (
	"bytes"
	"encoding/json"
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/report"
	"github.com/cape-ls/cape-ls/internal/text"
)

// files holds one finding behind a character that every encoding counts otherwise.
func files() []report.File {
	src := []byte("one\n😀é two\n")
	return []report.File{{Name: "a,b.md", Mapper: text.NewMapper(src), Found: []diag.Diagnostic{{
		Code: "x-y", Severity: diag.Information, Span: text.Span{Start: 11, End: 14}, Message: "must be 100%:\nmore",
		Fixes: []diag.Fix{{Title: "Mend"}},
	}}}}
}

var about = report.About{
	Version: "1.2.3", Docs: "https://example.org/rules.md",
	Rules: []diag.Rule{{Code: "x-y", Severity: diag.Warning, Title: "x must be y", Doc: "Because of `z`."}},
}

func written(t *testing.T, f report.Format) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, report.Write(&b, f, files(), about))
	return b.String()
}

func TestColumnsCountCharactersFromOne(t *testing.T) {
	require.Equal(t, `a,b.md:2:4: information: must be 100%:\nmore [x-y]`+"\n", written(t, report.Text))
}

func TestGitHubCommandsAreEscaped(t *testing.T) {
	require.Equal(t, "::notice file=a%2Cb.md,line=2,col=4,title=x-y::must be 100%25:%0Amore\n", written(t, report.GitHub))
}

func TestJSONHoldsBothEndsAndTheFixes(t *testing.T) {
	require.JSONEq(t, `[{"path": "a,b.md", "start": {"line": 2, "column": 4}, "end": {"line": 2, "column": 7},
		"severity": "information", "code": "x-y", "message": "must be 100%:\nmore", "fixes": ["Mend"]}]`, written(t, report.JSON))
	var b bytes.Buffer
	require.NoError(t, report.Write(&b, report.JSON, nil, report.About{}))
	require.JSONEq(t, `[]`, b.String())
}

func TestSARIFNamesItsRules(t *testing.T) {
	var log struct {
		Version string
		Runs    []struct {
			ColumnKind string
			Tool       struct {
				Driver struct {
					Name, Version string
					Rules         []struct {
						ID, HelpURI          string
						ShortDescription     struct{ Text string }
						Help                 struct{ Markdown string }
						DefaultConfiguration struct{ Level string }
					}
				}
			}
			Results []struct {
				RuleID, Level string
				RuleIndex     *int
			}
		}
	}
	require.NoError(t, json.Unmarshal([]byte(written(t, report.SARIF)), &log))
	require.Equal(t, "2.1.0", log.Version)
	run := log.Runs[0]
	require.Equal(t, "unicodeCodePoints", run.ColumnKind)
	require.Equal(t, "1.2.3", run.Tool.Driver.Version)
	rule := run.Tool.Driver.Rules[0]
	require.Equal(t, "x-y", rule.ID)
	require.Equal(t, "https://example.org/rules.md#x-y", rule.HelpURI)
	require.Equal(t, "x must be y", rule.ShortDescription.Text)
	require.Equal(t, "Because of `z`.", rule.Help.Markdown)
	require.Equal(t, "warning", rule.DefaultConfiguration.Level)
	require.Equal(t, "x-y", run.Results[0].RuleID)
	require.Equal(t, "note", run.Results[0].Level)
	require.Zero(t, *run.Results[0].RuleIndex)
}

func TestSARIFNamesFilesByURI(t *testing.T) {
	for name, want := range map[string]string{
		"a b/ü.md": "a%20b/%C3%BC.md", "a:b.md": "./a:b.md", "50%.md": "50%25.md", "/tmp/a#b.md": "file:///tmp/a%23b.md", "../x.md": "../x.md",
	} {
		f := files()
		f[0].Name = name
		var b bytes.Buffer
		require.NoError(t, report.Write(&b, report.SARIF, f, about))
		require.Contains(t, b.String(), `"uri": "`+want+`"`)
		_, err := url.Parse(want)
		require.NoError(t, err)
	}
}

func TestALineSteersNoTerminal(t *testing.T) {
	f := files()
	f[0].Name = "a\x1b[31m\nb.md"
	var b bytes.Buffer
	require.NoError(t, report.Write(&b, report.Text, f, about))
	require.Contains(t, b.String(), `a\x1b[31m\nb.md:2:4: information`)
}

func TestColoursAreAroundTheWords(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, report.Write(&b, report.Text, files(), report.About{Color: true}))
	require.Contains(t, b.String(), "\x1b[36minformation:\x1b[0m must be")
}

func TestUnknownFormatsAreNamed(t *testing.T) {
	var f report.Format
	require.ErrorContains(t, f.Set("xml"), "must be text, json, sarif or github")
	require.NoError(t, f.Set("json"))
	require.Equal(t, report.JSON, f)
	require.ErrorContains(t, report.Write(&bytes.Buffer{}, "xml", nil, report.About{}), `no format "xml"`)
}
