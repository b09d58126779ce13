import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { unlessGone } from './unless-gone.mjs';

/**
 * Writes a file so that nobody ever reads half of it, whoever is killed meanwhile: what was there stays until all is written.
 *
 * @param {string} path Its folder is made where it is missing.
 * @param {string | Uint8Array} content
 */
export function writeWhole(path, content) {
  const unfinished = `${path}.${process.pid}.tmp`;
  mkdirSync(dirname(path), { recursive: true });
  try {
    writeFileSync(unfinished, content);
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

/**
 * The same, but a file that has this content already is left as it is: a process may be loading it.
 *
 * @param {string} path
 * @param {Uint8Array} content
 */
export function writeIfOther(path, content) {
  const before = unlessGone(() => readFileSync(path), null);
  if (before?.equals(content) !== true) writeWhole(path, content);
}
