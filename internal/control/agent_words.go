package control

import "github.com/cape-ls/cape-ls/internal/options"

// OptionWords says in a sentence or two what an option does, by its full name; empty when there are no words for it.
func OptionWords(class *options.Class, name string) string { return wordsFor(class, name) }
