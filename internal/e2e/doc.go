// Package e2e drives the built cape-ls with clients that nobody here wrote: Neovim's and VS Code's own
// LSP clients, and the edit applier of VS Code's LSP library.
//
// It promises that what a user of these editors sees is what the other tests say: findings, fixes, edits
// of an agent on unsaved text, undo, and the bytes on the disk. It checks no rule in detail; the cases in
// testdata/cases do. The tests need Neovim, Node and the client's packages, and fail with the command
// that installs them when they are missing: a test that passes because it did not run says nothing.
package e2e
