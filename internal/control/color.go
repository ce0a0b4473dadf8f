package control

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/feature"
	"github.com/cape-ls/cape-ls/internal/options"
)

// Colors returns the colours of plots in a control file: the options of lines and areas in Report, written
// as matplotlib reads them, and the colour maps of Tecplot.
func Colors(tree *capejson.Tree, env Env) []feature.Color {
	p := newPass(tree, env)
	class := p.classOf()
	if class == nil || class == options.AgentClass() {
		return nil
	}
	e := p.section(tree.Root).entry(class, "Report")
	if e == nil || e.own == foreign {
		return nil
	}
	var out []feature.Color
	eachColor(e.value, func(n *capejson.Node, c rgba) {
		out = append(out, feature.Color{Span: n.InnerSpan(), Red: c[0], Green: c[1], Blue: c[2], Alpha: c[3]})
	})
	return out
}

// eachColor visits the texts below a node that are colours.
func eachColor(n *capejson.Node, visit func(*capejson.Node, rgba)) {
	for _, item := range n.Items {
		eachColor(item, visit)
	}
	for i := range n.Members {
		m := &n.Members[i]
		switch {
		case m.Key != nil && m.Key.Is("ColorMap") && m.Value.Kind == capejson.Object:
			for j := range m.Value.Members {
				colorTexts(m.Value.Members[j].Value, visit)
			}
		case m.Key != nil && holdsColor(m.Key.String()):
			colorTexts(m.Value, visit)
		default:
			eachColor(m.Value, visit)
		}
	}
}

func colorTexts(n *capejson.Node, visit func(*capejson.Node, rgba)) {
	nodes, _ := texts(n)
	for _, t := range nodes {
		if c, ok := readColor(t.String()); ok {
			visit(t, c)
		}
	}
}

// holdsColor tells the options of matplotlib that take a colour.
func holdsColor(key string) bool {
	switch key {
	case "c", "fc", "ec", "mfc", "mec":
		return true
	}
	return strings.HasSuffix(strings.ToLower(key), "color")
}

// ColorForms returns how another colour can be written in place of the one that is written as old: in the
// same form first, if it has one.
func ColorForms(old string, to feature.Color) []string {
	c := rgba{to.Red, to.Green, to.Blue, to.Alpha}
	for i := range c {
		c[i] = min(max(c[i], 0), 1)
	}
	hex := writeHex(old, c)
	names := namesOfColor(c)
	grey := ""
	if c[3] == 1 && c.byte(0) == c.byte(1) && c.byte(1) == c.byte(2) {
		grey = strconv.FormatFloat(math.Round(c[0]*1000)/1000, 'f', -1, 64)
	}
	var out []string
	switch {
	case strings.HasPrefix(old, "#"):
		out = append(out, hex)
	case isGrey(old) && grey != "":
		out = append(out, grey)
	default:
		slices.SortStableFunc(names, func(a, b string) int { return likeness(old, b) - likeness(old, a) })
	}
	out = append(append(out, names...), hex)
	var unique []string
	for _, form := range out {
		if !slices.Contains(unique, form) {
			unique = append(unique, form)
		}
	}
	return unique
}

// likeness tells how alike the forms of two names are: both letters, both of one list, both words.
func likeness(a, b string) int {
	form := func(s string) int {
		switch {
		case len(s) == 1:
			return 1
		case strings.HasPrefix(s, "tab:"):
			return 2
		case len(s) == 2 && s[0] == 'C':
			return 3
		}
		return 4
	}
	if form(a) == form(b) {
		return 1
	}
	return 0
}

func namesOfColor(c rgba) []string {
	var out []string
	for name, other := range namedColors {
		if c.same(other) {
			out = append(out, name)
		}
	}
	slices.SortFunc(out, func(a, b string) int {
		if d := likeness("word", b) - likeness("word", a); d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	return out
}

// rgba is a colour; each part is between 0 and 1.
type rgba [4]float64

func (c rgba) byte(i int) int { return int(math.Round(c[i] * 255)) }

func (c rgba) same(o rgba) bool {
	for i := range c {
		if c.byte(i) != o.byte(i) {
			return false
		}
	}
	return true
}

// readColor reads a colour as matplotlib does (matplotlib.colors.to_rgba).
func readColor(s string) (rgba, bool) {
	if hex, ok := strings.CutPrefix(s, "#"); ok {
		return hexColor(hex)
	}
	if c, ok := namedColors[s]; ok {
		return c, true
	}
	if len(s) > 1 {
		if c, ok := namedColors[strings.ToLower(s)]; ok {
			return c, true
		}
	}
	if v, err := strconv.ParseFloat(s, 64); err == nil && isGrey(s) {
		return rgba{v, v, v, 1}, true
	}
	return rgba{}, false
}

// isGrey reports whether a text is a level of grey: "0.75".
func isGrey(s string) bool {
	v, err := strconv.ParseFloat(s, 64)
	return err == nil && v >= 0 && v <= 1
}

// hexColor reads 3, 4, 6 or 8 hex digits.
func hexColor(s string) (rgba, bool) {
	c := rgba{0, 0, 0, 1}
	width := 2
	if len(s) == 3 || len(s) == 4 {
		width = 1
	}
	if len(s) != 3*width && len(s) != 4*width {
		return c, false
	}
	for i := range len(s) / width {
		v, err := strconv.ParseUint(s[i*width:(i+1)*width], 16, 8)
		if err != nil {
			return c, false
		}
		if width == 1 {
			v *= 17
		}
		c[i] = float64(v) / 255
	}
	return c, true
}

// writeHex writes a colour with hex digits, in the length and letters of old where it has them.
func writeHex(old string, c rgba) string {
	parts := 3
	if c.byte(3) != 255 || strings.HasPrefix(old, "#") && (len(old) == 5 || len(old) == 9) {
		parts = 4
	}
	short := strings.HasPrefix(old, "#") && len(old) < 6
	for i := range parts {
		short = short && c.byte(i)%17 == 0
	}
	const digits = "0123456789abcdef"
	b := []byte{'#'}
	for i := range parts {
		v := c.byte(i)
		if !short {
			b = append(b, digits[v>>4])
		}
		b = append(b, digits[v&15])
	}
	if strings.HasPrefix(old, "#") && strings.ContainsAny(old, "ABCDEF") {
		return strings.ToUpper(string(b))
	}
	return string(b)
}
