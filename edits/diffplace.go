package edits

import "slices"

// own is the place that the header gives to the old lines, as a number from 0, or -1.
func (h Hunk) own() int { return ownPlace(h.OldStart, len(h.side('+'))) }

func ownPlace(start, n int) int {
	if start > 0 && n > 0 {
		return start - 1
	}
	return start
}

// choose picks the place of every hunk, unless the text holds the result already, and refuses where there
// is none or none can be told.
func (p *patch) choose() *Refusal {
	shifts := map[int]bool{} // of the hunks that fit in one other place only
	for i, h := range p.hunks {
		pl := &p.places[i]
		own := h.own()
		switch {
		case slices.Contains(pl.old, own):
			pl.at = own
		case len(pl.old) == 1:
			pl.at = pl.old[0]
			if own >= 0 {
				shifts[pl.at-own] = true
			}
		}
	}
	if p.done() {
		return nil
	}
	for i, h := range p.hunks {
		pl := p.places[i]
		if pl.at < 0 {
			return p.misfit(i)
		}
		// Where the text has moved, a repeated line at the old place is no proof.
		for shift := range shifts {
			if pl.at == h.own() && shift != 0 && slices.Contains(pl.old, pl.at+shift) {
				return p.several(i, "another hunk shows that the text has moved")
			}
		}
		if slices.Contains(pl.new, pl.at) && !p.atEnd(pl.at+len(h.side('+'))) && p.doneAll() {
			return p.several(i, "its lines are there before and after the change, so nothing shows whether it has been made")
		}
	}
	return nil
}

func (p *patch) atEnd(line int) bool { return line == len(p.lines) }

// newPlace is where the new lines of a hunk are: where the header says, else in the only place of more
// than one line; or -1.
func (p *patch) newPlace(i int) int {
	h, pl := p.hunks[i], p.places[i]
	side := h.side('-')
	if own := ownPlace(h.NewStart, len(side)); own >= 0 && slices.Contains(pl.new, own) {
		return own
	}
	if len(pl.new) == 1 && len(side) > 1 {
		return pl.new[0]
	}
	return -1
}

func (p *patch) doneAll() bool {
	for i := range p.hunks {
		if p.newPlace(i) < 0 {
			return false
		}
	}
	return true
}

// done reports whether the text is the result of the diff already: all new lines are there, and not all
// the old ones, or these only by chance.
func (p *patch) done() bool {
	if !p.doneAll() {
		return false
	}
	for i, h := range p.hunks {
		pl := p.places[i]
		after := p.newPlace(i)
		switch {
		case pl.at < 0:
			return true
		case pl.at != h.own() && after == ownPlace(h.NewStart, len(h.side('-'))) && after < pl.at && pl.at < after+len(h.side('-')):
			return true // the new lines are where they should be, and the old ones are part of them
		case h.Lines[len(h.Lines)-1].Sign == '+' && !p.atEnd(pl.at+len(h.side('+'))) && p.atEnd(after+len(h.side('-'))):
			return true // lines were added at the end, and the end is behind them
		}
	}
	return false
}
