import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/**
 * Writes the files. With `--check` it only compares, and fails the process where something differs.
 *
 * @param {Record<string, string>} files contents by their paths from there.
 */
export async function writeGenerated(folder, files) {
  const drifted = [];
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    if ((await readFile(path, 'utf8').catch(() => '')) === content) continue;
    drifted.push(name);
    if (process.argv.includes('--check')) continue;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  if (drifted.length > 0 && process.argv.includes('--check')) {
    console.error(
      `Differs from what it is generated from: ${drifted.join(', ')}. Run "node ${relative('.', process.argv[1])}".`,
    );
    process.exitCode = 1;
  }
}
