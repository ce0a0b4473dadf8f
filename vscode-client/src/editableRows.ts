// The rows of the files that an agent may edit: the patterns of the allow-list, each with its files.
import type { EditableFile, EditableList } from './answers';
import { code, files, literal, paragraphs, Row, Say, spokenOf } from './row';

const mostExpanded = 12; // patterns

export function editableRows({ entries }: EditableList, say: Say): Row[] {
  return entries.map(({ pattern, source, files: listed }) => {
    const many = files(listed.length, say);
    return {
      id: `pattern ${source} ${pattern}`, label: pattern, description: spokenOf(many, source), icon: listed.length > 0 ? 'filter' : 'circle-slash',
      context: 'pattern', tooltip: paragraphs(code(pattern), literal(source)), spoken: spokenOf(say('pattern {0}', pattern), many, source),
      children: listed.map(fileRow), expanded: entries.length <= mostExpanded,
    };
  });
}

/** A file that a pattern lists may be one that cannot be edited all the same. */
function fileRow({ file, path, why, editable }: EditableFile): Row {
  return {
    id: `file ${file}`, label: file, file: path, opens: { line: 0 }, context: 'file', tooltip: paragraphs(literal(file), literal(why)),
    spoken: spokenOf(file, why), ...(editable ? {} : { icon: 'circle-slash', colour: 'list.warningForeground', description: why }),
  };
}
