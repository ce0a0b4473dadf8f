package agent

import (
	"context"
	"fmt"
	"strings"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/options"
	"github.com/cape-ls/cape-ls/internal/pytext"
)

// validateJSON is cape.agent.skills.fixjson.validate_json. The file is registered for editing before it is
// looked at: that is how a control file that cannot be read becomes editable again.
func validateJSON(_ context.Context, s *Session, a arguments) (Result, error) {
	name, isText := a.text("fname")
	if !isText || !strings.HasSuffix(strings.ToLower(name), ".json") {
		return failure("File '%s' is not a '.json' file", pythonStr(a["fname"])), nil
	}
	r, bad, err := s.resolve(a, "fname")
	if bad != nil || err != nil {
		return bad, err
	}
	added := s.register(r.Rel)
	files := s.Workspace.Snapshot()
	if _, bad := regular(files, r); bad != nil {
		return bad, nil
	}
	src, bad := read(files, r)
	if bad != nil {
		return bad, nil
	}
	v := capejson.Validate(string(pytext.Universal(src)))
	if v.Raised != nil {
		return nil, raised(v.Raised)
	}
	out := Result{"success": true, "valid": v.Valid, "file": r.Rel, "registered": added, "n_lines": v.Lines}
	if v.Valid {
		out["message"] = fmt.Sprintf("'%s' is valid JSON", r.Rel)
		return out, nil
	}
	out["error"], out["lineno"], out["colno"], out["eof"] = v.Error, v.Line, v.Column, v.EOF
	out["hint"], out["context"] = v.Hint, v.Context
	out["message"] = fmt.Sprintf("'%s' has a JSON syntax error on line %d: %s", r.Rel, v.Line, v.Error)
	return out, nil
}

// pythonStr is Python's str() of an argument.
func pythonStr(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	return options.Repr(values(v))
}

// pythonType is the name of the Python type of an argument.
func pythonType(v any) string { return options.TypeName(values(v)) }
