import { cp, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { execute, pack } from './pack.mjs';

/**
 * JavaScript, types and the README of `@svc/agent`, which depends on no package of this repository.
 *
 * @returns {Promise<string>} the file's path.
 */
export function packAgent(root, folder) {
  const source = join(root, 'packages/agent');
  return pack(source, folder, async (stage, manifest) => {
    await cp(join(source, 'README.md'), join(stage, 'README.md'));
    const entries = Object.entries(manifest.exports).map(([entry, { types }]) => ({
      entry,
      file: join(source, types),
      name: basename(types, '.ts'),
    }));
    // The program by which Python tests agents is behind none of them, and stands in a checkout alone.
    await compile({ root, stage, source, files: entries.map(({ file }) => file) });
    return {
      exports: Object.fromEntries(
        entries.map(({ entry, name }) => [
          entry,
          { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` },
        ]),
      ),
      files: ['dist'],
      // Exact versions are for what is deployed; whoever installs a library wants its dependencies mended.
      dependencies: Object.fromEntries(
        Object.entries(manifest.dependencies).map(([name, exact]) => [name, `^${exact}`]),
      ),
    };
  });
}

async function compile({ root, stage, source, files }) {
  const config = join(stage, 'tsconfig.json');
  const compilerOptions = {
    ...{ noEmit: false, declaration: true, incremental: false },
    ...{ rootDir: join(source, 'src'), outDir: join(stage, 'dist') },
    typeRoots: [join(root, 'node_modules/@types')],
  };
  const text = { extends: join(root, 'tsconfig.base.json'), compilerOptions, files };
  await writeFile(config, JSON.stringify(text));
  await execute(process.execPath, [join(root, 'node_modules/typescript-7/bin/tsc'), '-p', config]);
  await rm(config);
}
