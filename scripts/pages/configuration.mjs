import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export const { deployment: DEPLOYMENT, tuning: TUNING } = parse(
  readFileSync(join(import.meta.dirname, 'settings.yaml'), 'utf8'),
);

/** @typedef {{ values?: readonly string[], options: { default?: unknown } }} Read */

/** The first read of each name. @returns {Promise<Map<string, Read>>} */
export async function recordedReads(readEnvironment, reads) {
  const found = new Map();
  const prototype = readEnvironment({}, (read) => Object.getPrototypeOf(read));
  const { constructor: _, refuse: __, ...originals } = Object.getOwnPropertyDescriptors(prototype);
  for (const [method, { value: original }] of Object.entries(originals))
    prototype[method] = function (name, ...rest) {
      const values = method === 'oneOf' ? rest[0] : undefined;
      if (!found.has(name)) found.set(name, { options: rest.at(-1) ?? {}, values });
      return original.call(this, name, ...rest);
    };
  for (const each of reads) await each();
  Object.defineProperties(prototype, originals);
  return found;
}

/** @param {Map<string, Read>} reads of {@link recordedReads}. */
export function configurationPage(reads) {
  const known = { ...DEPLOYMENT, ...TUNING };
  const unknown = [...reads.keys()].filter((name) => !(name in known));
  const unread = Object.keys(known).filter((name) => !reads.has(name));
  if (unknown.length + unread.length > 0)
    throw new Error(
      `scripts/pages/settings.yaml lacks: ${unknown.join(', ')}. Nothing reads: ${unread.join(', ')}.`,
    );
  const rows = Object.entries(DEPLOYMENT).map(
    ([name, setting]) =>
      `| \`${name}\` | ${defaultOf(reads.get(name), setting)} | ${setting.means}${valuesOf(reads.get(name))} |`,
  );
  const items = Object.entries(TUNING).map(
    ([name, setting]) => `- \`${name}\` (${defaultOf(reads.get(name), setting)}): ${setting.means}`,
  );
  return `# Configuration

Environment variables configure every service, under the same names in every way of running. If one is wrong, a service names all problems and ends with 78. All services of an installation get the same settings.

| Name | Default | Meaning |
| - | - | - |
${rows.join('\n')}

## Tuning

Hardly anybody needs these, and a version may drop one.

${items.join('\n')}
`;
}

function defaultOf({ options }, { fallback }) {
  const value = fallback ?? options.default;
  if (value === undefined) return 'required';
  if (value === null || value === '' || value.length === 0) return 'none';
  if (value === true) return 'on';
  return String(value);
}

function valuesOf({ values }) {
  return values === undefined ? '' : ` One of ${values.map((value) => `\`${value}\``).join(', ')}.`;
}
