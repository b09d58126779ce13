import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** What is said of how a class is made is no part of what it is. */
const NOTHING = { parameters: [], returns: '', throws: [] };

/**
 * What the modules export, as their sources say it. Python itself parses them, and loads none of them.
 *
 * @param {string} folder in which the package lies.
 * @param {{ modules: string[], plugin: string }} entries modules with an `__all__`, and one of fixtures.
 * @returns {import('./markdown.mjs').Item[]}
 */
export function readPython(folder, { modules, plugin }) {
  const program = join(import.meta.dirname, 'read_python.py');
  const output = execFileSync('python3', [program, folder, plugin, ...modules], { encoding: 'utf8' });
  return JSON.parse(output).map((item) => {
    const said = withDoc(item);
    // How it is made is said by the docstring of the class. One that no program makes says nothing of it.
    const isMade = item.maker != null && said.parameters.length > 0;
    return {
      ...said,
      fields: item.fields.map(withDoc),
      methods: item.methods.map(withDoc),
      ...(isMade ? { ...NOTHING, maker: { ...said, ...item.maker, text: '' } } : { maker: undefined }),
    };
  });
}

function withDoc({ doc, ...rest }) {
  return { ...rest, ...docOf(doc) };
}

/** In Markdown. A name in single backticks becomes `{@ref name}`, a link where it stands in the reference. */
function docOf(docstring) {
  const lines = docstring.trimEnd().split('\n');
  const at = lines.findIndex((line) => /^:\w/.test(line));
  const [before, tags] = at === -1 ? [lines, []] : [lines.slice(0, at), lines.slice(at)];
  const doc = { text: blocksOf(before), parameters: [], returns: '', throws: [] };
  for (const { kind, name, text } of tagsIn(tags)) {
    if (kind === 'param') doc.parameters.push([name, text]);
    else if (kind === 'returns') doc.returns = text;
    else if (kind === 'raises') doc.throws.push(name === undefined ? text : `{@ref ${name}} ${text}`);
    else throw new Error(`Nobody reads the tag :${kind} ${name ?? ''}: ${text}`);
  }
  return doc;
}

/** Each tag with its text, which goes on in lines that are indented. */
function tagsIn(lines) {
  return lines
    .join('\n')
    .split(/^(?=:\w)/m)
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [, kind, name, text] = /^:(\w+)(?: ([\w.]+))?:([\s\S]*)$/.exec(part);
      return { kind, name, text: inline(text.replaceAll(/\s+/g, ' ').trim()) };
    });
}

/** Code stands behind `::`, and is indented. */
function blocksOf(lines) {
  const out = [];
  let isCode = false;
  for (const line of lines) {
    if (line === '::') {
      out.push('```python');
      isCode = true;
    } else if (isCode && line !== '' && !line.startsWith('    ')) {
      out.push('```', '', inline(line));
      isCode = false;
    } else out.push(isCode ? line.slice(4) : inline(line));
  }
  if (isCode) out.push('```');
  return out
    .join('\n')
    .replaceAll('```python\n\n', '```python\n')
    .replaceAll(/\n\n+```$/gm, '\n```')
    .trim();
}

function inline(line) {
  return line.replaceAll(/(``.+?``)|`([^`]+)`/g, (_, code, name) =>
    code === undefined ? `{@ref ${name}}` : code.slice(1, -1),
  );
}
