package capejson

import (
	"fmt"
	"strings"
)

// maxNesting bounds files included in files; Python's stack ends near it.
const maxNesting = 950

// The text with all includes put in is bounded, in bytes, and so is the number of includes: a few files
// that include each other twice can ask for any amount.
const (
	maxExpansion = 64 << 20
	maxIncludes  = 100_000
)

// expansion is one file with all includes put in, line by line, and where each line came from.
type expansion struct {
	r     Reader
	main  string // absolute and clean
	names []string
	open  []string // files being read, by path
	code  []string // without comments
	lines []string // as shown in messages
	files []int    // per line, index into names
	from  []int    // per line, its number in its file, from 0
	size  int      // bytes read so far
}

// file reads one file and what it includes. shown is its name in messages.
func (x *expansion) file(name, shown string, number int) error {
	if number == 0 {
		x.names = []string{name}
	}
	if len(x.open) >= maxNesting {
		return raise("RecursionError", "maximum recursion depth exceeded")
	}
	for _, open := range x.open {
		if open == name {
			return raise("RecursionError", "maximum recursion depth exceeded")
		}
	}
	src, err := x.r.load(name, shown)
	if err != nil {
		return err
	}
	if x.size += len(src) + 1; x.size > maxExpansion || len(x.names) > maxIncludes {
		return raise("MemoryError", "")
	}
	x.open = append(x.open, name)
	defer func() { x.open = x.open[:len(x.open)-1] }()
	part := "" // the file that the last relative name in this file stands for
	n := 0
	for line := range strings.Lines(string(src)) {
		x.files = append(x.files, number)
		x.from = append(x.from, n)
		code, err := StripComment(line)
		if err != nil {
			return err
		}
		if err := x.line(line, code, shown, n, &part); err != nil {
			return err
		}
		n++
	}
	return nil
}

// line adds one line, with the text of the file that it includes in the place of the include.
func (x *expansion) line(line, code, shown string, n int, part *string) error {
	m := nextInclude(code)
	if m == nil {
		x.lines = append(x.lines, line)
		x.code = append(x.code, code)
		return nil
	}
	name := code[m[4]:m[5]]
	number := len(x.names)
	x.names = append(x.names, name)
	if !strings.HasPrefix(name, "/") {
		*part = x.r.abs(name)
	}
	if *part == "" {
		return unbound("faj")
	}
	if *part == x.main {
		return raise("OptdictValueError", fmt.Sprintf("Cannot include '%s' at line %d of '%s'; already included previously", name, n, shown))
	}
	before := code[:m[0]] + "\n"
	x.lines = append(x.lines, before)
	x.code = append(x.code, before)
	if err := x.file(*part, *part, number); err != nil {
		return err
	}
	rest := code[m[1]:]
	if nextInclude(rest) != nil {
		return raise("MemoryError", "") // CAPE includes without end
	}
	x.lines[len(x.lines)-1] += rest
	x.code[len(x.code)-1] += rest
	return nil
}
