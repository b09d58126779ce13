import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from './write-whole.mjs';

/** What is remembered from one start to the next, relative to the repository's folder. It goes with the installation. */
export const CACHE_FOLDER = 'node_modules/.cache/agent-service';

/** What was remembered under `name` last time, or `null`. */
export function readStamp(root, name) {
  try {
    return readFileSync(stampPath(root, name), 'utf8');
  } catch {
    return null;
  }
}

/** Whether what was stamped under `name` last time is what `fingerprint` says now. */
export function stampMatches(root, name, fingerprint) {
  return readStamp(root, name) === fingerprint;
}

/** Remembers `fingerprint` under `name` for the next start. */
export function writeStamp(root, name, fingerprint) {
  writeWhole(stampPath(root, name), fingerprint);
}

/** Forgets what was stamped under `name`, before the work that it stands for is begun anew. */
export function removeStamp(root, name) {
  rmSync(stampPath(root, name), { force: true });
}

/** What an installation depends on: the lockfile's content and the platform. Nothing native here is bound to a version of Node. */
export function lockfileFingerprint(root) {
  const hash = createHash('sha256').update(readFileSync(join(root, 'pnpm-lock.yaml')));
  return hash.update(`${process.platform}-${process.arch}`).digest('hex');
}

function stampPath(root, name) {
  return join(root, CACHE_FOLDER, `${name}.stamp`);
}
