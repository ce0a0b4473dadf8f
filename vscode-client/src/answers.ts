// What the server answers to its commands and tells in its notifications: docs/tools.md in types. Only what this
// client reads is named. Every list of files has absolute paths.

/** Findings by severity. */
export interface Problems {
  errors: number;
  warnings: number;
  information: number;
  hints: number;
}

/** A skill of the repository. Name and description are what YAML makes of them, which need not be texts. */
export interface Skill {
  name: unknown;
  description: unknown;
  path: string;
  problems?: Problems;
  /** Absolute paths; null when there is none. */
  scripts: string[] | null;
}

export interface BuiltinSkill {
  name: string;
  description: string;
  /** A skill of the repository has the same name. */
  replaced: boolean;
}

export interface SkillList {
  skills: Skill[];
  skipped: { path: string; error: string }[];
  builtin: BuiltinSkill[];
}

/** An argument as it stands in the script. */
export interface ToolOption {
  names: string[];
  positional: boolean;
  required: boolean;
  /** From 1. */
  line: number;
  help?: string;
  default?: string;
  choices?: string[];
}

export interface Tool {
  name: string;
  description: string;
  path: string;
  /** Null when the script cannot be read. */
  options: ToolOption[] | null;
  problems?: Problems;
}

export interface ToolList {
  tools: Tool[];
  /** Scripts that CAPE passes over. */
  skipped: { file: string; path: string; reason: string }[];
}

export interface EditableFile {
  /** Relative to the root. */
  file: string;
  path: string;
  why: string;
  /** False for a file that a pattern lists and that cannot be edited all the same. */
  editable: boolean;
}

export interface EditableList {
  rootdir: string;
  patterns: string[];
  /** Relative to `rootdir`. */
  files: string[];
  entries: { pattern: string; source: string; files: EditableFile[] }[];
}

/** An edit of the history, the newest last. */
export interface HistoryEntry {
  id: number;
  /** RFC 3339. */
  time: string;
  title: string;
  reverted: boolean;
  edits: {
    /** Relative to the root. */
    file: string;
    old: string;
    new: string;
    reason: string;
    outcome: { diff?: string; newProblems?: string[] };
  }[];
}

/** What is told of a run that has ended, and with other keys answered to who asked for it. */
interface RunEnd {
  success: boolean;
  returncode?: number;
  error?: string;
  /** From the start to the end. */
  seconds: number;
  /** The file that holds all output. */
  log?: string;
  /** Files of the allow-list that changed meanwhile, relative to the root. */
  changed: string[];
  canceled?: boolean;
}

/** `cape/toolStarted`. */
export interface ToolStarted {
  id: string;
  name: string;
  argv: string[];
  /** As a person would type it. */
  command: string;
  cwd: string;
  log?: string;
}

/** `cape/toolOutput`. */
export interface ToolOutput {
  id: string;
  text: string;
}

/** `cape/toolEnded`. */
export interface ToolEnded extends RunEnd {
  id: string;
  timedOut?: boolean;
}

/** `cape/status`: told when another source of the facts about CAPE's options is used. */
export interface ServerStatus {
  version?: string;
  /** Of the first folder; absolute, or empty. */
  root?: string;
  options: { source: string; version?: string; path?: string };
}

export interface NamedRow {
  name: string;
  description: string;
}

export interface AgentView {
  root: string;
  /** Empty when cape-agent.json names none. */
  model: string;
  models: { name: string }[];
  skills: { name: unknown; description: unknown; builtin: boolean }[];
  tools: (NamedRow & { builtin: boolean })[];
  editable: NamedRow[];
  /** The lines of the prompt that list the skills. */
  lines: string[];
}

/** The commands of the server that are called here, with their answers where all went well. */
export interface Answers {
  'cape.allowEditing': { file: string; path: string };
  'cape.applyEditResult': object;
  'cape.draftSkill': { file: string; path: string; content: string };
  'cape.edits.history': { history: HistoryEntry[] };
  'cape.edits.revert': object;
  'cape.listEditableFiles': EditableList;
  'cape.listPromptSkills': { lines: string[]; skipped: { file: string; error: string }[] };
  'cape.listScripts': { scripts: { file: string; path: string }[] };
  'cape.listSkills': SkillList;
  'cape.listTools': ToolList;
  'cape.readSkill': { name: unknown; content: string };
  /** Without `success`: a script that ends with another code than 0 has an answer, too. */
  'cape.runTool': { notes?: string[]; declined?: boolean };
  'cape.showAgentView': AgentView;
  'cape.stopTool': object;
  'cape.toolHelp': { text: string };
  'cape.useSkill': { name: string; content: string };
  'cape.whyEditable': { editable: boolean; why: string };
}

export type ServerCommand = keyof Answers;

/** What the server answers when it does not do what was asked for. */
export interface Refusal {
  success: false;
  error?: string;
}

export type Answer<C extends ServerCommand> = (Answers[C] & { success: true }) | (C extends 'cape.runTool' ? Answers[C] & Refusal : Refusal);

/** What YAML made of a value, for people. */
export function plain(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
