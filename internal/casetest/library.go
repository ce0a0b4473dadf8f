package casetest

import (
	"github.com/cape-ls/cape-ls/internal/analysis"
	"github.com/cape-ls/cape-ls/internal/repo"
)

// library asks the facade, over the disk.
func (c *Case) library() []checked {
	snap, a := c.open()
	return c.each(snap, a)
}

func (c *Case) open() (*repo.Snapshot, *analysis.Analyzer) {
	return repo.NewWorkspace(c.Dir).Snapshot(), analysis.New(analysis.Settings{})
}

func (c *Case) each(snap *repo.Snapshot, a *analysis.Analyzer) []checked {
	var out []checked
	paths, err := a.Collect(snap, c.Dir)
	if err != nil {
		panic(err) // the folder was made a moment ago
	}
	for _, path := range paths {
		src, err := snap.ReadFile(path)
		if err != nil {
			continue
		}
		out = append(out, checked{repo.Relative(c.Dir, path), src, a.Check(snap, path)})
	}
	return out
}
