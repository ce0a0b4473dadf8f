package pysource

import (
	"unicode"
	"unicode/utf8"
)

// Python 3.11 goes by Unicode 14; these code points came later, so they are not letters for it.
var after14 = &unicode.RangeTable{
	R16: []unicode.Range16{{Lo: 0xCF3, Hi: 0xCF3, Stride: 1}, {Lo: 0xECE, Hi: 0xECE, Stride: 1}},
	R32: []unicode.Range32{
		{Lo: 0x10EFD, Hi: 0x10EFF, Stride: 1}, {Lo: 0x1123F, Hi: 0x11241, Stride: 1}, {Lo: 0x11B00, Hi: 0x11B09, Stride: 1},
		{Lo: 0x11F00, Hi: 0x11F10, Stride: 1}, {Lo: 0x11F12, Hi: 0x11F3A, Stride: 1}, {Lo: 0x11F3E, Hi: 0x11F59, Stride: 1},
		{Lo: 0x1342F, Hi: 0x1342F, Stride: 1}, {Lo: 0x13439, Hi: 0x13455, Stride: 1}, {Lo: 0x1B132, Hi: 0x1B132, Stride: 1},
		{Lo: 0x1B155, Hi: 0x1B155, Stride: 1}, {Lo: 0x1D2C0, Hi: 0x1D2D3, Stride: 1}, {Lo: 0x1DF25, Hi: 0x1DF2A, Stride: 1},
		{Lo: 0x1E030, Hi: 0x1E06D, Stride: 1}, {Lo: 0x1E08F, Hi: 0x1E08F, Stride: 1}, {Lo: 0x1E4D0, Hi: 0x1E4F9, Stride: 1},
		{Lo: 0x1F6DC, Hi: 0x1F6DC, Stride: 1}, {Lo: 0x1F774, Hi: 0x1F776, Stride: 1}, {Lo: 0x1F77B, Hi: 0x1F77F, Stride: 1},
		{Lo: 0x1F7D9, Hi: 0x1F7D9, Stride: 1}, {Lo: 0x1FA75, Hi: 0x1FA77, Stride: 1}, {Lo: 0x1FA87, Hi: 0x1FA88, Stride: 1},
		{Lo: 0x1FAAD, Hi: 0x1FAAF, Stride: 1}, {Lo: 0x1FABB, Hi: 0x1FABD, Stride: 1}, {Lo: 0x1FABF, Hi: 0x1FABF, Stride: 1},
		{Lo: 0x1FACE, Hi: 0x1FACF, Stride: 1}, {Lo: 0x1FADA, Hi: 0x1FADB, Stride: 1}, {Lo: 0x1FAE8, Hi: 0x1FAE8, Stride: 1},
		{Lo: 0x1FAF7, Hi: 0x1FAF8, Stride: 1}, {Lo: 0x2B739, Hi: 0x2B739, Stride: 1}, {Lo: 0x31350, Hi: 0x323AF, Stride: 1},
	},
}

// notXID are the letters that UAX 31 takes out of identifiers, because their NFKC form would not be
// one; 2E2F is pattern syntax. The Thai and Lao vowels and the half-width sound marks may still follow.
var notXID = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x37A, Hi: 0x37A, Stride: 1}, {Lo: 0x2E2F, Hi: 0x2E2F, Stride: 1}, {Lo: 0x309B, Hi: 0x309C, Stride: 1},
		{Lo: 0xFC5E, Hi: 0xFC63, Stride: 1}, {Lo: 0xFDFA, Hi: 0xFDFB, Stride: 1}, {Lo: 0xFE70, Hi: 0xFE7E, Stride: 2},
	},
}

func isIdentifierStart(r rune) bool {
	switch r {
	case '_':
		return true
	case 0xE33, 0xEB3, 0xFF9E, 0xFF9F:
		return false
	}
	return unicode.In(r, unicode.L, unicode.Nl, unicode.Other_ID_Start) && !unicode.In(r, notXID, after14)
}

func isIdentifierPart(r rune) bool {
	return r == '_' ||
		unicode.In(r, unicode.L, unicode.Nl, unicode.Other_ID_Start, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc,
			unicode.Other_ID_Continue) && !unicode.In(r, notXID, after14)
}

// isIdentifier tells whether Python takes the word as a name.
func isIdentifier(word []byte) bool {
	for i := 0; i < len(word); {
		r, n := utf8.DecodeRune(word[i:])
		if i == 0 && !isIdentifierStart(r) || i > 0 && !isIdentifierPart(r) {
			return false
		}
		i += n
	}
	return len(word) > 0
}
