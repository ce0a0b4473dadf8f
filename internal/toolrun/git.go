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

// GitHead lists the files of the newest commit below a folder, relative to it, as CAPE asks for them: `git
// ls-tree -r --name-only HEAD`. Names that are not plain ASCII come in git's quotes. It is an error when
// there is no git, no work tree, or no commit.
func GitHead(dir string) ([]string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), gitTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, "git", "ls-tree", "-r", "--name-only", "HEAD")
	cmd.Dir = dir
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
