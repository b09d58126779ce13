import { readFile } from 'node:fs/promises';
import { isScalar, parseDocument, visit } from 'yaml';

/** Takes merge keys. A bare key is an error: in `{ description: one, two }` the comma makes `two` a key. */
export async function readYaml(path) {
  const document = parseDocument(await readFile(path, 'utf8'), { merge: true });
  const problems = document.errors.map(({ message }) => message);
  visit(document, {
    Pair(_place, { key, value }) {
      const isBare = value === null || (isScalar(value) && value.value === null && value.source === '');
      if (isBare) problems.push(`The key "${key}" has no value. Is a comma or a colon not quoted?`);
    },
  });
  if (problems.length > 0) throw new Error(`${path}: ${problems.join(' ')}`);
  return document.toJS();
}
