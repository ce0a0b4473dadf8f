package capejson_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cape-ls/cape-ls/internal/capejson"
)

// controlFile makes a file like a control file, of about the given size in bytes.
func controlFile(size int) []byte {
	var b strings.Builder
	b.WriteString("{\n    // how to run\n    \"RunControl\": {\n        \"PhaseSequence\": [0, 1],\n        \"PhaseIters\": [500, 1000]\n    },\n    \"DataBook\": {\n")
	for n := 0; b.Len() < size; n++ {
		fmt.Fprintf(&b, "        // component %d\n        \"comp%d\": {\n            \"Type\": \"FM\",\n            \"CompID\": [\"wing%d\", \"fin%d\"], // both\n            \"Targets\": {\"CA\": %d.25, \"CN\": true}\n        },\n", n, n, n, n, n)
	}
	b.WriteString("        \"end\": null\n    }\n}\n")
	return []byte(b.String())
}

func benchParse(b *testing.B, src []byte) {
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		capejson.Parse(src)
	}
}

func BenchmarkParse12k(b *testing.B) { benchParse(b, controlFile(12<<10)) }
func BenchmarkParse1M(b *testing.B)  { benchParse(b, controlFile(1<<20)) }

// A character typed in the middle: the state in which an editor asks most.
func BenchmarkParse12kFaulty(b *testing.B) { benchParse(b, faulty(12<<10)) }
func BenchmarkParse1MFaulty(b *testing.B)  { benchParse(b, faulty(1<<20)) }

func BenchmarkParse1MDense(b *testing.B) {
	benchParse(b, []byte("["+strings.Repeat("1,", 1<<19)+"1]"))
}

func faulty(size int) []byte {
	src := controlFile(size)
	at := len(src) / 2
	return append(append(append([]byte(nil), src[:at]...), '"'), src[at:]...)
}

func BenchmarkValidate1M(b *testing.B) {
	text := string(controlFile(1 << 20))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		capejson.Validate(text)
	}
}

func BenchmarkReads12k(b *testing.B) {
	src := controlFile(12 << 10)
	b.ReportAllocs()
	for b.Loop() {
		_ = capejson.Reads(src)
	}
}
