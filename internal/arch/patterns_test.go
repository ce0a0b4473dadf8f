package arch

import (
	"go/ast"
	"go/parser"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// A pattern at the top of a file is compiled at every start of the program, whoever needs it; text.Pattern waits.
// A wrong one would show late then, so each is compiled here.
func TestPatternsWaitAndCompile(t *testing.T) {
	seen := 0
	forEachFile(t, parser.SkipObjectResolution, func(name, from string, file *ast.File) {
		if slices.Contains(testRooms, from) {
			return
		}
		for _, d := range file.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok {
				continue
			}
			ast.Inspect(g, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				switch called(call) {
				case "regexp.MustCompile":
					t.Errorf("%s: a pattern at the top of a file is made with text.Pattern", name)
				case "text.Pattern":
					if lit, ok := call.Args[0].(*ast.BasicLit); ok {
						seen++
						expr, err := strconv.Unquote(lit.Value)
						require.NoError(t, err, name)
						_, err = regexp.Compile(expr)
						require.NoError(t, err, name)
					}
				}
				return true
			})
		}
	})
	require.Greater(t, seen, 30, "the walk must have found the patterns")
}

// called names the function that is called: "package.Function".
func called(call *ast.CallExpr) string {
	f, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	in, ok := f.X.(*ast.Ident)
	if !ok {
		return ""
	}
	return in.Name + "." + f.Sel.Name
}
