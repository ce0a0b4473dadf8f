package repo

import (
	"crypto/sha256"
	"encoding/hex"
)

// Hash names a text by its bytes: SHA-256.
type Hash [sha256.Size]byte

// HashOf returns the hash of src.
func HashOf(src []byte) Hash { return sha256.Sum256(src) }

// String returns the hash as hexadecimal digits.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }
