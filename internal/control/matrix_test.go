package control

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestReadMatrix(t *testing.T) {
	tests := []struct {
		name, src string
		header    []string
		cases     [][]string
	}{
		{"commas and blanks", "# a, b\n1, 2\n3 4\n 5 ,6\n", []string{"a", "b"}, [][]string{{"1", "2"}, {"3", "4"}, {"5", "6"}}},
		{"marks", "p 1, 2\n$E 3, 4\nerror 5 6\nPASS, 7\n", nil, [][]string{{"1", "2"}, {"3", "4"}, {"5", "6"}, {"7"}}},
		{"quotes", "1, \"a b, c\"\n2, 'd'\n", nil, [][]string{{"1", "a b, c"}, {"2", "d"}}},
		{"an open quote is text", "1, it's, x\n", nil, [][]string{{"1", "it's", "x"}}},
		{"the last comment before the cases", "# x\n## a b\n1 2\n# c d\n", []string{"a", "b"}, [][]string{{"1", "2"}}},
		{"a comma at the end", "1,\n", nil, [][]string{{"1", ""}}},
		{"line ends", "1,2\r\n3,4\r5,6", nil, [][]string{{"1", "2"}, {"3", "4"}, {"5", "6"}}},
		{"nothing", "\n\n#\n", nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := readMatrix([]byte(tt.src))
			var header []string
			if m.header != nil {
				header = cellTexts(*m.header)
			}
			require.Equal(t, tt.header, header)
			var cases [][]string
			for _, r := range m.cases {
				cases = append(cases, cellTexts(r))
			}
			require.Equal(t, tt.cases, cases)
		})
	}
}

func cellTexts(r row) []string {
	var out []string
	for _, c := range r.cells {
		out = append(out, c.text)
	}
	return out
}

// TestNumberFits holds what Python's float, int and the literals 0x, 0o, 0b accept.
func TestNumberFits(t *testing.T) {
	tests := []struct {
		kind string
		yes  []string
		no   []string
	}{
		{"float", []string{"0", "-1.5", ".5", "1.", "1e-3", "+2E5", "1_000.5", "inf", "-Infinity", "NaN"}, []string{"", "1,5", "O.0", "1e", "e5", ".", "--1", "1__0", "0x1"}},
		{"int", []string{"0", "-12", "+3", "1_000", "007"}, []string{"1.0", "", "1e3", "a"}},
		{"hex", []string{"ff", "10", "1_000"}, []string{"g", "", "1__0", "1_", "-3"}},
		{"oct", []string{"17"}, []string{"8"}},
		{"bin", []string{"101"}, []string{"2"}},
		{"str", []string{"", "any"}, nil},
	}
	for _, tt := range tests {
		for _, s := range tt.yes {
			require.True(t, numberFits(tt.kind, s), "%s %q", tt.kind, s)
		}
		for _, s := range tt.no {
			require.False(t, numberFits(tt.kind, s), "%s %q", tt.kind, s)
		}
	}
}
