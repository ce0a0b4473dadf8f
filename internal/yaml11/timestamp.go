package yaml11

import (
	"fmt"
	"strings"
)

// Moment is a Python date or datetime.
type Moment struct {
	Year, Month, Day                  int
	Hour, Minute, Second, Microsecond int
	HasTime                           bool // a datetime, not a date
	HasZone                           bool
	Offset                            int // seconds east of UTC
}

// dateForm says how long the fields of a lone date must be.
type dateForm uint8

const (
	strictDate dateForm = iota // two digits each: what makes a plain scalar a timestamp
	looseDate                  // one or two digits: what the constructor reads
)

// fields are the pieces of a timestamp as text.
type fields struct {
	year, month, day, hour, minute, second, fraction string
	zone                                             bool
	zoneSign                                         byte
	zoneHour, zoneMinute                             string
}

// digits cuts between least and most digits off the front of s.
func digits(s *string, least, most int) (string, bool) {
	n := 0
	for n < most && n < len(*s) && isDigit((*s)[n]) {
		n++
	}
	d := (*s)[:n]
	*s = (*s)[n:]
	return d, n >= least
}

// cut removes one byte c from the front of s.
func cut(s *string, c byte) bool {
	if *s == "" || (*s)[0] != c {
		return false
	}
	*s = (*s)[1:]
	return true
}

// matchTimestamp takes a timestamp apart: YYYY-MM-DD, or with one or two digits, T or blanks, and a time.
func matchTimestamp(s string, form dateForm) (f fields, ok bool) {
	whole := s
	if f.year, ok = digits(&s, 4, 4); !ok || !cut(&s, '-') {
		return f, false
	}
	if f.month, ok = digits(&s, 1, 2); !ok || !cut(&s, '-') {
		return f, false
	}
	if f.day, ok = digits(&s, 1, 2); !ok {
		return f, false
	}
	if s == "" {
		return f, form == looseDate || len(whole) == len("2006-01-02")
	}
	if !cut(&s, 'T') && !cut(&s, 't') {
		rest := strings.TrimLeft(s, " \t")
		if rest == s {
			return f, false
		}
		s = rest
	}
	if f.hour, ok = digits(&s, 1, 2); !ok || !cut(&s, ':') {
		return f, false
	}
	if f.minute, ok = digits(&s, 2, 2); !ok || !cut(&s, ':') {
		return f, false
	}
	if f.second, ok = digits(&s, 2, 2); !ok {
		return f, false
	}
	if cut(&s, '.') {
		f.fraction, _ = digits(&s, 0, len(s))
	}
	return f, s == "" || f.matchZone(strings.TrimLeft(s, " \t"))
}

// matchZone reads Z, or a sign with hours and perhaps minutes.
func (f *fields) matchZone(s string) bool {
	f.zone = true
	if s == "Z" {
		return true
	}
	if s == "" || s[0] != '+' && s[0] != '-' {
		return false
	}
	f.zoneSign = s[0]
	s = s[1:]
	var ok bool
	if f.zoneHour, ok = digits(&s, 1, 2); !ok {
		return false
	}
	if s == "" {
		return true
	}
	if !cut(&s, ':') {
		return false
	}
	f.zoneMinute, ok = digits(&s, 2, 2)
	return ok && s == ""
}

func atoi(s string) int {
	n := 0
	for i := 0; i < len(s); i++ {
		n = n*10 + int(s[i]-'0')
	}
	return n
}

// readTimestamp builds a date or datetime as PyYAML does.
func readTimestamp(s string) (*Moment, *pyError) {
	f, ok := matchTimestamp(strings.TrimSuffix(s, "\n"), looseDate)
	if !ok {
		return nil, &pyError{"AttributeError", "'NoneType' object has no attribute 'groupdict'"}
	}
	m := &Moment{Year: atoi(f.year), Month: atoi(f.month), Day: atoi(f.day)}
	if f.hour == "" {
		return m, m.checkDate()
	}
	m.HasTime = true
	m.Hour, m.Minute, m.Second = atoi(f.hour), atoi(f.minute), atoi(f.second)
	if f.fraction != "" {
		m.Microsecond = atoi((f.fraction + "000000")[:6])
	}
	m.HasZone = f.zone
	if f.zoneSign != 0 {
		m.Offset = atoi(f.zoneHour)*3600 + atoi(f.zoneMinute)*60
		if f.zoneSign == '-' {
			m.Offset = -m.Offset
		}
		if m.Offset <= -86400 || m.Offset >= 86400 {
			return nil, valueError("offset must be a timedelta strictly between -timedelta(hours=24) and "+
				"timedelta(hours=24), not %s.", reprDelta(m.Offset))
		}
	}
	if err := m.checkDate(); err != nil {
		return nil, err
	}
	return m, m.checkTime()
}

