package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/agent"
)

const callAbout = `Calls one agent tool, as CAPE's agent would, and prints the result as one line of JSON.

  cape-ls call --list                                 the tools: name, title, schema
  cape-ls call list_editable_files
  cape-ls call edit_file '{"fname": "pyFun.json", "old": "4:00:00", "new": "8:00:00"}'
  cape-ls call edit_file - < arguments.json
  cape-ls call --batch < calls.jsonl                  one {"id", "tool", "args"} a line, one session

Exit code: 0 when "success" is true, 1 when it is false, 2 when the call itself is wrong.
`

// callFlags are the flags of `cape-ls call`.
type callFlags struct {
	root, cwd   string
	list, batch bool
	detailed    bool
	options     optionFlags
}

// optionFlags collects --option NAME=JSON.
type optionFlags []override

type override struct {
	name  string
	value json.RawMessage
}

func (o *optionFlags) String() string { return "" }

func (o *optionFlags) Set(s string) error {
	name, value, ok := strings.Cut(s, "=")
	if !ok || name == "" {
		return errors.New(`must be NAME=JSON, e.g. ToolDir='"scripts"'`)
	}
	if !json.Valid([]byte(value)) {
		return fmt.Errorf("the value of %s must be JSON, but is %s (texts need quotes: '\"text\"')", name, value)
	}
	*o = append(*o, override{name, json.RawMessage(value)})
	return nil
}

func call(ctx context.Context, std streams, args []string) int {
	fs := newFlags("call")
	var f callFlags
	f.register(fs)
	rest, code, done := parse(fs, std, callAbout, args)
	if done {
		return code
	}
	if f.list {
		return listTools(std.out)
	}
	ctx, stop := untilHangUp(ctx)
	defer stop()
	session, end, err := f.session(std.err)
	if err != nil {
		return wrong(std, "call", err)
	}
	defer end() //nolint:errcheck // the answer is out; what is left on the disk is put in order next time
	if f.batch {
		if len(rest) > 0 {
			return wrong(std, "call", fmt.Errorf("--batch reads its calls from standard input; %q must go", rest[0]))
		}
		return batch(ctx, std, session)
	}
	switch {
	case len(rest) == 0:
		return wrong(std, "call", errors.New("TOOL is missing; `cape-ls call --list` names the tools"))
	case len(rest) > 2:
		return wrong(std, "call", fmt.Errorf("%q is one argument too many; ARGS-JSON must be one word (quote it)", rest[2]))
	}
	raw := []byte("{}")
	if len(rest) == 2 {
		raw = []byte(rest[1])
		if rest[1] == "-" {
			if raw, err = io.ReadAll(std.in); err != nil {
				return wrong(std, "call", err)
			}
		}
	}
	result, err := callOnce(ctx, session, rest[0], raw, std.err)
	if err != nil {
		return wrong(std, "call", err)
	}
	writeLine(std.out, result)
	return resultCode(result)
}

func (f *callFlags) register(fs *flag.FlagSet) {
	fs.StringVar(&f.root, "root", "", "the root folder `DIR` (default: the repository that holds the current folder)")
	fs.StringVar(&f.cwd, "cwd", "", "the `DIR` from which relative file names count (default: --root when it is given, else the current folder)")
	fs.BoolVar(&f.list, "list", false, "print the tools with their schemas")
	fs.BoolVar(&f.batch, "batch", false, "read calls from standard input, one a line")
	fs.BoolVar(&f.detailed, "detailed", false, "results of edits say more than CAPE's: what differs in the nearest line, newProblems, ...")
	fs.Var(&f.options, "option", "one option in place of that in cape-agent.json, as `NAME=JSON`; may be repeated")
}

