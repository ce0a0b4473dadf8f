package capejson

func pyFormat(template string, args []string) (string, *Raised) { return "", raise("ValueError", "") }
