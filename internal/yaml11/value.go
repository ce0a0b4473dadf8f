package yaml11

import (
	"math"
	"math/big"
)

// ValueKind is the Python type of a value.
type ValueKind uint8

// The types that safe_load builds. NoValue is what a broken node has. A tuple is a pair of !!omap or !!pairs.
const (
	NoValue ValueKind = iota
	Null
	Bool
	Int
	Float
	Str
	Bytes
	Date
	DateTime
	List
	Tuple
	Set
	Map
)

// Value is a typed value as PyYAML constructs it. It shares what it holds with the document and must not be
// changed. Lists and maps may contain themselves, by an alias.
type Value struct {
	Kind ValueKind
	text string
	num  float64 // Bool 0 or 1, Float
	ref  any     // *big.Int, *Moment, *items, *dict, or *Node to tell one NaN from another
}

type items struct{ list []Value }

// Text returns the Str that holds s.
func Text(s string) Value { return Value{Kind: Str, text: s} }

// Entry is one key with its value.
type Entry struct {
	Key, Value Value
}

// Bool returns the truth of a Bool.
func (v Value) Bool() bool { return v.num != 0 }

// Int returns the number of an Int, nil for other kinds.
func (v Value) Int() *big.Int {
	n, _ := v.ref.(*big.Int)
	return n
}

// Float returns the number of a Float.
func (v Value) Float() float64 { return v.num }

// Text returns the text of a Str, or the bytes of a Bytes.
func (v Value) Text() string { return v.text }

// Moment returns a Date or DateTime, the zero Moment for other kinds.
func (v Value) Moment() Moment {
	if m, ok := v.ref.(*Moment); ok {
		return *m
	}
	return Moment{}
}

// Items returns the members of a List, Tuple or Set.
func (v Value) Items() []Value {
	if l, ok := v.ref.(*items); ok {
		return l.list
	}
	return nil
}

// Entries returns the entries of a Map in Python's order: by first insertion.
func (v Value) Entries() []Entry {
	if d, ok := v.ref.(*dict); ok {
		return d.entries
	}
	return nil
}

// Get returns what a Map holds under the key, by Python's equality of keys.
func (v Value) Get(key Value) (Value, bool) {
	d, ok := v.ref.(*dict)
	if !ok || !key.Hashable() {
		return Value{}, false
	}
	if i := d.find(key); i >= 0 {
		return d.entries[i].Value, true
	}
	return Value{}, false
}

// GetText returns what a Map holds under a string key.
func (v Value) GetText(name string) (Value, bool) { return v.Get(Text(name)) }

// Hashable reports whether Python allows the value as a key.
func (v Value) Hashable() bool {
	switch v.Kind {
	case List, Set, Map, NoValue:
		return false
	}
	return true
}

// Equal reports Python's equality of two hashable values: 1, 1.0 and True are equal, 1 and "1" are not.
func (v Value) Equal(w Value) bool {
	return v.Hashable() && w.Hashable() && sameKey(v, w)
}

// identity is equal for two values exactly when Python's dict takes them for the same key.
type identity struct {
	kind ValueKind
	text string
	num  float64
	at   int64
	node any
}

func (v Value) identity() identity {
	switch v.Kind {
	case Bool:
		return identity{kind: Int, num: v.num}
	case Int:
		n := v.Int()
		if f, exact := new(big.Float).SetInt(n).Float64(); exact == big.Exact && !math.IsInf(f, 0) {
			return identity{kind: Int, num: f}
		}
		return identity{kind: Int, text: string(n.Bytes()), num: float64(n.Sign())}
	case Float:
		if v.num != v.num {
			return identity{kind: Float, node: v.ref}
		}
		return identity{kind: Int, num: v.num + 0} // minus zero is zero
	case Date, DateTime:
		m := v.Moment()
		if m.HasZone {
			return identity{kind: DateTime, at: m.instant(), text: "zone"}
		}
		return identity{kind: v.Kind, at: m.instant()}
	}
	return identity{kind: v.Kind, text: v.text}
}

// few is the size up to which a dict is searched without an index.
const few = 8

// dict is a Python dict: later values replace earlier ones and keep their place.
type dict struct {
	entries []Entry
	index   map[identity]int
	texts   map[string]int // the index of keys of the kind Str
}

// find returns the index of a key, -1 when there is none.
func (d *dict) find(key Value) int {
	if d.texts == nil {
		for i := range d.entries {
			if sameKey(d.entries[i].Key, key) {
				return i
			}
		}
		return -1
	}
	i, ok := 0, false
	if key.Kind == Str {
		i, ok = d.texts[key.text]
	} else {
		i, ok = d.index[key.identity()]
	}
	if !ok {
		return -1
	}
	return i
}

func sameKey(a, b Value) bool {
	if a.Kind == Str || b.Kind == Str {
		return a.Kind == b.Kind && a.text == b.text
	}
	return a.identity() == b.identity()
}

func (d *dict) set(key, value Value) {
	if i := d.find(key); i >= 0 {
		d.entries[i].Value = value
		return
	}
	d.entries = append(d.entries, Entry{key, value})
	switch {
	case d.texts != nil:
		d.enter(len(d.entries) - 1)
	case len(d.entries) > few:
		d.texts, d.index = make(map[string]int, 4*few), map[identity]int{}
		for i := range d.entries {
			d.enter(i)
		}
	}
}

func (d *dict) enter(i int) {
	if key := d.entries[i].Key; key.Kind == Str {
		d.texts[key.text] = i
	} else {
		d.index[key.identity()] = i
	}
}
