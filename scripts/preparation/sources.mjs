import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unlessGone } from './unless-gone.mjs';

const LEFT_OUT = new Set(['node_modules', 'dist', 'coverage']);

/** What editors put beside the file that they write, and take away again: hidden files, vim's probe, backups, Emacs' and JetBrains' copies. */
const NO_SOURCE = /^\.|^4913$|~$|^#.*#$|\.tmp$|___jb_(tmp|old)___$/;

/** Something that is built from cannot be understood. The message is for people. */
export class BrokenInput extends Error {}

/**
 * The folders of packages that run from their `dist`, relative to the root: a package's manifest says so, and the console's does not.
 *
 * @returns {string[]}
 */
export function transpiledPackages(root) {
  const groups = ['packages', 'services'].flatMap((group) =>
    unlessGone(() => readdirSync(join(root, group)), []).map((name) => `${group}/${name}`),
  );
  return ['proto-events', ...groups].filter((folder) => {
    const entry = manifestOf(root, folder)?.exports?.['.']?.default;
    return typeof entry === 'string' && entry.startsWith('./dist/');
  });
}

function manifestOf(root, folder) {
  const path = `${folder}/package.json`;
  const text = unlessGone(() => readFileSync(join(root, path), 'utf8'), null);
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new BrokenInput(`${path} is not valid: ${cause.message}`, { cause });
  }
}

/** Whether a file of a package's `src` becomes a part of the product: tests do not. */
export function isSource(path) {
  return path.endsWith('.ts') && !/\.(test|suite|d)\.ts$/.test(path);
}

/**
 * All files below a folder, as paths relative to the root, without those that an editor keeps there for a moment.
 *
 * @returns {string[]}
 */
export function filesBelow(root, folder) {
  const entries = unlessGone(() => readdirSync(join(root, folder), { withFileTypes: true }), []);
  return entries.flatMap((entry) => {
    if (NO_SOURCE.test(entry.name)) return [];
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return LEFT_OUT.has(entry.name) ? [] : filesBelow(root, path);
    return entry.isFile() ? [path] : [];
  });
}
