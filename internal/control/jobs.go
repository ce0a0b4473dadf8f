package control

import (
	"fmt"
	"strconv"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/options"
	"github.com/cape-ls/cape-ls/internal/text"
)

// jobSections are the sections with what a queue is told, and the option with the time a job may take.
var jobSections = []struct{ name, time string }{
	{"PBS", "walltime"}, {"BatchPBS", "walltime"}, {"PostPBS", "walltime"},
	{"Slurm", "time"}, {"BatchSlurm", "time"}, {"PostSlurm", "time"},
}

var (
	// pbsTime is seconds, or hours, minutes and seconds; fractions of a second are allowed.
	pbsTime = text.Pattern(`^([0-9]+:)?([0-9]+:)?[0-9]+(\.[0-9]+)?$`)
	// slurmTime also knows days, and words for no limit.
	slurmTime = text.Pattern(`^(([0-9]+-)?[0-9]+(:[0-9]{1,2}){0,2}|[Ii][Nn][Ff][Ii][Nn][Ii][Tt][Ee]|UNLIMITED)$`)
)

// jobRules: CAPE hands what stands in PBS and Slurm on to the queue, which refuses the job.
func (p *pass) jobRules(top *section, class *options.Class) {
	for _, job := range jobSections {
		opt := class.Options[job.name]
		if opt == nil || opt.Section == nil {
			continue
		}
		s := p.sub(top, class, job.name)
		if value, who := s.get(opt.Section, job.time); value != nil && who == own {
			p.jobTime(value, job.time)
		}
		for _, option := range []string{"select", "ncpus", "mpiprocs", "ompthreads", "N", "n"} {
			value, who := s.get(opt.Section, option)
			if value == nil || who == foreign || opt.Section.Options[option] == nil {
				continue
			}
			for _, n := range scalars(value, nil) {
				if v, err := strconv.Atoi(n.Text()); err == nil && n.Kind == capejson.Number && v < 1 {
					p.found(codeJob, n.Span, fmt.Sprintf("%s must be 1 or more: the queue refuses the job", option))
				}
			}
		}
	}
}

func (p *pass) jobTime(value *capejson.Node, option string) {
	form, example := pbsTime(), "hours:minutes:seconds, such as 8:00:00"
	if option == "time" {
		form, example = slurmTime(), "hours:minutes:seconds, such as 8:00:00, or days-hours:minutes:seconds"
	}
	list, _ := texts(value)
	for _, n := range list {
		if !form.MatchString(n.String()) {
			p.found(codeJob, n.InnerSpan(), fmt.Sprintf("%s must be %s: the queue refuses the job", option, example))
		}
	}
}
