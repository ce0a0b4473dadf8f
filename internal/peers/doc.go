// Package peers compares cape-ls with other programs that check SKILL.md files and writes docs/peers.md.
// It serves tests alone and holds no code of its own; all of it is in the test files.
//
// Without CAPE_LS_PEERS its tests hold that the page and the tables behind it name rules that exist.
// With it they also run the peers, which must be wanted since it needs npm and takes minutes:
//
//	CAPE_LS_PEERS=1 go test ./internal/peers -run TestPage -timeout 30m         installs them in a folder that is removed
//	CAPE_LS_PEERS=FOLDER go test ./internal/peers -run TestPage -timeout 30m    takes them from FOLDER/node_modules
package peers
