package casetest

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/analysis"
)

var codeInGolden = regexp.MustCompile(`(?m)^\S.*: (?:error|warning|information|hint): .* \[([a-z0-9-]+)\]$`)

// TestEveryRuleHasACase holds that each rule is found in a case, and that each area has silent cases that
// show how the same things look when they are right.
func TestEveryRuleHasACase(t *testing.T) {
	found, silent := map[string]bool{}, map[string]int{}
	require.NoError(t, filepath.WalkDir(casesDir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".txtar") {
			return err
		}
		src, err := os.ReadFile(name)
		require.NoError(t, err)
		matches := codeInGolden.FindAllStringSubmatch(string(src), -1)
		for _, m := range matches {
			found[m[1]] = true
		}
		if len(matches) == 0 {
			silent[filepath.Base(filepath.Dir(name))]++
		}
		return nil
	}))
	for _, r := range analysis.Rules() {
		require.True(t, found[string(r.Code)], "%s has no case in testdata/cases", r.Code)
	}
	for _, area := range []string{"skills", "json", "control", "agent"} {
		require.NotZero(t, silent[area], "%s has no silent case", area)
	}
}
