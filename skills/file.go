package skills

import (
	"bytes"

	"github.com/cape-ls/cape-ls/internal/text"
	"github.com/cape-ls/cape-ls/internal/yaml11"
)

// File is one SKILL.md as read by Parse. All spans are byte offsets in Src.
type File struct {
	Src []byte // the whole file; must not be changed
	BOM int    // length of the byte order mark at the start: 0 or 3

	Fences Fences           // where the front matter is
	YAML   *yaml11.Document // the front matter, never nil; without fences an empty document

	Headings []Heading
	Blocks   []CodeBlock // fenced code blocks
	Links    []Link      // in the order of the text
	Words    []Word      // code spans of the body that hold one word

	entries []Entry // the pairs of the top mapping
	mapper  *text.Mapper
}

// Parse reads a SKILL.md. It never fails: a file that is not one at all gives a File with an empty
// front matter and a body.
func Parse(src []byte) *File {
	f := parseHead(src)
	f.scanBody(f.Fences.Body)
	return f
}

// parseHead is Parse without the body.
func parseHead(src []byte) *File {
	f := &File{Src: src, mapper: text.NewMapper(src)}
	if bytes.HasPrefix(src, []byte(text.BOM)) {
		f.BOM = len(text.BOM)
	}
	f.Fences = splitFences(src, f.BOM)
	f.YAML = parseFront(src, f.Fences.Front)
	f.entries = entriesOf(f.YAML.Root)
	return f
}

// Mapper converts the file's spans to lines and columns.
func (f *File) Mapper() *text.Mapper { return f.mapper }

// Entry is one key and its value in the top mapping of the front matter.
type Entry struct {
	Key   string
	Pair  yaml11.Pair
	Later bool // the same key comes again below, which then wins
}

// Entries returns the keys of the front matter in the order of the text, keys that are not text left
// out.
func (f *File) Entries() []Entry { return f.entries }

// Field returns the entry that counts for a key: the last one of that name.
func (f *File) Field(key string) (Entry, bool) {
	for i := len(f.entries) - 1; i >= 0; i-- {
		if f.entries[i].Key == key {
			return f.entries[i], true
		}
	}
	return Entry{}, false
}
