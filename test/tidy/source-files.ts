import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

const SOURCE_FOLDERS = [
  'proto-events',
  'packages',
  'services',
  'docs/site',
  'scripts',
  'test',
  'bench',
  'infra',
];
const LEFT_OUT = new Set(['node_modules', 'dist', 'generated', '.turbo', '.data', 'coverage']);

/** Every source that is written by hand, as paths from the repository's root with forward slashes. */
export function sourceFiles(): string[] {
  return SOURCE_FOLDERS.flatMap(filesBelow).filter((path) => /\.(ts|tsx|mjs|cjs)$/.test(path));
}

export function isTest(path: string): boolean {
  return /\.(test|suite)\.tsx?$/.test(path);
}

export function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

export function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    if (LEFT_OUT.has(entry.name)) return [];
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}
