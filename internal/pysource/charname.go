package pysource

import (
	"bytes"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/runenames"
)

// charByName finds the character that a \N{name} escape means: names and aliases of Unicode 14 in
// either case, CJK ideographs and Hangul syllables by their rule and in capitals only. Named sequences
// do not count, as they are more than one character.
func charByName(name []byte) (rune, bool) {
	if hex, ok := bytes.CutPrefix(name, []byte("CJK UNIFIED IDEOGRAPH-")); ok {
		return ideograph(hex)
	}
	if syllable, ok := bytes.CutPrefix(name, []byte("HANGUL SYLLABLE ")); ok {
		return hangul(string(syllable))
	}
	const longest = 100 // no name is that long
	if len(name) > longest {
		return 0, false
	}
	upper := strings.ToUpper(string(name))
	if n, ok := strings.CutPrefix(upper, "VS"); ok {
		if r, ok := variationSelector(n); ok {
			return r, true
		}
	}
	r, ok := charNames()[upper]
	return r, ok
}

func ideograph(hex []byte) (rune, bool) {
	if len(hex) != 4 && len(hex) != 5 || bytes.ContainsFunc(hex, func(r rune) bool { return r >= 'a' || r == '+' || r == '-' || r == '_' }) {
		return 0, false
	}
	n, err := strconv.ParseUint(string(hex), 16, 32)
	r := rune(n)
	return r, err == nil && unicode.Is(unicode.Unified_Ideograph, r) && !unicode.Is(after14, r) && !isCompatibilityBlock(r)
}

// isCompatibilityBlock covers the twelve unified ideographs that carry the name of a compatibility one.
func isCompatibilityBlock(r rune) bool { return r >= 0xF900 && r <= 0xFAFF }

func variationSelector(digits string) (rune, bool) {
	n, err := strconv.Atoi(digits)
	switch {
	case err != nil || n < 1 || n > 256 || strconv.Itoa(n) != digits:
		return 0, false
	case n <= 16:
		return rune(0xFE00 + n - 1), true
	}
	return rune(0xE0100 + n - 17), true
}

var (
	leads  = []string{"G", "GG", "N", "D", "DD", "R", "M", "B", "BB", "S", "SS", "", "J", "JJ", "C", "K", "T", "P", "H"}
	vowels = []string{"A", "AE", "YA", "YAE", "EO", "E", "YEO", "YE", "O", "WA", "WAE", "OE", "YO", "U", "WEO", "WE", "WI", "YU", "EU", "YI", "I"}
	tails  = []string{"", "G", "GG", "GS", "N", "NJ", "NH", "D", "L", "LG", "LM", "LB", "LS", "LT", "LP", "LH", "M", "B", "BS", "S", "SS", "NG", "J", "C", "K", "T", "P", "H"}
)

func hangul(name string) (rune, bool) {
	l, rest := longestPrefix(leads, name)
	v, rest := longestPrefix(vowels, rest)
	t, rest := longestPrefix(tails, rest)
	if l < 0 || v < 0 || t < 0 || rest != "" {
		return 0, false
	}
	return rune(0xAC00 + (l*len(vowels)+v)*len(tails) + t), true
}

func longestPrefix(parts []string, s string) (index int, rest string) {
	index = -1
	for i, p := range parts {
		if strings.HasPrefix(s, p) && (index < 0 || len(p) > len(parts[index])) {
			index = i
		}
	}
	if index < 0 {
		return index, s
	}
	return index, s[len(parts[index]):]
}

// charNames turns the names round. It is built at the first \N escape and never changes.
var charNames = sync.OnceValue(func() map[string]rune {
	names := make(map[string]rune, 40000)
	for _, area := range [][2]rune{{0, 0x33FF}, {0x4DC0, 0x4DFF}, {0xA000, 0xABFF}, {0xD7B0, 0xD7FF}, {0xF900, 0x1FFFF}, {0x2F800, 0x2FA1F}, {0xE0000, 0xE01EF}} {
		for r := area[0]; r <= area[1]; r++ {
			if name := runenames.Name(r); name != "" && name[0] != '<' && !unicode.Is(after14, r) {
				names[name] = r
			}
		}
	}
	for line := range strings.SplitSeq(strings.TrimSpace(nameAliases), "\n") {
		hex, aliases, _ := strings.Cut(line, " ")
		n, _ := strconv.ParseUint(hex, 16, 32)
		for alias := range strings.SplitSeq(aliases, "|") {
			names[alias] = rune(n)
		}
	}
	return names
})

// validRune keeps lone surrogates, which Python texts may hold and Go texts may not, visible.
func validRune(r rune) rune {
	if !utf8.ValidRune(r) {
		return utf8.RuneError
	}
	return r
}
