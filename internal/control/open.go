package control

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/options"
	"github.com/cape-ls/cape-ls/internal/repo"
)

// Python tells what is known of the Python that CAPE runs in.
type Python struct {
	// NoH5py: the package h5py is not installed, without which CAPE cannot open a pylch control file.
	NoH5py bool
	// Options is what is known of its CAPE's options; nil: the bundled facts.
	Options *options.Tree
}

// ControlFiles returns the names that CAPE's edit tools allow as the control file: the best one of
// findControl, with links resolved, relative to cwd; none when there is none, or when CAPE could not open
// it (cape.agent.skills.fileedit, get_edit_allowlist). Whether it can be opened is an approximation: CAPE
// runs the user's code then.
func ControlFiles(files repo.Files, cwd string, head []string, python Python) []string {
	found, err := findControl(files, cwd, head, "")
	if err != nil || len(found) == 0 {
		return nil
	}
	if !opens(files, cwd, found[0], python) {
		return nil
	}
	rel, err := filepath.Rel(repo.RealPath(cwd), repo.RealPath(filepath.Join(cwd, found[0].Name)))
	if err != nil {
		return nil
	}
	return []string{filepath.ToSlash(rel)}
}

// opener opens one control file as far as that can be foreseen.
type opener struct {
	files repo.Files
	cwd   string
	top   options.Object
	class *options.Class
}

func opens(files repo.Files, cwd string, f Found, python Python) bool {
	if f.Solver == "pyus" || f.Solver == "pylch" && python.NoH5py {
		return false
	}
	values, err := readFile(files, cwd, f.Name)
	root, ok := values.(options.Object)
	if err != nil || !ok {
		return false
	}
	class := python.Options.For(f.Solver)
	top, _, err := options.Read(class, "", root)
	if err != nil {
		return false
	}
	o := opener{files, cwd, top.Values, class}
	return o.template(f.Solver) && o.matrixReads() && o.functionsRun()
}

// text returns the text that an option has in phase 0; given is false when CAPE would see null.
func (o opener) text(name string) (text string, given bool) {
	v, ok := o.top.Get(name)
	if !ok {
		if opt := o.class.Options[name]; opt != nil {
			v = opt.Default
		}
	}
	if list, ok := v.([]any); ok {
		if len(list) == 0 {
			return "", false
		}
		v = list[0]
	}
	if object, ok := v.(options.Object); ok {
		v, _ = object.Get("@raw")
	}
	text, given = v.(string)
	return text, given
}

// template looks at the input file of the solver that CAPE reads when it opens the control file.
func (o opener) template(solver string) bool {
	option := map[string]string{"pyfun": "Fun3DNamelist", "pykes": "JobXML", "pylch": "VarsFile"}[solver]
	if option == "" {
		return true
	}
	name, given := o.text(option)
	if !given {
		return true
	}
	src, err := o.read(name)
	if err != nil {
		return false
	}
	return solver != "pykes" || isXML(src)
}

func (o opener) read(name string) ([]byte, error) {
	if !filepath.IsAbs(name) {
		name = filepath.Join(o.cwd, name)
	}
	if !isFile(o.files, name) {
		return nil, errors.New("no such file")
	}
	return o.files.ReadFile(name)
}

// isXML reports whether a text is one well-formed document.
func isXML(src []byte) bool {
	dec := xml.NewDecoder(bytes.NewReader(src))
	dec.CharsetReader = func(_ string, input io.Reader) (io.Reader, error) { return input, nil }
	roots, depth := 0, 0
	for {
		tok, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return roots == 1 && depth == 0
		}
		if err != nil {
			return false
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			if depth == 0 {
				roots++
			}
			depth++
		case xml.EndElement:
			depth--
		case xml.CharData:
			if depth == 0 && strings.TrimSpace(string(tok)) != "" {
				return false
			}
		}
	}
}

