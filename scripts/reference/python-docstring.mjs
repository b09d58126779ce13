/**
 * What a docstring of Python says, in Markdown. A name in single backticks is written as `{@ref name}`, which becomes a link where it stands in the reference.
 *
 * @param {string} docstring without the indentation of the code.
 */
export function docOf(docstring) {
  const lines = docstring.trimEnd().split('\n');
  const at = lines.findIndex((line) => /^:\w/.test(line));
  const [before, tags] = at === -1 ? [lines, []] : [lines.slice(0, at), lines.slice(at)];
  const doc = { text: blocksOf(before), said: new Map(), gives: '', throws: [] };
  for (const { kind, name, text } of tagsIn(tags)) {
    if (kind === 'param') doc.said.set(name, text);
    else if (kind === 'returns') doc.gives = text;
    else if (kind === 'raises') doc.throws.push({ type: name, text });
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
