package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"go.lsp.dev/protocol"

	"github.com/cape-ls/cape-ls/internal/options"
	"github.com/cape-ls/cape-ls/internal/toolrun"
)

// commandReloadOptions reads the options of the installed CAPE again.
const commandReloadOptions = "cape.reloadOptions"

// factKeeper holds the facts about CAPE's options that are in use. They come from the bundled table until
// the installed CAPE was asked: what was read of it before is used at once, then the Python of the user is
// asked whether it is still that, away from everything that somebody waits for.
type factKeeper struct {
	tree atomic.Pointer[options.Tree] // nil: the bundled facts

	reading sync.Mutex // one asks at a time
	failing bool       // the last one could not read; guarded by reading

	works sync.WaitGroup // those who ask, or may; entered by enter only

	mu     sync.Mutex
	begun  bool
	ended  bool     // nobody begins to ask any more
	wish   factWish // what is being read, or was
	cancel context.CancelFunc
	said   string // the last line that was told
}

// enter counts somebody who is about to ask, until they say works.Done; false when the server is about to end.
func (k *factKeeper) enter() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.enterLocked()
}

// enterLocked is enter for those who hold mu.
func (k *factKeeper) enterLocked() bool {
	if !k.ended {
		k.works.Add(1)
	}
	return !k.ended
}

// factWish is what the settings, the trust and the editor ask for.
type factWish struct {
	bundled string // why the bundled facts are wanted; empty: those of the installed CAPE are
	choice  toolrun.Choice
	folder  string
}

func (s *server) factWish() factWish {
	set := s.settings.Load()
	w := factWish{choice: s.pythonChoice(), folder: set.Facts.Path}
	switch {
	case s.opts.Cache == "":
		w.bundled = "the system names no folder for the files of this user, in which the facts would be kept (HOME)"
	case set.Facts.Source == "bundled":
		w.bundled = "cape.options.source says so"
	case !s.trusted():
		w.bundled = "the workspace is not trusted"
	}
	return w
}

// pythonChoice is what the user has said of the interpreter.
func (s *server) pythonChoice() toolrun.Choice {
	return toolrun.Choice{Setting: s.settings.Load().Python, Editor: s.clientPython}
}

// beginFacts says that the client may be spoken to, and reads for the first time.
func (s *server) beginFacts() {
	s.facts.mu.Lock()
	s.facts.begun = true
	s.facts.mu.Unlock()
	s.factsWanted()
}

// factsWanted reads again, in the background, when something else is wanted than before.
func (s *server) factsWanted() {
	k, wish := &s.facts, s.factWish()
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.begun || k.cancel != nil && wish == k.wish || !k.enterLocked() {
		return
	}
	if k.cancel != nil {
		k.cancel()
	}
	var ctx context.Context
	ctx, k.cancel = context.WithCancel(s.ctx)
	k.wish = wish
	s.background("options", func(context.Context) {
		defer k.works.Done()
		_ = s.readFacts(ctx, wish, nil) // it has told what is wrong
	})
}

// endFacts waits for a process that was started to be gone, which ends when the connection does.
func (s *server) endFacts(limit time.Duration) {
	s.facts.mu.Lock()
	s.facts.ended = true
	s.facts.mu.Unlock()
	waitAtMost(limit, s.facts.works.Wait)
}

// readFacts brings the facts that are wanted into use. The error says why they are others.
func (s *server) readFacts(ctx context.Context, wish factWish, token json.RawMessage) (err error) {
	s.facts.reading.Lock()
	defer s.facts.reading.Unlock()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	defer func() { s.facts.failing = err != nil }()
	if wish.bundled != "" {
		s.useFacts(nil, wish.bundled)
		return errors.New(wish.bundled)
	}
	source := toolrun.FactSource{Choice: wish.choice, Folder: wish.folder, Lookups: toolrun.Machine(), Cache: s.opts.Cache, Limit: s.opts.factLimit}
	if known := source.Cached(); known != nil && !sameFacts(known, s.facts.tree.Load()) {
		s.useFacts(known, "as it was read before")
	}
	found, err := source.Find(ctx)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		s.useFacts(nil, err.Error())
		return err
	}
	if found.Options == nil {
		return s.dumpFacts(ctx, found, token)
	}
	if s.facts.failing || !sameFacts(found.Options, s.facts.tree.Load()) {
		s.useFacts(found.Options, askedWith(found))
	}
	return nil
}

