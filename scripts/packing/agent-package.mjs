import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execute, pack } from './pack.mjs';

/**
 * JavaScript, types and the README of `@svc/agent`, which depends on no package of this repository.
 *
 * @returns {Promise<string>} the file's path.
 */
export function packAgent(root, folder) {
  const source = join(root, 'packages/agent');
  return pack(source, folder, async (stage, { exports, dependencies }) => {
    await cp(join(source, 'README.md'), join(stage, 'README.md'));
    // The program by which Python tests agents is behind no entry, and stands in a checkout alone.
    const config = {
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions: {
        ...{ noEmit: false, declaration: true, rootDir: join(source, 'src'), outDir: join(stage, 'dist') },
        typeRoots: [join(root, 'node_modules/@types')],
      },
      files: Object.values(exports).map(({ types }) => join(source, types)),
    };
    const path = join(stage, 'tsconfig.json');
    await writeFile(path, JSON.stringify(config));
    await execute(process.execPath, [join(root, 'node_modules/typescript-7/bin/tsc'), '-p', path]);
    await rm(path);
    const published = JSON.stringify({ exports }).replaceAll(/[.]\/src\/(\w+)[.]ts/g, './dist/$1.d.ts');
    // Exact versions are for what is deployed; whoever installs a library wants its dependencies mended.
    const ranges = Object.entries(dependencies).map(([name, exact]) => [name, `^${exact}`]);
    return { ...JSON.parse(published), files: ['dist'], dependencies: Object.fromEntries(ranges) };
  });
}
