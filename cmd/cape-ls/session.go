package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/cape-ls/cape-ls/internal/agent"
	"github.com/cape-ls/cape-ls/internal/analysis"
	"github.com/cape-ls/cape-ls/internal/control"
	"github.com/cape-ls/cape-ls/internal/options"
	"github.com/cape-ls/cape-ls/internal/repo"
)

// session starts an agent session over the disk. CAPE's agent would not start with an options file that it
// cannot read; here the call goes on without it, since an agent may be about to mend it, and says so.
func (f *callFlags) session(log io.Writer) (*agent.Session, func() error, error) {
	root, cwd, err := f.folders()
	if err != nil {
		return nil, nil, err
	}
	opts, warnings, err := control.ReadAgentFile(repo.Disk, root, repo.AgentFile)
	unread := err != nil
	if unread {
		fmt.Fprintf(log, "cape-ls: %s counts for nothing, since CAPE cannot read it; `cape-ls check %s` shows the places: %v\n",
			repo.AgentFile, filepath.Join(root, repo.AgentFile), err)
		opts = options.Agent{}
	}
	for _, w := range warnings {
		fmt.Fprintf(log, "cape-ls: %s\n", w.Text)
	}
	if len(f.options) > 0 {
		if opts, err = f.options.apply(opts, log); err != nil {
			return nil, nil, err
		}
	}
	c := agent.Config{Root: root, Cwd: cwd, Analyzer: analysis.New(analysis.Settings{Root: root}), Detailed: f.detailed, Unread: unread}
	c.Note = func(text string) { fmt.Fprintf(log, "cape-ls: %s\n", text) }
	if err := c.Start(opts); err != nil {
		fmt.Fprintf(log, "cape-ls: CAPE's agent would not start with these options: %v\n", err)
	}
	return agent.OnDisk(c)
}

// folders returns the root and the current folder. A root that was not named is found from the current
// folder upwards; with a root that was named, names count from it unless --cwd says otherwise.
func (f *callFlags) folders() (root, cwd string, err error) {
	if f.root != "" {
		if root, err = folder("root", f.root); err != nil {
			return "", "", err
		}
		cwd = root
	}
	if f.cwd != "" {
		if cwd, err = folder("cwd", f.cwd); err != nil {
			return "", "", err
		}
	}
	if cwd == "" {
		if cwd, err = os.Getwd(); err != nil {
			return "", "", err
		}
	}
	if root == "" {
		finder := repo.RootFinder{}
		root = finder.Root(repo.NewWorkspace().Snapshot(), cwd+string(os.PathSeparator)+"x")
	}
	return root, cwd, nil
}

// apply puts the options of the command line over those of the file, by CAPE's own reading rules.
func (o optionFlags) apply(base options.Agent, log io.Writer) (options.Agent, error) {
	values := options.Object{}
	for _, field := range base.Stored() {
		values = append(values, options.Field{Name: field.Name, Value: plainSection(field.Value)})
	}
	for _, over := range o {
		v, err := decodeOption(over.value)
		if err != nil {
			return base, err
		}
		values = values.Set(over.name, v)
	}
	agent, warnings, err := options.ReadAgent(values, "--option")
	for _, w := range warnings {
		fmt.Fprintf(log, "cape-ls: %s\n", w.Text)
	}
	return agent, err
}

func plainSection(v any) any {
	if s, ok := v.(*options.Section); ok {
		return s.Values
	}
	return v
}

// decodeOption decodes a JSON value into the values that options are read from.
func decodeOption(raw json.RawMessage) (any, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	tok, err := d.Token()
	if err != nil {
		return nil, err
	}
	return decodeToken(d, tok)
}

func decodeToken(d *json.Decoder, tok json.Token) (any, error) {
	delim, ok := tok.(json.Delim)
	if !ok {
		return tok, nil
	}
	object, list := options.Object{}, []any{}
	for d.More() {
		name := ""
		if delim == '{' {
			key, err := d.Token()
			if err != nil {
				return nil, err
			}
			name = key.(string)
		}
		next, err := d.Token()
		if err != nil {
			return nil, err
		}
		v, err := decodeToken(d, next)
		if err != nil {
			return nil, err
		}
		object, list = object.Set(name, v), append(list, v)
	}
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	if delim == '{' {
		return object, nil
	}
	return list, nil
}
