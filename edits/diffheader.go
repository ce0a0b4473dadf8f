package edits

import (
	"strconv"
	"strings"

	"github.com/cape-ls/cape-ls/internal/text"
)

func (p *diffParser) atHeader() bool {
	return strings.HasPrefix(p.peek(0), "--- ") && strings.HasPrefix(p.peek(1), "+++ ")
}

func (p *diffParser) header() {
	before, after := headerName(p.peek(0)[4:]), headerName(p.peek(1)[4:])
	p.at += 2
	f := FileDiff{}
	if n := len(p.out) - 1; n >= 0 && p.out[n].Old == "" && p.out[n].New == "" && len(p.out[n].Hunks) == 0 {
		f = p.out[n] // the headers of git came first
		p.out = p.out[:n]
	}
	switch {
	case before == devNull:
		f.Kind = "creates"
	case after == devNull:
		f.Kind = "deletes"
	}
	f.Old, f.New = stripPrefixes(before, after)
	p.out = append(p.out, f)
}

const devNull = "/dev/null"

var timestamp = text.Pattern(`\s+\d{4}-\d\d-\d\d[ T]\d\d:\d\d.*$`)

// headerName takes the name out of a header line: quoted as git does, or up to a tab or a timestamp.
func headerName(s string) string {
	if strings.HasPrefix(s, `"`) {
		if end := strings.LastIndexByte(s, '"'); end > 0 {
			if name, err := strconv.Unquote(s[:end+1]); err == nil {
				return name
			}
		}
	}
	s, _, _ = strings.Cut(s, "\t")
	return strings.TrimRight(timestamp().ReplaceAllString(s, ""), " \r")
}

// stripPrefixes takes a/ and b/ off, and the other pairs that git can be told to write.
func stripPrefixes(before, after string) (string, string) {
	for _, pair := range [][2]string{{"a/", "b/"}, {"i/", "w/"}, {"c/", "i/"}, {"c/", "w/"}, {"o/", "w/"}} {
		b, okB := strings.CutPrefix(before, pair[0])
		a, okA := strings.CutPrefix(after, pair[1])
		switch {
		case before == devNull && okA:
			return "", a
		case after == devNull && okB:
			return b, ""
		case okA && okB:
			return b, a
		}
	}
	return strings.TrimPrefix(before, devNull), strings.TrimPrefix(after, devNull)
}

var hunkRanges = text.Pattern(`^@@+ *-(\d{1,9})(?:,(\d{1,9}))? +\+(\d{1,9})(?:,(\d{1,9}))? *@@`)

func hunkHeader(l string) Hunk {
	m := hunkRanges().FindStringSubmatch(l)
	if m == nil {
		return Hunk{OldStart: -1, OldCount: -1, NewStart: -1, NewCount: -1}
	}
	number := func(s string, none int) int {
		if n, err := strconv.Atoi(s); err == nil {
			return n
		}
		return none
	}
	return Hunk{OldStart: number(m[1], -1), OldCount: number(m[2], 1), NewStart: number(m[3], -1), NewCount: number(m[4], 1)}
}
