package yaml11

import "github.com/cape-ls/cape-ls/internal/text"

type tokenKind uint8

const (
	streamEnd tokenKind = iota
	directive
	documentStart
	documentEnd
	blockSequenceStart
	blockMappingStart
	blockEnd
	flowSequenceStart
	flowMappingStart
	flowSequenceEnd
	flowMappingEnd
	keyToken
	valueToken
	blockEntry
	flowEntry
	aliasToken
	anchorToken
	tagToken
	scalarToken
)

// names are PyYAML's names of the tokens, already in Python's quotes.
var names = [...]string{
	"'<stream end>'", "'<directive>'", "'<document start>'", "'<document end>'", "'<block sequence start>'",
	"'<block mapping start>'", "'<block end>'", "'['", "'{'", "']'", "'}'", "'?'", "':'", "'-'", "','",
	"'<alias>'", "'<anchor>'", "'<tag>'", "'<scalar>'",
}

type token struct {
	kind       tokenKind
	style      Style // scalars
	verbatim   bool  // tags without a handle
	start, end mark
	inner      text.Span // scalars: the span inside quotes or below the header
	stop       int       // scalars: the byte after the last that belongs to the content
	text       string    // scalar content, anchor or alias name, tag suffix, directive name
	handle     string    // tag handle, or handle of a TAG directive
	prefix     string    // prefix of a TAG directive, major number of a YAML directive
}

// simpleKey is a place that becomes a key when a colon follows on the same line within 1024 characters.
type simpleKey struct {
	level    int
	number   int // of its first token
	required bool
	mark     mark
}

// fault is an error that ended the reading.
type fault struct {
	kind    Kind
	raises  string
	context string
	from    *mark // the context mark
	problem string
	at      mark
}

// scanner cuts the text into tokens. It looks ahead only as far as PyYAML does, so that of two errors the
// same one comes first.
type scanner struct {
	cursor
	queue    []token
	head     int // index of the next token in queue
	taken    int // number of tokens handed out
	indent   int
	indents  []int
	flow     int // open brackets; negative after too many closing ones, which PyYAML allows for a while
	mayKey   bool
	keys     []simpleKey // by level and age, oldest first
	done     bool
	fault    *fault
	comments []text.Span
	wide     [2]int // start and end of the last quoted scalar of more than one line
}

func newScanner(src string, at mark) *scanner {
	return &scanner{cursor: cursor{src, at}, indent: -1, mayKey: true}
}

// fail notes the error that ends the scan. It always returns false.
func (s *scanner) fail(context string, from *mark, problem string) bool {
	return s.failAt(context, from, problem, s.mark)
}

func (s *scanner) failAt(context string, from *mark, problem string, at mark) bool {
	return s.stop(&fault{Scanner, "ScannerError", context, from, problem, at})
}

func (s *scanner) stop(f *fault) bool {
	if s.fault == nil {
		s.fault = f
	}
	return false
}

// peek returns the next token, nil after an error.
func (s *scanner) peek() *token {
	for s.fault == nil && s.wantsMore() {
		s.fetch()
	}
	if s.fault != nil {
		return nil
	}
	return &s.queue[s.head]
}

// next returns the next token and moves past it. It must follow a peek that gave a token.
func (s *scanner) next() token {
	t := s.queue[s.head]
	s.head++
	s.taken++
	if s.head == len(s.queue) {
		s.queue, s.head = s.queue[:0], 0
	} else if s.head > 1024 && s.head > len(s.queue)/2 {
		s.queue, s.head = s.queue[:copy(s.queue, s.queue[s.head:])], 0
	}
	return t
}

// wantsMore reports whether the next token is not known yet: there is none, or it may turn out to be a key.
func (s *scanner) wantsMore() bool {
	if s.done {
		return false
	}
	if s.head == len(s.queue) {
		return true
	}
	return s.dropStaleKeys() && len(s.keys) > 0 && s.keys[0].number == s.taken
}

func (s *scanner) add(kind tokenKind, start, end mark) {
	s.queue = append(s.queue, token{kind: kind, start: start, end: end})
}

// insert puts a token before the one with the given number.
func (s *scanner) insert(number int, t token) {
	at := s.head + number - s.taken
	s.queue = append(s.queue, token{})
	copy(s.queue[at+1:], s.queue[at:])
	s.queue[at] = t
}

// fetch adds at least one token, or notes an error.
func (s *scanner) fetch() bool {
	s.skipToToken()
	if !s.dropStaleKeys() {
		return false
	}
	s.unwind(s.column)
	c := s.at(0)
	switch {
	case c == 0:
		return s.fetchStreamEnd()
	case c == '%' && s.column == 0:
		return s.fetchDirective()
	case (c == '-' || c == '.') && s.column == 0 && s.documentMark():
		return s.fetchDocumentMark(c)
	}
	switch c {
	case '[':
		return s.fetchFlowStart(flowSequenceStart)
	case '{':
		return s.fetchFlowStart(flowMappingStart)
	case ']':
		return s.fetchFlowEnd(flowSequenceEnd)
	case '}':
		return s.fetchFlowEnd(flowMappingEnd)
	case ',':
		s.mayKey = true
		return s.dropKey() && s.single(flowEntry)
	case '-':
		if s.endsToken(1) {
			return s.fetchBlockEntry()
		}
	case '?':
		if s.flow != 0 || s.endsToken(1) {
			return s.fetchKey()
		}
	case ':':
		if s.flow != 0 || s.endsToken(1) {
			return s.fetchValue()
		}
	}
	return s.fetchContent(c)
}

// fetchContent adds an alias, an anchor, a tag or a scalar.
func (s *scanner) fetchContent(c byte) bool {
	if (c == '|' || c == '>') && s.flow == 0 {
		s.mayKey = true
		return s.dropKey() && s.scanBlockScalar()
	}
	var scan func() bool
	switch c {
	case '*', '&':
		scan = s.scanAnchor
	case '!':
		scan = s.scanTag
	case '\'', '"':
		scan = s.scanQuoted
	default:
		if !s.startsPlain(c) {
			return s.fail("while scanning for the next token", nil,
				"found character "+s.char(0)+" that cannot start any token")
		}
		scan = s.scanPlain
	}
	if !s.saveKey() {
		return false
	}
	s.mayKey = false
	return scan()
}

// startsPlain reports whether a plain scalar may begin with the byte c at the cursor.
func (s *scanner) startsPlain(c byte) bool {
	switch c {
	case '\t', ',', '[', ']', '{', '}', '#', '&', '*', '!', '|', '>', '\'', '"', '%', '@', '`':
		return false
	case '-':
		return !s.endsToken(1)
	case '?', ':':
		return s.flow == 0 && !s.endsToken(1)
	}
	return true
}

// skipToToken moves over blanks, comments and line breaks.
func (s *scanner) skipToToken() {
	if s.index == 0 && s.pos == 0 && len(s.src) >= len(bom) && s.src[:len(bom)] == bom {
		s.skip(len(bom))
	}
	for {
		s.skipBlanks()
		s.skipComment()
		if s.lineBreak() == "" {
			return
		}
		if s.flow == 0 {
			s.mayKey = true
		}
	}
}

// skipComment moves over a comment at the cursor, if there is one.
func (s *scanner) skipComment() {
	if s.at(0) != '#' {
		return
	}
	n := 1
	for !s.endsLine(n) {
		n++
	}
	s.comments = append(s.comments, text.Span{Start: s.pos, End: s.pos + n})
	s.skip(n)
}
