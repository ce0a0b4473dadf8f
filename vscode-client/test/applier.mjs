// Applies text edits as VS Code's LSP library does. Reads one JSON object a line, {"text", "edits"}, and
// answers each with a line, {"text"} or {"error"}. Used by the end-to-end tests as a second opinion.
import { createInterface } from 'node:readline';
import { TextDocument } from 'vscode-languageserver-textdocument';

for await (const line of createInterface({ input: process.stdin })) {
  const { text, edits } = JSON.parse(line);
  let answer;
  try {
    answer = { text: TextDocument.applyEdits(TextDocument.create('file:///text', 'plaintext', 1, text), edits) };
  } catch (error) {
    answer = { error: error.message };
  }
  process.stdout.write(JSON.stringify(answer) + '\n');
}
