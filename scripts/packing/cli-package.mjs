import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const run = promisify(execFile);
const PACKAGE = 'packages/cli';

/** Libraries that are CommonJS ask for Node's modules by `require`. */
const HEAD = `#!/usr/bin/env node
import { createRequire as requireFrom } from 'node:module';
const require = requireFrom(import.meta.url);`;

/**
 * Packs `svc` as it is published: one file of JavaScript with everything in it, and its README with its pictures. It depends on no other package.
 *
 * @param {string} root the repository's folder, which has been built.
 * @param {string} folder where the file is written.
 * @returns {Promise<string>} the file's path.
 */
export async function packCli(root, folder) {
  const stage = await mkdtemp(join(tmpdir(), 'cli-package-'));
  try {
    await build({
      absWorkingDir: root,
      ...{ entryPoints: [join(PACKAGE, 'src/main.ts')], outfile: join(stage, 'svc.mjs'), bundle: true },
      ...{ format: 'esm', platform: 'node', target: 'node20.19', banner: { js: HEAD }, keepNames: true },
      // Faster parts of the library for sockets, written in C and not needed.
      external: ['bufferutil', 'utf-8-validate'],
      logLevel: 'warning',
    });
    await writeFile(join(stage, 'package.json'), await manifest(root));
    for (const beside of ['README.md', 'pictures'])
      await cp(join(root, PACKAGE, beside), join(stage, beside), { recursive: true });
    await mkdir(folder, { recursive: true });
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: stage });
    return join(folder, JSON.parse(stdout)[0].filename);
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

async function manifest(root) {
  const text = await readFile(join(root, PACKAGE, 'package.json'), 'utf8');
  const { name, version, description, type, engines } = JSON.parse(text);
  const published = {
    name,
    version,
    description,
    type,
    engines,
    bin: { svc: 'svc.mjs' },
    files: ['svc.mjs', 'pictures'],
  };
  return `${JSON.stringify(published, null, 2)}\n`;
}
