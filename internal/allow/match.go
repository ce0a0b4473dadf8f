// Package allow decides which files an agent may edit: the allow-list, its patterns and where each of
// them came from.
//
// It promises the answers of CAPE (cape.agent.skills.fileedit, which matches with Python's
// fnmatch.fnmatchcase) and to say why. It reads no file and lists no folder.
package allow

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Match reports whether the whole name matches the pattern as Python's fnmatch.fnmatchcase has it:
// `*` is any run of characters, "/" and line ends included; `?` is one code point; `[seq]` and `[!seq]`
// are one code point in or not in the class; everything else, the backslash included, is itself. A byte
// that is not UTF-8 counts as one code point.
func Match(name, pattern string) bool {
	if end, ok := strings.CutPrefix(pattern, "*"); ok && !Magic(end) && isASCII(end) { // "*.csv", as most are
		return strings.HasSuffix(name, end)
	}
	return match(runes(name), parse(runes(pattern)))
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf })
}

// Magic reports whether the pattern holds a character with a meaning of its own.
func Magic(pattern string) bool { return strings.ContainsAny(pattern, "*?[") }

// runes decodes s as Python does with file names: each byte outside UTF-8 is a code point of its own,
// in the place of a low surrogate, where no text can be.
func runes(s string) []rune {
	out := make([]rune, 0, len(s))
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		if r == utf8.RuneError && size == 1 {
			r = 0xDC00 + rune(s[0])
		}
		out = append(out, r)
		s = s[size:]
	}
	return out
}

// A token matches one code point, or any run of them.
type token struct {
	star  bool
	any   bool
	not   bool
	class []span // nil: only lit
	lit   rune
}

type span struct{ lo, hi rune }

func (t token) accepts(r rune) bool {
	if t.any {
		return true
	}
	if t.class == nil {
		return r == t.lit
	}
	in := slices.ContainsFunc(t.class, func(s span) bool { return s.lo <= r && r <= s.hi })
	return in != t.not
}

func parse(p []rune) []token {
	var out []token
	for i := 0; i < len(p); i++ {
		switch p[i] {
		case '*':
			if len(out) == 0 || !out[len(out)-1].star {
				out = append(out, token{star: true})
			}
		case '?':
			out = append(out, token{any: true})
		case '[':
			end := classEnd(p, i+1)
			if end < 0 { // never closed: an ordinary character
				out = append(out, token{lit: '['})
				continue
			}
			out = append(out, class(p[i+1:end]))
			i = end
		default:
			out = append(out, token{lit: p[i]})
		}
	}
	return out
}

// classEnd returns the index of the bracket that closes a class whose text starts at i, or -1. A closing
// bracket that comes first, or right after "!", is a member.
func classEnd(p []rune, i int) int {
	if i < len(p) && p[i] == '!' {
		i++
	}
	for j := i + 1; j < len(p); j++ {
		if p[j] == ']' {
			return j
		}
	}
	return -1
}

// class reads the text between the brackets. Ranges are found from left to right: a "-" makes a range
// unless it is first or last or follows directly on the end of a range before it; a range whose ends are
// in the wrong order disappears together with its ends. What is then left decides whether the class is
// negated, so that "[c-.!]" is "[!]" without a member: any code point.
func class(body []rune) token {
	parts := dropReversed(cutRanges(body))
	t := token{class: []span{}}
	if first := parts[0]; len(first) > 0 && first[0] == '!' {
		t.not = true
		parts[0] = first[1:]
	}
	for k, part := range parts {
		for _, r := range part {
			t.class = append(t.class, span{r, r})
		}
		if k == 0 {
			continue
		}
		if before := parts[k-1]; len(before) > 0 {
			t.class = append(t.class, span{before[len(before)-1], part[0]})
		} else { // nothing before the "-": it is a member
			t.class = append(t.class, span{'-', '-'})
		}
	}
	return t
}

// cutRanges cuts at each "-" that makes a range.
func cutRanges(body []rune) [][]rune {
	var parts [][]rune
	from, k := 0, 1
	if len(body) > 0 && body[0] == '!' {
		k = 2
	}
	for ; k < len(body); k++ {
		if body[k] == '-' {
			parts = append(parts, slices.Clone(body[from:k]))
			from = k + 1
			k += 2
		}
	}
	if last := body[from:]; len(last) > 0 || len(parts) == 0 {
		return append(parts, slices.Clone(last))
	}
	parts[len(parts)-1] = append(parts[len(parts)-1], '-')
	return parts
}

// dropReversed joins two parts, less the two ends, where the range between them is reversed.
func dropReversed(parts [][]rune) [][]rune {
	for k := len(parts) - 1; k > 0; k-- {
		if before := parts[k-1]; before[len(before)-1] > parts[k][0] {
			parts[k-1] = append(before[:len(before)-1], parts[k][1:]...)
			parts = slices.Delete(parts, k, k+1)
		}
	}
	return parts
}

// match needs no backtracking beyond the last star: an earlier star that took less would only leave more
// for a later one.
func match(name []rune, tokens []token) bool {
	i, k := 0, 0
	starAt, nameAt := -1, 0
	for i < len(name) {
		switch {
		case k < len(tokens) && tokens[k].star:
			starAt, nameAt = k, i
			k++
		case k < len(tokens) && tokens[k].accepts(name[i]):
			i++
			k++
		case starAt >= 0:
			nameAt++
			i, k = nameAt, starAt+1
		default:
			return false
		}
	}
	for k < len(tokens) && tokens[k].star {
		k++
	}
	return k == len(tokens)
}
