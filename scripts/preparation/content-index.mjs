import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE_FOLDER } from './stamp.mjs';
import { unlessGone } from './unless-gone.mjs';
import { writeWhole } from './write-whole.mjs';

/**
 * The coarsest step of a file system's clock, FAT's, in milliseconds: a file that was changed shortly before it was read may be changed
 * once more without another time.
 */
const CLOCK_STEP_MS_MAX = 2_000;

/**
 * Tells by content whether files changed. What each file hashed to is remembered together with its size and its time of change, so only
 * files that look different are read again; a fresh checkout of the same contents comes out the same.
 */
export class ContentIndex {
  #root;
  #path;
  #known;
  #hasNews = false;

  /** @param {string} root The repository's folder, which all paths are relative to. */
  constructor(root) {
    this.#root = root;
    this.#path = join(root, CACHE_FOLDER, 'contents.json');
    try {
      this.#known = new Map(Object.entries(JSON.parse(readFileSync(this.#path, 'utf8'))));
    } catch {
      this.#known = new Map();
    }
  }

  /**
   * The hash of each file's content. A file that is not there has none.
   *
   * @param {string[]} paths
   * @returns {Record<string, string>} In the order of the paths' names.
   */
  hashes(paths) {
    const hashes = [...paths].sort().map((path) => [path, unlessGone(() => this.#hashOf(path), null)]);
    return Object.fromEntries(hashes.filter(([, hash]) => hash !== null));
  }

  /** Keeps what was read for the next start. */
  save() {
    if (!this.#hasNews) return;
    this.#hasNews = false;
    try {
      writeWhole(this.#path, JSON.stringify(Object.fromEntries(this.#known)));
    } catch {
      // It only saves time, and a checkout that is ready may be one that nobody may write to.
    }
  }

  #hashOf(path) {
    const file = join(this.#root, path);
    const readAt = Date.now();
    // Looked at before it is read: a change in between gives it a time that does not match the next time.
    const { size, mtimeMs } = statSync(file);
    const known = this.#known.get(path);
    if (known?.size === size && known.mtimeMs === mtimeMs) return known.hash;
    const hash = createHash('sha256').update(readFileSync(file)).digest('hex');
    // As git does with what it calls racily clean: what cannot be told apart the next time is not remembered.
    if (mtimeMs < readAt - CLOCK_STEP_MS_MAX) {
      this.#known.set(path, { size, mtimeMs, hash });
      this.#hasNews = true;
    }
    return hash;
  }
}
