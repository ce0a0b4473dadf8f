package capejson

import (
	"fmt"
	"math"
	"strings"

	"github.com/cape-ls/cape-ls/internal/text"
)

var decoderText = text.Pattern(`^(.+[a-z]):`)

// explain words a syntax error with the lines around it. CAPE looks the line up by its number in the
// expanded text, which has more lines than it counted when an included file ends within a line.
func (x *expansion) explain(bad *SyntaxError) *Raised {
	n := bad.Line - 1
	if n >= len(x.files) {
		return raise("IndexError", "list index out of range")
	}
	first, end := max(n-2, 0), min(n+3, len(x.lines))
	files := x.files[first:end]
	name := x.names[x.files[n]]
	many := false
	maxLine, maxFile := 0, 0
	for i := first; i < end; i++ {
		many = many || x.files[i] != x.files[n]
		maxLine = max(maxLine, x.from[i])
		maxFile = max(maxFile, x.files[i])
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Error reading JSON file '%s'\nError occurred on line %d", x.names[0], x.from[n]+1)
	if name != x.names[0] {
		fmt.Fprintf(&b, " of '%s'", name)
	}
	if m := decoderText().FindStringSubmatch(bad.Error()); m != nil {
		b.WriteString("\n  " + m[1] + "\n")
	}
	b.WriteString("\nLines surrounding problem area:")
	lineWidth, fileWidth := digitsFor(maxLine), digitsFor(maxFile)
	if many {
		lineWidth, fileWidth = max(4, lineWidth), max(4, fileWidth)
		fmt.Fprintf(&b, "\n    %-*s %-*s  Code", fileWidth, "File", lineWidth, "Line")
	}
	for i := first; i < end; i++ {
		mark := "\n    "
		if i == n {
			mark = "\n--> "
		}
		b.WriteString(mark)
		if many {
			fmt.Fprintf(&b, "%*d %*d  ", fileWidth, x.files[i], lineWidth, x.from[i]+1)
		} else {
			fmt.Fprintf(&b, "%*d ", lineWidth, x.from[i]+1)
		}
		b.WriteString(strings.TrimRightFunc(x.lines[i], pySpace))
	}
	if many {
		b.WriteString("\n\nFile name key:")
		for _, f := range setOrder(files) {
			fmt.Fprintf(&b, "\n  %*d: %s", digitsFor(maxFile), f, x.names[f])
		}
	}
	return raise("OptdictJSONError", b.String())
}

// digitsFor is how CAPE computes a column width: enough for n + 2, an index counted from zero.
func digitsFor(n int) int { return int(math.Ceil(math.Log10(float64(n + 2)))) }

// setOrder returns small numbers in the order in which Python walks a set of them, which is that of
// its hash table and not always ascending.
func setOrder(numbers []int) []int {
	table := newTable(8)
	used := 0
	for _, n := range numbers {
		if !place(table, n) {
			continue
		}
		if used++; used*5 >= (len(table)-1)*3 {
			bigger := newTable(len(table) * 4)
			for _, old := range table {
				if old >= 0 {
					place(bigger, old)
				}
			}
			table = bigger
		}
	}
	var out []int
	for _, n := range table {
		if n >= 0 {
			out = append(out, n)
		}
	}
	return out
}

func newTable(size int) []int {
	t := make([]int, size)
	for i := range t {
		t[i] = -1
	}
	return t
}

// place puts a number into the table and reports whether it was new.
func place(table []int, n int) bool {
	mask := len(table) - 1
	perturb := n
	for i := n & mask; ; {
		probes := 0
		if i+9 <= mask {
			probes = 9
		}
		for k := i; k <= i+probes; k++ {
			if table[k] == n {
				return false
			}
			if table[k] < 0 {
				table[k] = n
				return true
			}
		}
		perturb >>= 5
		i = (i*5 + 1 + perturb) & mask
	}
}
