package agent

// Register puts a name into the registry as another skill would have done, without looking at it.
func (s *Session) Register(name string) { s.registered = append(s.registered, name) }
