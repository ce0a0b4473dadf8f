//go:build ignore

// Pack makes facts.json.gz from a dump of CAPE's option classes: go run pack.go DUMP.json. It keeps what
// facts.go reads and nothing else.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"log"
	"os"
)

func main() {
	src, err := os.ReadFile(os.Args[1])
	check(err)
	dec := json.NewDecoder(bytes.NewReader(src))
	dec.UseNumber()
	var dump map[string]any
	check(dec.Decode(&dump))
	for key := range dump {
		switch key {
		case "classes", "solvers", "helpers", "legacyArchive":
		default:
			delete(dump, key)
		}
	}
	for _, c := range dump["classes"].(map[string]any) {
		class := c.(map[string]any)
		delete(class, "hooks")
		delete(class, "childFallback")
		opts, _ := class["options"].(map[string]any)
		for _, o := range opts {
			delete(o.(map[string]any), "ring")
			delete(o.(map[string]any), "valueAliases")
			delete(o.(map[string]any), "desc")
		}
	}
	out, err := json.Marshal(dump)
	check(err)
	var b bytes.Buffer
	zip, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	check(err)
	_, err = zip.Write(out)
	check(err)
	check(zip.Close())
	check(os.WriteFile("facts.json.gz", b.Bytes(), 0o644))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
