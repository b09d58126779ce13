import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { docOf } from './python-docstring.mjs';

/**
 * What the modules of a package export, as their sources say it. Python itself parses them, and loads none of them.
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
    const isMade = item.maker != null && said.said.size > 0;
    return {
      ...said,
      fields: item.fields.map(withDoc),
      methods: item.methods.map(withDoc),
      call: item.call && withDoc(item.call),
      maker: isMade ? { ...withDoc(item.maker), ...docOf(item.doc), text: '' } : undefined,
    };
  });
}

function withDoc({ doc, ...rest }) {
  return { ...rest, ...docOf(doc) };
}
