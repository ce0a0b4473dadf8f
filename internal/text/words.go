package text

// Nearest returns the word that a misspelt one is most likely meant to be: the first of those with the fewest wrong
// letters, at most a third of its letters and three. Without such a word it returns "".
func Nearest(misspelt string, words []string) string {
	best, least := "", 4
	for _, w := range words {
		if d := Distance(misspelt, w); d < least && 3*d <= len([]rune(w)) {
			best, least = w, d
		}
	}
	return best
}

// Distance counts the letters that must be put in, taken out, changed or swapped with the next one to make one
// word of the other. Words of more than 64 letters are 64 apart from all others.
func Distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	if len(x) > 64 || len(y) > 64 {
		return 64
	}
	var rows [3][65]int
	older, before, row := &rows[0], &rows[1], &rows[2]
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(x); i++ {
		older, before, row = before, row, older
		row[0] = i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			row[j] = min(before[j]+1, row[j-1]+1, before[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], older[j-2]+1)
			}
		}
	}
	return row[len(y)]
}
