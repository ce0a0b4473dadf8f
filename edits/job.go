package edits

type job struct{}
