import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { GROUPS, HOME } from '../navigation.mjs';

/** Where the gateway serves the site. */
export const SITE = '/docs/';

/**
 * @typedef {object} Page
 * @property {string} source Its file, relative to the repository's folder.
 * @property {string} address Where it is served, such as `/docs/errors/`.
 * @property {string} title
 * @property {string | null} group The title of its group; of the first page `null`.
 * @property {string} markdown
 */

/**
 * All pages in the order of the menu, the first page first.
 *
 * @param {string} root The repository's folder.
 * @returns {Page[]}
 */
export function findPages(root) {
  const inGroups = GROUPS.flatMap(({ title, entries }) =>
    entries.flatMap((entry) => pagesOf(root, entry)).map((page) => ({ ...page, group: title })),
  );
  const pages = [{ ...readPage(root, HOME), group: null }, ...inGroups];
  refuseDoubles(pages);
  return pages;
}

function pagesOf(root, entry) {
  if (typeof entry === 'string') return [readPage(root, entry)];
  const { folder, ending = '.md', first = [] } = entry;
  const placeOf = ({ source }) => {
    if (basename(source) === 'README.md') return source.split('/').length - 100;
    const place = first.indexOf(source);
    return place === -1 ? first.length : place;
  };
  const pages = filesBelow(root, folder)
    .filter((path) => path.endsWith(ending) && !isNamedMoreExactly(path, folder))
    .map((path) => readPage(root, path));
  return pages.toSorted((a, b) => placeOf(a) - placeOf(b) || a.title.localeCompare(b.title, 'en'));
}

function isNamedMoreExactly(path, folder) {
  return GROUPS.some(({ entries }) =>
    entries.some((entry) =>
      typeof entry === 'string'
        ? entry === path
        : entry.folder.startsWith(`${folder}/`) && path.startsWith(`${entry.folder}/`),
    ),
  );
}

/** Nothing, where the folder is not there. */
function filesBelow(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => posix.join(entry.parentPath.slice(root.length + 1), entry.name));
}

function readPage(root, source) {
  const text = readFileSync(join(root, source), 'utf8');
  const markdown = source.endsWith('.md') ? text : sourceAsPage(source, text);
  return { source, address: addressOf(source), title: titleOf(source, markdown), markdown };
}

/** A program is shown as it is, below its path. */
function sourceAsPage(source, text) {
  const language = source.slice(source.lastIndexOf('.') + 1);
  return `# ${basename(source)}\n\n\`${source}\`\n\n\`\`\`\`${language}\n${text.trimEnd()}\n\`\`\`\`\n`;
}

/** `docs/errors.md` is `/docs/errors/`; what stands elsewhere keeps its whole path, so that no two pages meet. */
function addressOf(source) {
  const path = source.replace(/^docs\//, '').replace(/\.md$/, '');
  if (path === 'README') return source.startsWith('docs/') ? SITE : `${SITE}readme/`;
  const named = path.replace(/\/README$/, '');
  return `${SITE}${/^[A-Z]+$/.test(named) ? named.toLowerCase() : named}/`;
}

/** The first heading, without its marks. */
function titleOf(source, markdown) {
  const heading = /^# (.+)$/m.exec(markdown)?.[1];
  if (heading === undefined) throw new Error(`${source} has no title: it begins with no "# …".`);
  return heading.replaceAll(/[`*]/g, '').replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1');
}

function refuseDoubles(pages) {
  const seen = new Map();
  for (const { source, address } of pages) {
    if (seen.has(address)) throw new Error(`${source} and ${seen.get(address)} have the same address.`);
    seen.set(address, source);
  }
}
