package control

import (
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/feature"
	"github.com/cape-ls/cape-ls/internal/text"
)

// maxFiles bounds how many files of a folder are proposed.
const maxFiles = 200

// pathHolders are the options that hold the name of a file or folder, apart from fileOptions, with the
// endings that are looked for; "/" stands for folders only.
var pathHolders = map[string][]string{
	"RunMatrixOpts.File":            {".csv", ".txt", ".dat"},
	"ConfigOpts.ConfigFile":         {".xml", ".json", ".uh3d", ".tri", ".mapbc"},
	"MeshOpts.MeshFile":             {".ugrid", ".cgns", ".avm", ".grd", ".msh"},
	"MeshOpts.TriFile":              {".tri", ".triq", ".uh3d", ".stl", ".surf"},
	"MeshOpts.MapBCFile":            {".mapbc"},
	"MeshOpts.ConfigMapBCFile":      {".mapbc", ".xml"},
	"MeshOpts.ConfigDir":            {"/"},
	"Options.Fun3DNamelist":         {".nml"},
	"Options.OverNamelist":          {".inp"},
	"Options.InputCntl":             {".cntl"},
	"Options.JobXML":                {".xml"},
	"Options.AeroCsh":               {".csh"},
	"Options.RunYAMLFile":           {".yaml", ".yml"},
	"Options.PythonPath":            {"/"},
	"Subfigure.Layout":              {".lay", ".py"},
	"Subfigure.PythonFile":          {".py"},
	"Subfigure.ImageFile":           {".png", ".pdf", ".jpg", ".svg"},
	"SingleReportOpts.Logo":         {".png", ".pdf", ".jpg", ".eps"},
	"SingleReportOpts.Frontispiece": {".png", ".pdf", ".jpg", ".eps"},
	"Component.MapTri":              {".tri", ".triq"},
	"Component.ConfigFile":          {".xml", ".json"},
	"TargetDataBookOpts.File":       {".csv", ".dat"},
	"TargetDataBookOpts.Folder":     {"/"},
	"AgentOpts.ToolDir":             {"/"},
	"AgentOpts.EditAllowList":       nil,
}

// pathsFor returns the endings of the files that an option names; ok is false when it names none.
func pathsFor(id string) (endings []string, ok bool) {
	if endings, ok = pathHolders[id]; ok {
		return endings, true
	}
	class, option, _ := strings.Cut(id, ".")
	return nil, slices.ContainsFunc(fileOptions, func(f fileOption) bool {
		return f.option == option && (f.section == "" && class == "Options" || f.section+"Opts" == class)
	})
}

// includes proposes files where the cursor is in the name of an included file.
func (c *completer) includes() ([]feature.Completion, bool) {
	for _, inc := range c.tree.Includes {
		if !inc.NameSpan.Contains(c.offset) || inc.NameSpan.Start == inc.Span.Start {
			continue
		}
		c.replace = inc.NameSpan
		c.fileNames(string(text.Span{Start: inc.NameSpan.Start, End: c.offset}.In(c.tree.Src)), []string{".json"},
			func(name string) string { return name })
		return c.out, true
	}
	return nil, false
}

// files proposes files for an option that names them, and for a section that a file can hold; it reports
// whether the option is one of these.
func (c *completer) files() bool {
	endings, ok := pathsFor(c.at.id())
	inText := c.at.leaf != nil && c.at.leaf.Kind == capejson.String
	if opt := c.at.option; !ok && inText && opt != nil && opt.Section != nil && !opt.Section.Switch {
		endings, ok = []string{".json", ".yaml", ".yml"}, true
	}
	if !ok {
		return false
	}
	if !inText {
		c.fileNames("", endings, quote)
		return true
	}
	written := quote
	if c.closed(c.at.leaf) {
		// The cursor stays between the quotes, so that a folder can be gone into.
		c.replace = c.at.leaf.InnerSpan()
		written = func(name string) string {
			inner := quote(name)
			return inner[1 : len(inner)-1]
		}
	}
	if opt := c.at.option; opt != nil && !strings.ContainsRune(c.typed, '/') {
		if name, ok := opt.Default.(string); ok && name != "" {
			c.add(feature.Completion{Label: name, Kind: feature.KindValue, Detail: "default"}, written(name), "")
		}
	}
	c.fileNames(c.typed, endings, written)
	return true
}

// fileNames proposes what is in the folder that is typed, folders first, then the files with the endings.
// Names count from the folder that CAPE runs in; nothing outside of it is proposed.
func (c *completer) fileNames(typed string, endings []string, written func(string) string) {
	if c.at.id() == agentPatterns {
		c.patterns(typed, written)
		return
	}
	dir := typed[:strings.LastIndexByte(typed, '/')+1]
	if c.env.Files == nil || path.IsAbs(dir) || filepath.IsAbs(dir) || strings.ContainsRune(dir, '\\') ||
		strings.HasPrefix(path.Clean(dir), "..") {
		return
	}
	entries, err := c.env.Files.ReadDir(filepath.Join(c.env.Root, filepath.FromSlash(dir)))
	if err != nil {
		return
	}
	var found []feature.Completion
	foldersOnly := slices.Equal(endings, []string{"/"})
	for _, e := range entries[:min(len(entries), maxFiles)] {
		one := feature.Completion{Label: dir + e.Name(), Kind: feature.KindFile, Sort: "3" + e.Name()}
		switch {
		case strings.HasPrefix(e.Name(), "."):
			continue
		case c.isFolder(e, dir):
			one.Label, one.Kind, one.Sort = one.Label+"/", feature.KindFolder, "1"+e.Name()
		case foldersOnly, filepath.Join(c.env.Root, dir, e.Name()) == c.env.Path:
			continue
		case slices.Contains(endings, strings.ToLower(path.Ext(e.Name()))):
			one.Sort = "2" + e.Name()
		}
		found = append(found, one)
	}
	slices.SortStableFunc(found, func(a, b feature.Completion) int { return strings.Compare(a.Sort, b.Sort) })
	for _, one := range found {
		one.Sort = ""
		c.add(one, written(one.Label), "")
	}
}

// isFolder reports whether an entry is a folder, or a link to one.
func (p *pass) isFolder(e fs.DirEntry, dir string) bool {
	if e.IsDir() {
		return true
	}
	if e.Type()&fs.ModeSymlink == 0 {
		return false
	}
	info, err := p.env.Files.Stat(filepath.Join(p.env.Root, filepath.FromSlash(dir), e.Name()))
	return err == nil && info.IsDir()
}
