package control

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/feature"
	"github.com/cape-ls/cape-ls/internal/text"
)

// functionHolders are the options that name functions of the user's, as module.function.
var functionHolders = []string{
	"InitFunction", "CaseFunction", "NamelistFunction", "Function", "PrePythonFuncs", "PostPythonFuncs", "WorkerPythonFuncs",
	"PhaseWatcherFuncs",
}

// topFunction is a function at the top of a module.
var topFunction = text.Pattern(`(?m)^(?:async\s+)?def\s+([A-Za-z]\w*)`)

// maxScripts bounds how many modules are read for their functions, maxModule how long one may be.
const (
	maxScripts = 40
	maxModule  = 1 << 20
)

// functions proposes modules of the user's and the functions in them: those beside the control file and in
// PythonPath.
func (c *completer) functions() {
	isFunction := slices.Contains(functionHolders, c.at.full)
	if !isFunction && c.at.id() != "Options.Modules" || c.env.Files == nil {
		return
	}
	listed := c.listedHere()
	for _, name := range c.modules() {
		if !isFunction {
			if !slices.Contains(listed, name) {
				c.add(feature.Completion{Label: name, Kind: feature.KindModule, Detail: "module"}, c.listedText(name), "")
			}
			continue
		}
		file, ok := c.module(name)
		if !ok {
			continue
		}
		src, err := c.env.Files.ReadFile(file)
		if err != nil || len(src) > maxModule {
			continue
		}
		for _, def := range topFunction().FindAllSubmatch(src, -1) {
			full := name + "." + string(def[1])
			c.add(feature.Completion{Label: full, Kind: feature.KindFunction, Detail: path.Base(file)}, c.listedText(full), "")
		}
	}
}

// listedText writes a text as an option takes it: in a list where it takes one and there is none.
func (c *completer) listedText(s string) string {
	if opt := c.at.option; opt != nil && opt.ListDepth > 0 && !c.at.list {
		return "[" + quote(s) + "]"
	}
	return quote(s)
}

// modules returns the names of the Python modules that CAPE can import from the repository.
func (c *completer) modules() []string {
	top, class := c.whole()
	if class == nil {
		return nil
	}
	dirs, _ := c.pythonPath(top, class)
	var out names
	for _, dir := range dirs {
		if filepath.IsAbs(dir) || strings.HasPrefix(path.Clean(dir), "..") {
			continue
		}
		entries, err := c.env.Files.ReadDir(filepath.Join(c.env.Root, dir))
		if err != nil {
			continue
		}
		for _, e := range entries {
			name, ok := strings.CutSuffix(e.Name(), ".py")
			if ok && moduleName().MatchString(name) && len(out.list) < maxScripts {
				out.add(name)
			}
		}
	}
	return out.list
}

var moduleName = text.Pattern(`^[A-Za-z]\w*$`)