// callOnce calls a tool. What CAPE would fail with becomes a result, and its text goes to the log.
func callOnce(ctx context.Context, s *agent.Session, tool string, raw []byte, log io.Writer) (agent.Result, error) {
	if names := toolNames(); !slices.Contains(names, tool) {
		return nil, fmt.Errorf("unknown tool %q%s; `cape-ls call --list` names them", tool, meant(tool, names))
	}
	result, err := s.Call(ctx, tool, raw)
	if r := (*agent.Raised)(nil); errors.As(err, &r) {
		fmt.Fprintf(log, "cape-ls: %s: CAPE fails here with %s\n", tool, r)
		return r.Result(), nil
	}
	return result, err
}

func toolNames() []string {
	var out []string
	for _, t := range agent.Tools() {
		out = append(out, t.Name)
	}
	return out
}

func resultCode(r agent.Result) int {
	if r.Failed() {
		return exitFound
	}
	return exitClean
}

func writeLine(w io.Writer, v any) {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // a closed pipe ends the process; there is nobody to tell
}

// batch answers every line of standard input in order, in one session. The exit code is the worst of the
// lines.
func batch(ctx context.Context, std streams, s *agent.Session) int {
	in := bufio.NewReader(std.in)
	worst := exitClean
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			answer, code := batchLine(ctx, s, line, n, std.err)
			writeLine(std.out, answer)
			worst = max(worst, code)
		}
		if err != nil {
			return worst
		}
	}
}

func batchLine(ctx context.Context, s *agent.Session, line []byte, n int, log io.Writer) (any, int) {
	type answer struct {
		ID     json.RawMessage `json:"id"`
		Result agent.Result    `json:"result,omitempty"`
		Error  string          `json:"error,omitempty"`
	}
	out := answer{ID: json.RawMessage("null")}
	c, err := readCall(line)
	if len(c.ID) > 0 {
		out.ID = c.ID
	}
	if err != nil {
		out.Error = fmt.Sprintf("line %d must be one JSON object {\"id\", \"tool\", \"args\"}: %v", n, err)
		return out, exitWrong
	}
	result, err := callOnce(ctx, s, c.Tool, c.Args, log)
	if err != nil {
		out.Error = fmt.Sprintf("line %d: %v", n, err)
		return out, exitWrong
	}
	out.Result = result
	return out, resultCode(result)
}

// batchCall is one line of a batch.
type batchCall struct {
	ID   json.RawMessage `json:"id"`
	Tool string          `json:"tool"`
	Args json.RawMessage `json:"args"`
}

// readCall reads one line of a batch. A name that means nothing is refused: it may be a misspelt "args", and the
// call would be made without its arguments.
func readCall(line []byte) (batchCall, error) {
	var c batchCall
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	err := d.Decode(&c)
	if err == nil {
		_, err = d.Token()
		if errors.Is(err, io.EOF) {
			return c, nil
		}
		return c, errors.New("something follows the object")
	}
	if kind := (*json.UnmarshalTypeError)(nil); errors.As(err, &kind) {
		where := "this"
		if kind.Field != "" {
			where = fmt.Sprintf("%q", kind.Field)
		}
		return c, fmt.Errorf("%s is a JSON %s", where, kind.Value)
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return c, errors.New("it ends too early")
	}
	return c, errors.New(strings.TrimPrefix(err.Error(), "json: "))
}

// listTools prints the table, one tool a line.
func listTools(w io.Writer) int {
	for _, t := range agent.Tools() {
		writeLine(w, struct {
			Name        string `json:"name"`
			Title       string `json:"title"`
			Description string `json:"description"`
			Schema      any    `json:"inputSchema"`
		}{t.Name, t.Title, t.Doc, t.Schema()})
	}
	return exitClean
}

func wrong(std streams, command string, err error) int {
	fmt.Fprintf(std.err, "cape-ls %s: %v\n", command, err)
	return exitWrong
}

// folder checks a folder that the user named and makes it absolute. Links stay.
func folder(flagName, dir string) (string, error) {
	full, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(full)
	if err != nil || !info.IsDir() {
		return "", fmt.Errorf("--%s %s: there is no such folder", flagName, dir)
	}
	return full, nil
}
