import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

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
