package pysource

// kind is what a token is: a class of words, or one keyword or operator.
type kind uint8

const (
	kEOF kind = iota
	kNewline
	kIndent
	kDedent
	kName
	kNumber
	kString
	kOdd // a character that no rule of the grammar takes

	kFalse
	kNone
	kTrue
	kAnd
	kAs
	kAssert
	kAsync
	kAwait
	kBreak
	kClass
	kContinue
	kDef
	kDel
	kElif
	kElse
	kExcept
	kFinally
	kFor
	kFrom
	kGlobal
	kIf
	kImport
	kIn
	kIs
	kLambda
	kNonlocal
	kNot
	kOr
	kPass
	kRaise
	kReturn
	kTry
	kWhile
	kWith
	kYield

	kLParen
	kRParen
	kLBracket
	kRBracket
	kLBrace
	kRBrace
	kColon
	kComma
	kSemicolon
	kDot
	kEllipsis
	kArrow
	kWalrus
	kAssign
	kAugAssign // any of += -= *= ...
	kCompare   // any of != < <= > >=
	kEqual
	kPipe
	kCaret
	kAmp
	kShift
	kPlus
	kMinus
	kStar
	kSlash
	kProduct // % // or @ is kAt
	kAt
	kTilde
	kPower
)

// token is one token; start and end are byte offsets in the text that was scanned.
type token struct {
	kind       kind
	start, end int32
}

var keywords = map[string]kind{
	"False": kFalse, "None": kNone, "True": kTrue, "and": kAnd, "as": kAs, "assert": kAssert, "async": kAsync,
	"await": kAwait, "break": kBreak, "class": kClass, "continue": kContinue, "def": kDef, "del": kDel,
	"elif": kElif, "else": kElse, "except": kExcept, "finally": kFinally, "for": kFor, "from": kFrom,
	"global": kGlobal, "if": kIf, "import": kImport, "in": kIn, "is": kIs, "lambda": kLambda,
	"nonlocal": kNonlocal, "not": kNot, "or": kOr, "pass": kPass, "raise": kRaise, "return": kReturn,
	"try": kTry, "while": kWhile, "with": kWith, "yield": kYield,
}

// operator returns the longest operator at the start of s, which is not empty, and its length.
func operator(s []byte) (kind, int) {
	if len(s) >= 3 {
		switch string(s[:3]) {
		case "...":
			return kEllipsis, 3
		case "**=", "//=", ">>=", "<<=":
			return kAugAssign, 3
		}
	}
	if len(s) >= 2 {
		switch string(s[:2]) {
		case "!=", "<=", ">=":
			return kCompare, 2
		case "==":
			return kEqual, 2
		case "->":
			return kArrow, 2
		case ":=":
			return kWalrus, 2
		case "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "@=":
			return kAugAssign, 2
		case "**":
			return kPower, 2
		case "//":
			return kProduct, 2
		case "<<", ">>":
			return kShift, 2
		case "<>":
			return kOdd, 2
		}
	}
	return operatorOf[s[0]], 1
}

// operatorOf holds the operators of one character; all other characters are kOdd.
var operatorOf = func() (table [256]kind) {
	for i := range table {
		table[i] = kOdd
	}
	for c, k := range map[byte]kind{
		'(': kLParen, ')': kRParen, '[': kLBracket, ']': kRBracket, '{': kLBrace, '}': kRBrace,
		':': kColon, ',': kComma, ';': kSemicolon, '.': kDot, '=': kAssign, '<': kCompare, '>': kCompare,
		'|': kPipe, '^': kCaret, '&': kAmp, '+': kPlus, '-': kMinus, '*': kStar, '/': kSlash, '%': kProduct,
		'@': kAt, '~': kTilde,
	} {
		table[c] = k
	}
	return table
}()
