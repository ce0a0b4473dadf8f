package yaml11

// dropStaleKeys forgets the possible keys that are on an earlier line or more than 1024 characters away. The
// oldest come first, so those to forget are always in front.
func (s *scanner) dropStaleKeys() bool {
	n := 0
	for n < len(s.keys) {
		k := &s.keys[n]
		if k.mark.line == s.line && s.index-k.mark.index <= 1024 {
			break
		}
		if k.required {
			return s.missingColon(k)
		}
		n++
	}
	if n > 0 {
		s.keys = append(s.keys[:0], s.keys[n:]...)
	}
	return true
}

func (s *scanner) missingColon(k *simpleKey) bool {
	from := k.mark
	return s.fail("while scanning a simple key", &from, "could not find expected ':'")
}

// saveKey notes that the next token may turn out to be a key.
func (s *scanner) saveKey() bool {
	if !s.mayKey {
		return true
	}
	if !s.dropKey() {
		return false
	}
	required := s.flow == 0 && s.indent == s.column
	s.keys = append(s.keys, simpleKey{s.flow, s.taken + len(s.queue) - s.head, required, s.mark})
	return true
}

// dropKey forgets the possible key of the current bracket level.
func (s *scanner) dropKey() bool {
	k := s.levelKey()
	if k == nil {
		return true
	}
	if k.required {
		return s.missingColon(k)
	}
	s.keys = s.keys[:len(s.keys)-1]
	return true
}

func (s *scanner) levelKey() *simpleKey {
	if n := len(s.keys); n > 0 && s.keys[n-1].level == s.flow {
		return &s.keys[n-1]
	}
	return nil
}

// unwind closes the block collections that are indented more than column.
func (s *scanner) unwind(column int) {
	for s.flow == 0 && s.indent > column {
		s.indent = s.indents[len(s.indents)-1]
		s.indents = s.indents[:len(s.indents)-1]
		s.add(blockEnd, s.mark, s.mark)
	}
}

// indentTo opens a block level at column and reports whether it was a new one.
func (s *scanner) indentTo(column int) bool {
	if s.indent >= column {
		return false
	}
	s.indents = append(s.indents, s.indent)
	s.indent = column
	return true
}

// single adds a token of one byte.
func (s *scanner) single(kind tokenKind) bool {
	start := s.mark
	s.skip(1)
	s.add(kind, start, s.mark)
	return true
}

func (s *scanner) fetchStreamEnd() bool {
	s.unwind(-1)
	if !s.dropKey() {
		return false
	}
	s.mayKey, s.keys = false, nil
	s.add(streamEnd, s.mark, s.mark)
	s.done = true
	return true
}

func (s *scanner) fetchDirective() bool {
	s.unwind(-1)
	if !s.dropKey() {
		return false
	}
	s.mayKey = false
	return s.scanDirective()
}

func (s *scanner) fetchDocumentMark(c byte) bool {
	s.unwind(-1)
	if !s.dropKey() {
		return false
	}
	s.mayKey = false
	kind := documentStart
	if c == '.' {
		kind = documentEnd
	}
	start := s.mark
	s.skip(3)
	s.add(kind, start, s.mark)
	return true
}

func (s *scanner) fetchFlowStart(kind tokenKind) bool {
	if !s.saveKey() {
		return false
	}
	s.flow++
	s.mayKey = true
	return s.single(kind)
}

func (s *scanner) fetchFlowEnd(kind tokenKind) bool {
	if !s.dropKey() {
		return false
	}
	s.flow--
	s.mayKey = false
	return s.single(kind)
}

func (s *scanner) fetchBlockEntry() bool {
	if s.flow == 0 {
		if !s.mayKey {
			return s.fail("", nil, "sequence entries are not allowed here")
		}
		if s.indentTo(s.column) {
			s.add(blockSequenceStart, s.mark, s.mark)
		}
	}
	s.mayKey = true
	return s.dropKey() && s.single(blockEntry)
}

func (s *scanner) fetchKey() bool {
	if s.flow == 0 {
		if !s.mayKey {
			return s.fail("", nil, "mapping keys are not allowed here")
		}
		if s.indentTo(s.column) {
			s.add(blockMappingStart, s.mark, s.mark)
		}
	}
	s.mayKey = s.flow == 0
	return s.dropKey() && s.single(keyToken)
}

func (s *scanner) fetchValue() bool {
	if k := s.levelKey(); k != nil {
		key := *k
		s.keys = s.keys[:len(s.keys)-1]
		s.insert(key.number, token{kind: keyToken, start: key.mark, end: key.mark})
		if s.flow == 0 && s.indentTo(key.mark.column) {
			s.insert(key.number, token{kind: blockMappingStart, start: key.mark, end: key.mark})
		}
		s.mayKey = false
		return s.single(valueToken)
	}
	if s.flow == 0 {
		if !s.mayKey {
			return s.fail("", nil, "mapping values are not allowed here")
		}
		if s.indentTo(s.column) {
			s.add(blockMappingStart, s.mark, s.mark)
		}
	}
	s.mayKey = s.flow == 0
	return s.dropKey() && s.single(valueToken)
}
