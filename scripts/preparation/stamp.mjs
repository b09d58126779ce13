import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const CACHE_FOLDER = 'node_modules/.cache/agent-service';
const LEFT_OUT = new Set(['node_modules', 'dist', 'generated', '.turbo', '.data', 'coverage']);

/** Whether what was stamped under `name` last time is what `fingerprint` says now. */
export function stampMatches(root, name, fingerprint) {
  try {
    return readFileSync(stampPath(root, name), 'utf8') === fingerprint;
  } catch {
    return false;
  }
}

/** Remembers `fingerprint` under `name` for the next start. */
export function writeStamp(root, name, fingerprint) {
  const path = stampPath(root, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, fingerprint);
}

/** What an installation depends on: the lockfile's content and the Node that native packages were fetched for. */
export function lockfileFingerprint(root) {
  const hash = createHash('sha256').update(readFileSync(join(root, 'pnpm-lock.yaml')));
  return hash.update(`${process.platform}-${process.arch}-${process.versions.modules}`).digest('hex');
}

/** What a build depends on: path, size and modification time of every source. Reads no contents, so it takes milliseconds. */
export function sourcesFingerprint(root) {
  const hash = createHash('sha256');
  const files = ['pnpm-lock.yaml', 'tsconfig.base.json', 'turbo.json'].map((name) => join(root, name));
  for (const folder of ['proto-events', 'packages', 'services']) collect(join(root, folder), files);
  for (const file of files.sort()) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function collect(folder, files) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (LEFT_OUT.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) collect(path, files);
    else if (entry.isFile() && !/\.(test|suite)\.ts$|\.tsbuildinfo$/.test(entry.name)) files.push(path);
  }
}

function stampPath(root, name) {
  return join(root, CACHE_FOLDER, `${name}.stamp`);
}
