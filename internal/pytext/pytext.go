// Package pytext is what CPython does with texts, as far as CAPE's answers show it: line ends, repr, and
// the words of a UnicodeDecodeError.
//
// It promises the results of Python 3.11, byte for byte. It knows nothing of CAPE.
package pytext