// matrixReads tells whether CAPE can read the run matrix: its keys, its values, the numbers in its file.
func (o opener) matrixReads() bool {
	v, _ := o.top.Get("RunMatrix")
	if v == nil {
		return true
	}
	raw, ok := v.(options.Object)
	if !ok {
		return false // a list of sections
	}
	switch keys, given := raw.Get("Keys"); keys.(type) {
	case []any, string, options.Object:
	default:
		// CAPE looks for names in the value before it looks at its type.
		if given && len(raw) > 0 {
			return false
		}
	}
	class := o.class.Sub("RunMatrix")
	section, _, err := options.Read(class, "RunMatrix", raw)
	if err != nil {
		return false
	}
	return o.columnsRead(section)
}

func (o opener) columnsRead(section *options.Section) bool {
	keys := o.keys(section)
	if len(keys) == 0 {
		return false
	}
	values, _ := section.Values.Get("Values")
	lists := 1
	if object, ok := values.(options.Object); ok {
		for _, f := range object {
			list, ok := f.Value.([]any)
			if !ok {
				continue
			}
			if lists > 1 && len(list) != lists {
				return false
			}
			lists = max(lists, len(list))
		}
	}
	name, _ := section.Values.Get("File")
	text, ok := name.(string)
	if !ok {
		return name == nil
	}
	src, err := o.read(text)
	if err != nil || text == "" {
		return true
	}
	defns, _ := section.Values.Get("Definitions")
	for _, r := range readMatrix(src).cases {
		for i, key := range keys {
			if i < len(r.cells) && !numberFits(o.column(section.Class, defns, key), r.cells[i].text) {
				return false
			}
		}
	}
	return true
}

// keys returns the run matrix keys, the defaults without any.
func (o opener) keys(section *options.Section) []string {
	v, ok := section.Values.Get("Keys")
	if !ok {
		v = section.Class.Default("Keys")
	}
	var out []string
	switch v := v.(type) {
	case string:
		out = append(out, v)
	case []any:
		for _, item := range v {
			if s, ok := item.(string); ok {
				out = append(out, s)
			}
		}
	}
	return out
}

// column returns what the values of a run matrix key are: "float", "str" and so on.
func (o opener) column(class *options.Class, defns any, key string) string {
	kinds := class.Sub("Definitions").Kinds
	if kinds == nil {
		return "float"
	}
	by := key
	all, _ := defns.(options.Object)
	defn, _ := all.Get(key)
	fields, _ := defn.(options.Object)
	if t, ok := fields.Get(kinds.By); ok {
		if s, ok := t.(string); ok {
			by = s
		}
	}
	kind, _ := kinds.For(by)
	for _, f := range fields {
		if s, ok := f.Value.(string); ok && kind.Full(f.Name) == "Value" && kind.Options["Value"].Allows(s) {
			return s
		}
	}
	text, _ := kind.Default("Value").(string)
	return text
}

// functionsRun tells whether the functions of InitFunction can be there. What they do is not known.
func (o opener) functionsRun() bool {
	v, _ := o.top.Get("InitFunction")
	list, ok := v.([]any)
	if !ok {
		return v == nil || v == ""
	}
	dirs := []string{""}
	path, _ := o.top.Get("PythonPath")
	switch path := path.(type) {
	case string:
		dirs = append(dirs, path)
	case []any:
		for _, d := range path {
			if s, ok := d.(string); ok {
				dirs = append(dirs, s)
			}
		}
	}
	return !slices.ContainsFunc(list, func(v any) bool {
		spec, ok := v.(string)
		return !ok || !o.functionThere(spec, dirs)
	})
}

func (o opener) functionThere(spec string, dirs []string) bool {
	module, function, ok := cutLast(spec)
	if !ok {
		return false
	}
	base := strings.ReplaceAll(module, ".", "/")
	for _, dir := range dirs {
		for _, file := range []string{base + ".py", base + "/__init__.py"} {
			if src, err := o.read(filepath.Join(dir, file)); err == nil {
				return definesName(src, function)
			}
		}
	}
	return false
}
