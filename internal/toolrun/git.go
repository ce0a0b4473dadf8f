package toolrun

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// gitTime bounds the wait for git, which may stand on a slow shared file system.
const gitTime = 20 * time.Second

// gitAlone keeps git to the files at hand. A repository that is opened is not trusted, and its own configuration
// may name programs: in one that says it is a partial clone git would start what core.sshCommand names, in order
// to fetch what is missing.
var gitAlone = []string{"GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0"}

// GitHead lists the files of the newest commit below a folder, relative to it, as CAPE asks for them: `git
// ls-tree -r --name-only HEAD`. Names that are not plain ASCII come in git's quotes. It is an error when
// there is no git, no work tree, or no commit.
func GitHead(dir string) ([]string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), gitTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, "git", "ls-tree", "-r", "--name-only", "HEAD")
	cmd.Dir = dir
	cmd.Env = append(cmd.Environ(), gitAlone...)
	out, err := cmd.Output()
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		return nil, fmt.Errorf("git ls-tree in %s: %s", dir, strings.TrimSpace(string(exit.Stderr)))
	case err != nil:
		return nil, fmt.Errorf("git ls-tree in %s: %w", dir, err)
	}
	return strings.FieldsFunc(string(out), func(r rune) bool { return r == '\n' }), nil
}
