import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { FEW_FILES } from '../preparation/programs.mjs';
import { pack } from './pack.mjs';

/**
 * `svc` as one file of JavaScript with everything in it, and its README with its pictures.
 *
 * @returns {Promise<string>} the file's path.
 */
export function packCli(root, folder) {
  const source = join(root, 'packages/cli');
  return pack(source, folder, async (stage) => {
    await build({
      ...{ ...FEW_FILES, absWorkingDir: root, splitting: false, outdir: stage },
      entryPoints: { svc: join(source, 'src/main.ts') },
      banner: { js: `#!/usr/bin/env node\n${FEW_FILES.banner.js}` },
    });
    for (const beside of ['README.md', 'pictures'])
      await cp(join(source, beside), join(stage, beside), { recursive: true });
    return { bin: { svc: 'svc.mjs' }, files: ['svc.mjs', 'pictures'] };
  });
}
