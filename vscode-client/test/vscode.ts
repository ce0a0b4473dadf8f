// What the tests need of VS Code: state that they set, and events that they fire.
export class EventEmitter<T> {
  private readonly listeners = new Set<(value: T) => void>();
  readonly event = (listener: (value: T) => void) => {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  };
  fire(value: T): void {
    for (const listener of this.listeners) listener(value);
  }
  dispose(): void {
    this.listeners.clear();
  }
}

export const LogLevel = { Off: 0, Trace: 1 };

/** The state. */
export const stub = {
  trusted: true,
  settings: {} as Record<string, unknown>,
  extensions: {} as Record<string, { isActive: boolean; exports?: unknown }>,
  documents: [] as { uri: unknown; languageId: string }[],
  diagnostics: [] as unknown[],
  written: [] as string[],
  configurationChanged: new EventEmitter<{ affectsConfiguration(name: string): boolean }>(),
  diagnosticsChanged: new EventEmitter<{ uris: unknown[] }>(),
  set(name: string, value: unknown): void {
    this.settings[name] = value;
    this.configurationChanged.fire({ affectsConfiguration: changed => changed === name });
  },
};

export const workspace = {
  get isTrusted() {
    return stub.trusted;
  },
  workspaceFolders: [{ uri: { scheme: 'file', fsPath: '/work/wing' } }],
  get textDocuments() {
    return stub.documents;
  },
  getConfiguration: (section: string) => ({ get: (name: string, otherwise?: unknown) => stub.settings[`${section}.${name}`] ?? otherwise }),
  onDidChangeConfiguration: stub.configurationChanged.event,
};

export const extensions = { getExtension: (id: string) => stub.extensions[id] };

export const languages = {
  getDiagnostics: () => stub.diagnostics,
  onDidChangeDiagnostics: stub.diagnosticsChanged.event,
};

export const window = {
  createOutputChannel: () => ({ appendLine: (line: string) => void stub.written.push(line), dispose: () => undefined }),
};
