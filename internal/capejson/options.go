package capejson

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path"
	"regexp"
	"strings"
	"syscall"

	"github.com/cape-ls/cape-ls/internal/pytext"
)

// Reader is what ReadOptions needs to know of the world.
type Reader struct {
	// Cwd is the absolute path of the folder that CAPE runs in: all names are relative to it, also
	// those in included files.
	Cwd string
	// ReadFile returns the bytes of a file by its absolute path. Its errors should wrap those of the
	// operating system (syscall.Errno, fs.ErrNotExist).
	ReadFile func(name string) ([]byte, error)
	// YAML reads a .yaml or .yml file as PyYAML does; its error should be a *Raised. Of makes the
	// Value. Nil: such files are refused with class YAMLError.
	YAML func(src []byte) (Value, error)
}

// ReadOptions reads a file of options as CAPE does (OptionsDict with a file name): comments off,
// includes put in by text, then read as JSON, or YAML by extension; the value must be a dict. An
// error is always a *Raised with CAPE's own message.
//
// What CAPE would do without end is recognized: two includes on one line end with the class
// MemoryError, a circle of includes with RecursionError.
func (r Reader) ReadOptions(name string) (Value, error) {
	v, err := r.read(name)
	if err != nil {
		return Value{}, err
	}
	if v.kind != dict {
		return Value{}, raise("OptdictTypeError", "Got type '"+v.Type()+"'; expected 'dict'")
	}
	return v, nil
}

func (r Reader) read(name string) (Value, error) {
	if isYAML(name) {
		return r.readYAML(name)
	}
	x := &expansion{r: r, main: path.Clean(r.abs(name))}
	if err := x.file(name, name, 0); err != nil {
		return Value{}, err
	}
	v, err := Check(strings.Join(x.code, ""))
	var bad *SyntaxError
	if errors.As(err, &bad) {
		return Value{}, x.explain(bad)
	}
	if err != nil {
		return Value{}, err
	}
	if v.kind == none {
		return Value{}, unbound("msg")
	}
	return v, nil
}

func isYAML(name string) bool {
	dot := strings.LastIndexByte(name, '.')
	ext := strings.ToLower(name[dot+1:])
	return dot >= 0 && (ext == "yaml" || ext == "yml")
}

func (r Reader) readYAML(name string) (Value, error) {
	src, err := r.load(name, name)
	if err != nil {
		return Value{}, err
	}
	if r.YAML == nil {
		return Value{}, raise("YAMLError", "no reader for YAML files")
	}
	return r.YAML(src)
}

// abs joins a name to the current folder as os.path.join does: without cleaning it.
func (r Reader) abs(name string) string {
	if strings.HasPrefix(name, "/") {
		return name
	}
	if strings.HasSuffix(r.Cwd, "/") {
		return r.Cwd + name
	}
	return r.Cwd + "/" + name
}

// load reads a file; shown is the name that Python's message has.
func (r Reader) load(name, shown string) ([]byte, error) {
	src, err := r.ReadFile(r.abs(name))
	if err != nil {
		return nil, osError(err, shown)
	}
	if bad := pytext.Invalid(src); bad != nil {
		return nil, raise("UnicodeDecodeError", bad.Error())
	}
	return pytext.Universal(src), nil
}

// osError words an error of the operating system as Python does.
func osError(err error, name string) *Raised {
	var no syscall.Errno
	if !errors.As(err, &no) {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			no = syscall.ENOENT
		case errors.Is(err, fs.ErrPermission):
			no = syscall.EACCES
		default:
			return raise("OSError", err.Error())
		}
	}
	class := "OSError"
	switch no {
	case syscall.ENOENT:
		class = "FileNotFoundError"
	case syscall.EISDIR:
		class = "IsADirectoryError"
	case syscall.ENOTDIR:
		class = "NotADirectoryError"
	case syscall.EACCES, syscall.EPERM:
		class = "PermissionError"
	}
	text := no.Error()
	if text != "" {
		text = strings.ToUpper(text[:1]) + text[1:]
	}
	return raise(class, fmt.Sprintf("[Errno %d] %s: %s", int(no), text, pytext.Repr(name)))
}

// unbound is Python's message for a variable without a value: CAPE forgot a case.
func unbound(name string) *Raised {
	return raise("UnboundLocalError", "cannot access local variable '"+name+"' where it is not associated with a value")
}

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

var decoderText = regexp.MustCompile(`^(.+[a-z]):`)

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
	if m := decoderText.FindStringSubmatch(bad.Error()); m != nil {
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
