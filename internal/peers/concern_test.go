package peers

import "slices"

// advice are rules about style or completeness that also speak about a skill without a fault. They count
// neither as a find nor as a false alarm of their own; the page says how often they speak.
var advice = map[string][]string{
	"skill-check": {"description.min_recommended_length", "description.use_when_phrase"},
	"skill-tools": {
		"description-length-optimal", "description-trigger-keywords", "description-specificity",
		"instructions-has-error-handling", "instructions-has-examples",
	},
	"claudelint": {
		"skill-body-missing-usage-section", "skill-description-missing-trigger", "skill-description-quality",
		"skill-missing-changelog", "skill-missing-examples", "skill-missing-version", "skill-overly-generic-name",
		"skill-reference-not-linked", "skill-allowed-tools-not-used",
	},
}

// broken are our codes for what keeps a front matter from being read: a tool that says no more than
// "invalid front matter" has found each of them.
var broken = []string{
	"file-bom", "front-matter-missing", "front-matter-late", "front-matter-unclosed", "front-matter-mapping",
	"front-matter-reading", "fence-format", "fence-inside", "yaml-syntax", "yaml-value", "key-duplicate",
}

// concerns says which of our codes a peer's rule is about, read generously: a rule that notices the fault
// by one of its consequences counts.
var concerns = map[string]map[string][]string{
	"skill-check": {
		"frontmatter.required":                 broken,
		"frontmatter.name_required":            {"name-missing", "name-empty", "name-type", "key-misspelt"},
		"frontmatter.description_required":     {"description-missing", "description-empty", "description-type", "key-misspelt", "value-cut"},
		"frontmatter.name_matches_directory":   {"name-folder", "name-type"},
		"frontmatter.name_slug_format":         {"name-format", "name-type"},
		"frontmatter.name_max_length":          {"name-length"},
		"frontmatter.unknown_fields":           {"key-unknown", "key-misspelt", "tools-unused"},
		"frontmatter.compatibility_max_length": {"compatibility-length"},
		"frontmatter.metadata_string_values":   {"metadata-type"},
		"frontmatter.allowed_tools_format":     {"allowed-tools-type", "allowed-tools-format"},
		"description.non_empty":                {"description-empty", "value-cut"},
		"description.max_length":               {"description-length"},
		"body.max_lines":                       {"body-length"},
		"duplicates.name":                      {"skill-duplicate"},
		"links.local_markdown_resolves":        {"link-missing", "link-case"},
		"links.references_resolve":             {"link-missing", "link-case"},
	},
	"skill-tools": {
		"frontmatter-required":   broken,
		"frontmatter-valid-yaml": broken,
		"no-bom":                 {"file-bom"},
		"file-not-empty":         {"front-matter-missing"},
		"skill-not-found":        {"file-name-case", "skill-location"},
		"name-required":          append([]string{"name-missing", "name-empty", "name-type", "key-misspelt"}, broken...),
		"description-required":   append([]string{"description-missing", "description-empty", "description-type", "key-misspelt", "value-cut"}, broken...),
		"name-format":            {"name-format", "name-length", "name-type"},
		"name-matches-directory": {"name-folder", "name-type"},
		"name-type":              {"name-type"},
		"description-type":       {"description-type"},
		"description-length":     {"description-length"},
		"compatibility-length":   {"compatibility-length"},
		"body-required":          {"body-empty"},
		"progressive-disclosure": {"body-length"},
		"token-budget":           {"body-length"},
		"file-reference-exists":  {"link-missing", "link-case", "path-missing"},
		"no-secrets":             {"secret-written"},
		"no-hardcoded-paths":     {"path-personal"},
	},
	"claudelint": {
		noRule:                            broken,
		"skill-name":                      {"name-format", "name-length", "name-type", "name-empty", "name-missing"},
		"skill-name-directory-mismatch":   {"name-folder", "name-type"},
		"skill-description":               {"description-missing", "description-empty", "description-type", "description-tags"},
		"skill-context":                   {"value-unknown"},
		"skill-hardcoded-secrets":         {"secret-written"},
		"skill-description-max-length":    {"description-length"},
		"skill-frontmatter-unknown-keys":  {"key-unknown", "key-misspelt", "tools-unused"},
		"skill-allowed-tools":             {"allowed-tools-type", "allowed-tools-format"},
		"skill-body-too-long":             {"body-length"},
		"skill-referenced-file-not-found": {"link-missing", "link-case", "path-missing"},
	},
	"skills-ref": {
		"SKILL.md must start with YAML frontmatter":         broken,
		"SKILL.md frontmatter not properly closed with ---": broken,
		"Invalid YAML in frontmatter":                       broken,
		"Missing required field in frontmatter":             {"name-missing", "description-missing", "key-misspelt", "front-matter-mapping"},
		"Unexpected fields in frontmatter":                  {"key-unknown", "key-misspelt", "tools-unused"},
		"Skill name must be lowercase":                      {"name-format"},
		"Skill name contains invalid characters":            {"name-format"},
		"Skill name cannot start or end with a hyphen":      {"name-format"},
		"Skill name cannot contain consecutive hyphens":     {"name-format"},
		"Skill name exceeds character limit":                {"name-length"},
		"Directory name must match skill name":              {"name-folder", "name-type", "name-empty"},
		"Description exceeds character limit":               {"description-length"},
		"Compatibility exceeds character limit":             {"compatibility-length"},
		"Field must be a non-empty string":                  {"name-empty", "description-empty", "name-type", "description-type"},
		"SKILL.md frontmatter must be a YAML mapping":       broken,
		"SKILL.md not found in":                             {"file-name-case"},
	},
}

// noRule stands for a finding of claudelint that carries no id: it could not read the front matter.
const noRule = "(front matter)"

// ofCape are the codes for what only CAPE does with a skill: no peer claims to know about it.
var ofCape = []string{
	"front-matter-reading", "fence-inside", "skill-location", "skill-shadowed", "tool-misspelt", "tool-unknown",
	"tools-type", "tools-unused",
}

func isAdvice(tool, rule string) bool { return slices.Contains(advice[tool], rule) }

func isAbout(tool, rule, code string) bool {
	return tool == "cape-ls" && rule == code || slices.Contains(concerns[tool][rule], code)
}
