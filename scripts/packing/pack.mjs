import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const execute = promisify(execFile);

/**
 * @param {string} source the package's folder.
 * @param {string} folder for the file.
 * @param {(stage: string, manifest: object) => Promise<object>} fill writes what is published into a folder,
 *   and resolves with what its manifest says beside name, version and the like.
 * @returns {Promise<string>} the file's path.
 */
export async function pack(source, folder, fill) {
  const stage = await mkdtemp(join(tmpdir(), 'package-'));
  try {
    const manifest = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'));
    const { name, version, description, type, engines } = manifest;
    const published = { name, version, description, type, engines, ...(await fill(stage, manifest)) };
    await writeFile(join(stage, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
    await mkdir(folder, { recursive: true });
    const { stdout } = await execute('npm', ['pack', '--json', '--pack-destination', folder], { cwd: stage });
    return join(folder, JSON.parse(stdout)[0].filename);
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}