func (m *Moment) checkDate() *pyError {
	switch {
	case m.Year < 1:
		return valueError("year %d is out of range", m.Year)
	case m.Month < 1 || m.Month > 12:
		return valueError("month must be in 1..12")
	case m.Day < 1 || m.Day > daysIn(m.Year, m.Month):
		return valueError("day is out of range for month")
	}
	return nil
}

func (m *Moment) checkTime() *pyError {
	switch {
	case m.Hour > 23:
		return valueError("hour must be in 0..23")
	case m.Minute > 59:
		return valueError("minute must be in 0..59")
	case m.Second > 59:
		return valueError("second must be in 0..59")
	}
	return nil
}

func daysIn(year, month int) int {
	switch month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	}
	return 31
}

// reprDelta is Python's repr of a timedelta of whole seconds.
func reprDelta(seconds int) string {
	days := seconds / 86400
	if seconds %= 86400; seconds < 0 {
		days--
		seconds += 86400
	}
	var parts []string
	if days != 0 {
		parts = append(parts, fmt.Sprintf("days=%d", days))
	}
	if seconds != 0 {
		parts = append(parts, fmt.Sprintf("seconds=%d", seconds))
	}
	if parts == nil {
		return "datetime.timedelta(0)"
	}
	return "datetime.timedelta(" + strings.Join(parts, ", ") + ")"
}

// iso is Python's isoformat with the given separator; for a date only the date.
func (m *Moment) iso(sep string) string {
	s := fmt.Sprintf("%04d-%02d-%02d", m.Year, m.Month, m.Day)
	if !m.HasTime {
		return s
	}
	s += fmt.Sprintf("%s%02d:%02d:%02d", sep, m.Hour, m.Minute, m.Second)
	if m.Microsecond != 0 {
		s += fmt.Sprintf(".%06d", m.Microsecond)
	}
	if m.HasZone {
		sign, off := '+', m.Offset
		if off < 0 {
			sign, off = '-', -off
		}
		s += fmt.Sprintf("%c%02d:%02d", sign, off/3600, off/60%60)
	}
	return s
}

// repr is Python's repr.
func (m *Moment) repr() string {
	if !m.HasTime {
		return fmt.Sprintf("datetime.date(%d, %d, %d)", m.Year, m.Month, m.Day)
	}
	s := fmt.Sprintf("datetime.datetime(%d, %d, %d, %d, %d", m.Year, m.Month, m.Day, m.Hour, m.Minute)
	if m.Second != 0 || m.Microsecond != 0 {
		s += fmt.Sprintf(", %d", m.Second)
	}
	if m.Microsecond != 0 {
		s += fmt.Sprintf(", %d", m.Microsecond)
	}
	if m.HasZone {
		zone := "datetime.timezone.utc"
		if m.Offset != 0 {
			zone = "datetime.timezone(" + reprDelta(m.Offset) + ")"
		}
		s += ", tzinfo=" + zone
	}
	return s + ")"
}

// instant counts microseconds from the start of year 1 in UTC, for comparing moments with a zone.
func (m *Moment) instant() int64 {
	y := int64(m.Year - 1)
	days := y*365 + y/4 - y/100 + y/400
	for month := 1; month < m.Month; month++ {
		days += int64(daysIn(m.Year, month))
	}
	days += int64(m.Day)
	seconds := ((days*24+int64(m.Hour))*60+int64(m.Minute))*60 + int64(m.Second) - int64(m.Offset)
	return seconds*1000000 + int64(m.Microsecond)
}
