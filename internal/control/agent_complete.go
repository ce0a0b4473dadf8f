package control

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/allow"
	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/feature"
	"github.com/cape-ls/cape-ls/internal/options"
)

// agentPatterns is the place of the patterns of files that an agent may change.
const agentPatterns = "AgentOpts." + allowOption

// patterns proposes what can be allowed in the folder that is typed: the files that no pattern permits yet, those
// of one kind together, and the folders.
func (c *completer) patterns(typed string, written func(string) string) {
	dir := typed[:strings.LastIndexByte(typed, '/')+1]
	if c.env.Files == nil || strings.HasPrefix(dir, "/") || strings.HasPrefix(dir, "./") || strings.Contains(dir, "..") || allow.Magic(dir) {
		return
	}
	entries, err := c.env.Files.ReadDir(filepath.Join(c.env.Root, filepath.FromSlash(dir)))
	if err != nil {
		return
	}
	var folders, files []string
	kinds := map[string]int{}
	for _, e := range entries[:min(len(entries), maxFiles)] {
		name := dir + e.Name()
		switch {
		case c.isFolder(e, dir):
			if !slices.Contains(leftOut, e.Name()) {
				folders = append(folders, name+"/")
			}
		case name != options.AgentFile && !c.permitted(name):
			files = append(files, name)
			kinds[path.Ext(name)]++
		}
	}
	for _, name := range files {
		c.add(feature.Completion{Label: name, Kind: feature.KindFile}, written(PatternFor(name)), "")
		if ext := path.Ext(name); kinds[ext] > 1 && ext != "" && path.Base(name) != ext {
			c.add(feature.Completion{Label: dir + "*" + ext, Kind: feature.KindFile}, written(dir+"*"+ext), fmt.Sprintf("%d files", kinds[ext]))
			kinds[ext] = 0
		}
	}
	for _, name := range folders {
		c.add(feature.Completion{Label: name, Kind: feature.KindFolder}, written(PatternFor(name)), "")
	}
}

// permitted reports whether a pattern other than the one at the cursor matches a name.
func (c *completer) permitted(name string) bool {
	list, _ := texts(allowList(c.tree))
	return slices.ContainsFunc(list, func(n *capejson.Node) bool { return n != c.at.leaf && allow.Match(name, n.String()) })
}