func askedWith(found toolrun.Installed) string { return "asked with " + found.Python.Path }

// dumpFacts has a CAPE that was not read before say what its options are.
func (s *server) dumpFacts(ctx context.Context, found toolrun.Installed, token json.RawMessage) error {
	res, err := s.withProgress(ctx, token, "Reading CAPE's options", func(ctx context.Context) (any, error) {
		return found.Dump(ctx)
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	tree, _ := res.(*options.Tree)
	switch {
	case tree != nil && err != nil:
		s.useFacts(tree, askedWith(found)+"; they cannot be kept: "+err.Error())
	case tree != nil:
		s.useFacts(tree, askedWith(found))
	default:
		// What was read of the same CAPE before is nearer to it than the bundled facts.
		tree = s.facts.tree.Load()
		if tree == nil || tree.Path() != found.Path {
			tree = nil
		}
		s.useFacts(tree, err.Error())
		return err
	}
	return nil
}

// useFacts puts facts into use and tells, once, where they come from and why. Open files are checked again
// when they are others than before.
func (s *server) useFacts(tree *options.Tree, why string) {
	old := s.facts.tree.Swap(tree)
	s.tellFacts(tree, why)
	s.tellStatus()
	if !sameFacts(old, tree) {
		s.analyze()
		s.checks.all()
	}
}

// methodStatus tells a client that shows it what the server works with: its own version, the root of the first
// workspace folder, empty when there is none, and where the facts about CAPE's options come from:
// {version, root, options: {source, version, path}}.
const methodStatus = "cape/status"

func (s *server) tellStatus() {
	if !s.shows {
		return
	}
	s.telling.Lock() // the last to tell has looked last
	defer s.telling.Unlock()
	root, tree := "", s.facts.tree.Load()
	if roots := s.roots(s.ws.Snapshot()); len(roots) > 0 {
		root = roots[0]
	}
	facts := map[string]any{"source": tree.Source(), "version": tree.Version(), "path": tree.Path()}
	if err := s.notify(methodStatus, map[string]any{"version": s.opts.Version, "root": root, "options": facts}); err != nil {
		s.log.printf("status: %v", err)
	}
}

func sameFacts(a, b *options.Tree) bool {
	return a == b || a.Source() == b.Source() && a.Fingerprint() == b.Fingerprint()
}

func (s *server) tellFacts(tree *options.Tree, why string) {
	line := fmt.Sprintf("options: %s; %s", tree.Source(), why)
	broken := tree.Broken()
	for _, name := range slices.Sorted(maps.Keys(broken)) {
		line += fmt.Sprintf("; those of %s cannot be read: %s", name, broken[name])
	}
	s.facts.mu.Lock()
	news := line != s.facts.said
	s.facts.said = line
	s.facts.mu.Unlock()
	if !news || s.opts.Cache == "" {
		return
	}
	line = strings.ToValidUTF8(line, "\ufffd")
	s.log.printf("%s", line)
	if err := s.client.LogMessage(s.ctx, &protocol.LogMessageParams{Type: protocol.MessageTypeInfo, Message: line}); err != nil {
		s.log.printf("log message: %v", err)
	}
}

// reloadOptions implements the command cape.reloadOptions. The answer says where the facts come from now.
func (s *server) reloadOptions(ctx context.Context, token json.RawMessage) (any, error) {
	if !s.facts.enter() {
		return nil, context.Canceled
	}
	defer s.facts.works.Done()
	err := s.readFacts(ctx, s.factWish(), token)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	tree := s.facts.tree.Load()
	out := map[string]any{
		"success": err == nil, "source": tree.Source(), "version": tree.Version(), "installed": tree.Installed(), "solvers": tree.Solvers(),
	}
	if err != nil {
		out["error"] = err.Error()
	}
	return encoded(out)
}
