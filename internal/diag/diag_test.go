package diag_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/text"
)

func TestApplyMakesEditsInTermsOfTheTextBefore(t *testing.T) {
	out, ok := diag.Apply([]byte("abcdef"), []diag.Edit{
		{Span: text.Span{Start: 4, End: 6}, New: "X"}, {Span: text.At(0), New: ">"}, {Path: "other", Span: text.At(99)},
	})
	require.True(t, ok)
	require.Equal(t, ">abcdX", string(out))
	for _, bad := range [][]diag.Edit{
		{{Span: text.Span{Start: 0, End: 3}}, {Span: text.Span{Start: 2, End: 4}}},
		{{Span: text.Span{Start: 5, End: 9}}},
		{{Span: text.Span{Start: 3, End: 1}}},
	} {
		out, ok := diag.Apply([]byte("abcdef"), bad)
		require.False(t, ok)
		require.Equal(t, "abcdef", string(out))
	}
}

func TestSeverityWordsReadBack(t *testing.T) {
	for s := diag.Off; s <= diag.Hint; s++ {
		back, ok := diag.ParseSeverity(s.String())
		require.True(t, ok)
		require.Equal(t, s, back)
	}
	_, ok := diag.ParseSeverity("fatal")
	require.False(t, ok)
}

func TestSortIsByPlaceThenSeverity(t *testing.T) {
	ds := []diag.Diagnostic{
		{Code: "b", Span: text.At(3), Severity: diag.Hint}, {Code: "c", Span: text.At(1), Severity: diag.Warning},
		{Code: "a", Span: text.At(3), Severity: diag.Error}, {Code: "a", Span: text.At(1), Severity: diag.Warning},
	}
	diag.Sort(ds)
	var got []string
	for _, d := range ds {
		got = append(got, string(d.Code)+d.Severity.String())
	}
	require.Equal(t, []string{"awarning", "cwarning", "aerror", "bhint"}, got)
}
