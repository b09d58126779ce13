import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { SITE } from './pages.mjs';

const PICTURES = 'docs/pictures/';

/**
 * Where a link of a page leads on the site.
 *
 * - To another page: its address, with the fragment.
 * - To a picture below `docs/pictures`: where the site has it.
 * - To a file of the repository that the site does not show: `null`. The text stays, and names the file.
 * - To another site, or within the page: unchanged.
 *
 * @param {object} options
 * @param {string} options.root The repository's folder.
 * @param {Map<string, string>} options.addresses Of all pages, by their files.
 * @param {string} options.source The file that the link stands in.
 * @param {string} options.target As it is written.
 * @returns {{ address: string } | { address: null, file: string }}
 * @throws {Error} If it leads to a file below `docs` that is not there. Other files need not be: an image is built without them.
 */
export function resolveLink({ root, addresses, source, target }) {
  if (/^([a-z]+:|\/|#)/.test(target)) return { address: target };
  const [path, fragment] = target.split('#');
  const file = posix.join(posix.dirname(source), decodeURI(path)).replace(/\/$/, '');
  const page = addresses.get(file) ?? addresses.get(`${file}/README.md`);
  if (page !== undefined) return { address: fragment === undefined ? page : `${page}#${fragment}` };
  if (file.startsWith('docs/') && !existsSync(join(root, file)))
    throw new Error(`${source} links to ${target}, which is not there.`);
  if (file.startsWith(PICTURES)) return { address: SITE + file.slice('docs/'.length) };
  return { address: null, file };
}
