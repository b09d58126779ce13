import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/** Hidden files are what editors keep beside the one that they write. */
const NOT_RUN = /\.(test|suite|d)\.ts$|(^|[\\/])(\.|node_modules[\\/]|dist[\\/])/;

/** `packages/x/src/a.ts` becomes `packages/x/dist/a.js`. */
export async function transpileProduct(root) {
  const folders = ['packages', 'services'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => `${group}/${name}`),
  );
  const isTranspiled = (folder) => existsSync(join(root, folder, 'src')) && folder !== 'services/console';
  await Promise.all(
    ['proto-events', 'test/testkit', ...folders]
      .filter(isTranspiled)
      .map((folder) => transpile(root, `${folder}/src`, `${folder}/dist`)),
  );
}

/** All but tests. Looks at no types. Rejects where a source has a mistake, which stands on the terminal. */
export function transpile(root, from, to) {
  const names = readdirSync(join(root, from), { recursive: true });
  return build({
    absWorkingDir: join(root, from),
    entryPoints: names.filter((name) => name.endsWith('.ts') && !NOT_RUN.test(name)),
    outbase: '.',
    outdir: join(root, to),
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    sourcemap: true,
    sourcesContent: false,
    tsconfig: join(root, 'tsconfig.base.json'),
    logLevel: 'error',
  });
}
