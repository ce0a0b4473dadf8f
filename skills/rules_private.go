package skills

import (
	"bytes"
	"strings"

	"github.com/cape-ls/cape-ls/internal/text"
)

// keyKind is a kind of secret that can be told by its beginning. Passwords and keys without one are not looked for:
// they look like any other word.
type keyKind struct {
	prefix string
	least  int    // how many characters follow at least
	marks  string // what may follow beside letters and digits
	owner  string // who gave it out
}

var keyKinds = []keyKind{
	{"AKIA", 16, "", "Amazon Web Services"},
	{"ghp_", 36, "", "GitHub"}, {"gho_", 36, "", "GitHub"}, {"ghu_", 36, "", "GitHub"}, {"ghs_", 36, "", "GitHub"}, {"ghr_", 36, "", "GitHub"},
	{"github_pat_", 60, "_", "GitHub"},
	{"glpat-", 20, "-_", "GitLab"},
	{"sk-ant-", 40, "-_", "Anthropic"},
	{"sk-proj-", 40, "-_", "OpenAI"},
	{"xoxb-", 30, "-", "Slack"}, {"xoxp-", 30, "-", "Slack"},
	{"AIza", 35, "-_", "Google"},
	{"sk_live_", 24, "", "Stripe"}, {"rk_live_", 24, "", "Stripe"},
	{"hf_", 34, "", "Hugging Face"},
	{"npm_", 36, "", "npm"},
}

// findSecrets finds keys that somebody has pasted. Those in examples, which are plainly made up, are left alone.
func findSecrets(c *check) {
	if c.unreadable() {
		return
	}
	for _, k := range keyKinds {
		for at := 0; ; {
			i := bytes.Index(c.f.Src[at:], []byte(k.prefix))
			if i < 0 {
				break
			}
			span := text.Span{Start: at + i, End: at + i + len(k.prefix)}
			for span.End < len(c.f.Src) && (letterOrDigit(c.f.Src[span.End]) || strings.IndexByte(k.marks, c.f.Src[span.End]) >= 0) {
				span.End++
			}
			at = span.End
			before := span.Start == 0 || !letterOrDigit(c.f.Src[span.Start-1]) && c.f.Src[span.Start-1] != '_'
			rest := c.f.Src[span.Start+len(k.prefix) : span.End]
			if before && len(rest) >= k.least && random(rest) {
				c.report(span, "a file that others read must hold no keys, and this looks like one of %s: withdraw it there, and name an environment variable here", k.owner)
			}
		}
	}
}

// random reports whether letters and digits look drawn by lot. What is written by hand repeats itself, counts up, or
// says that it is an example.
func random(s []byte) bool {
	lower := bytes.ToLower(s)
	for _, word := range []string{"example", "xxx", "your", "abcd", "1234", "fake", "test", "dummy", "placeholder", "redacted"} {
		if bytes.Contains(lower, []byte(word)) {
			return false
		}
	}
	seen, digits := map[byte]bool{}, false
	for _, b := range lower {
		seen[b] = true
		digits = digits || '0' <= b && b <= '9'
	}
	return digits && len(seen) >= 10
}

// personal finds home folders as Linux, macOS and Windows have them; the middle part is the person's name.
var personal = text.Pattern(`(/home\d*/|/Users/|[A-Za-z]:\\{1,2}Users\\{1,2})([\w.-]+)[/\\]`)

// findPersonalPaths finds folders of one person on one machine, each person once.
func findPersonalPaths(c *check) {
	src := c.f.Src
	if c.unreadable() || !bytes.Contains(src, []byte("/home")) && !bytes.Contains(src, []byte("Users")) {
		return
	}
	told := map[string]bool{}
	for _, m := range personal().FindAllSubmatchIndex(src, -1) {
		span := text.Span{Start: m[0], End: m[5]}
		person := strings.ToLower(string(src[m[4]:m[5]]))
		if told[person] || nobody(person) || span.Start > 0 && partOfPath(src[span.Start-1]) {
			continue
		}
		told[person] = true
		c.report(span, "a path should not lead through the home folder of one person: on other machines there is no %s", span.In(src))
	}
}

// partOfPath reports whether a character before a path makes it the end of a longer path or address.
func partOfPath(before byte) bool {
	return letterOrDigit(before) || strings.IndexByte("._-/}~$", before) >= 0
}

// nobody reports whether a name stands for anybody, or for the user of a container or of a service.
func nobody(name string) bool {
	for _, part := range []string{"user", "name", "your", "example", "xxx", "some"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	switch name {
	case "", "..", "...", "me", "you", "foo", "bar", "test", "alice", "bob", "johndoe", "jdoe", "agent", "claude", "vscode", "node", "ubuntu", "runner",
		"root", "admin", "app", "dev", "developer", "git", "shared", "public", "linuxbrew", "codespace", "coder", "pi", "sandbox":
		return true
	}
	return false
}
