package control

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFormatIsPythons holds what Python's % gives for values as CAPE reads them into numpy.
func TestFormatIsPythons(t *testing.T) {
	tests := []struct{ kind, format, cell, want string }{
		{"float", "%s", "0.80", "0.8"},
		{"float", "%s", "8.0e6", "8000000.0"},
		{"float", "%s", "1e16", "1e+16"},
		{"float", "%s", "1e-5", "1e-05"},
		{"float", "%.2f", "0.805", "0.81"},
		{"float", "%5.2f", "0.8", " 0.80"},
		{"float", "%-6.1f", "0.8", "0.8   "},
		{"float", "%+.1f", "2", "+2.0"},
		{"float", "%i", "2.9", "2"},
		{"float", "%i", "-2.9", "-2"},
		{"float", "%03d", "7.2", "007"},
		{"float", "%g", "0.8000", "0.8"},
		{"float", "%g", "1234567", "1.23457e+06"},
		{"float", "%g", "1e-5", "1e-05"},
		{"float", "%.3g", "1234.5", "1.23e+03"},
		{"float", "%e", "8e6", "8.000000e+06"},
		{"float", "%.1E", "0.00123", "1.2E-03"},
		{"float", "m%.1f%%", "50", "m50.0%"},
		{"float", "%6s", "0.8", "   0.8"},
		{"float", "% .1f", "2", " 2.0"},
		{"float", "%08.3f", "-1.5", "-001.500"},
		{"float", "%G", "1e-7", "1E-07"},
		{"float", "%.0f", "2.5", "2"},
		{"float", "%.f", "2.5", "2"},
		{"float", "%ld", "3.7", "3"},
		{"int", "%03i", "12", "012"},
		{"int", "%s", "-4", "-4"},
		{"int", "%.1f", "3", "3.0"},
		{"int", "%+d", "3", "+3"},
		{"hex", "%i", "ff", "255"},
		{"str", "%s", "cruise", "cruise"},
		{"str", "%-8s|", "ab", "ab      |"},
		{"str", "%.2s", "abcd", "ab"},
	}
	for _, tt := range tests {
		f, why := parseFormat(tt.format)
		require.Empty(t, why, tt.format)
		v, ok := readValue(tt.kind, tt.cell)
		require.True(t, ok)
		got, ok := f.format(v)
		require.True(t, ok, tt.format)
		require.Equal(t, tt.want, got, "%s of %s", tt.format, tt.cell)
	}
}

func TestFormatsThatPythonRefuses(t *testing.T) {
	for _, s := range []string{"", "m", "%", "%5.", "%%", "%s%s", "%q", "%(mach)s", "%*d"} {
		_, why := parseFormat(s)
		require.NotEmpty(t, why, s)
	}
	for _, tt := range []struct {
		format string
		fits   []string
		not    []string
	}{
		{"%s", []string{"float", "int", "str"}, nil},
		{"%.1f", []string{"float", "int"}, []string{"str"}},
		{"%x", []string{"int", "hex"}, []string{"float", "str"}},
	} {
		f, _ := parseFormat(tt.format)
		for _, kind := range tt.fits {
			require.True(t, f.fits(kind), "%s %s", tt.format, kind)
		}
		for _, kind := range tt.not {
			require.False(t, f.fits(kind), "%s %s", tt.format, kind)
		}
	}
}
