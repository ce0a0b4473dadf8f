//go:build !unix

package vectortest

import "errors"

func makeFifo(string) error { return errors.New("named pipes need a unix system") }
