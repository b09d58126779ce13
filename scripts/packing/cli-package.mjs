import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { pack } from './pack.mjs';

/** Libraries that are CommonJS ask for Node's modules by `require`. */
const HEAD = `#!/usr/bin/env node
import { createRequire as requireFrom } from 'node:module';
const require = requireFrom(import.meta.url);`;

/**
 * `svc` as one file of JavaScript with everything in it, and its README with its pictures.
 *
 * @returns {Promise<string>} the file's path.
 */
export function packCli(root, folder) {
  const source = join(root, 'packages/cli');
  return pack(source, folder, async (stage) => {
    await build({
      absWorkingDir: root,
      ...{ entryPoints: [join(source, 'src/main.ts')], outfile: join(stage, 'svc.mjs'), bundle: true },
      ...{ format: 'esm', platform: 'node', target: 'node20.19', banner: { js: HEAD }, keepNames: true },
      // Faster parts of the library for sockets, written in C and not needed.
      external: ['bufferutil', 'utf-8-validate'],
      logLevel: 'warning',
    });
    for (const beside of ['README.md', 'pictures'])
      await cp(join(source, beside), join(stage, beside), { recursive: true });
    return { bin: { svc: 'svc.mjs' }, files: ['svc.mjs', 'pictures'] };
  });
}
