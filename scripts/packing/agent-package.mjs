import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const run = promisify(execFile);
const PACKAGE = 'packages/agent';

/**
 * Packs `@svc/agent` as it is published: JavaScript, types and its README. It depends on no package of this repository.
 *
 * @param {string} root the repository's folder.
 * @param {string} folder where the file is written.
 * @returns {Promise<string>} the file's path.
 */
export async function packAgent(root, folder) {
  const stage = await mkdtemp(join(tmpdir(), 'agent-package-'));
  try {
    const source = join(root, PACKAGE, 'src');
    await Promise.all([code(source, stage), types(root, source, stage), documents(root, stage)]);
    await mkdir(folder, { recursive: true });
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: stage });
    return join(folder, JSON.parse(stdout)[0].filename);
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

async function code(source, stage) {
  const names = (await readdir(source, { recursive: true })).filter(isPublished);
  await build({
    ...{ entryPoints: names.map((name) => join(source, name)), outbase: source, outdir: join(stage, 'dist') },
    ...{ format: 'esm', platform: 'node', target: 'node20.19', logLevel: 'warning' },
  });
}

async function types(root, source, stage) {
  const config = join(stage, 'tsconfig.json');
  const compilerOptions = {
    ...{ noEmit: false, declaration: true, emitDeclarationOnly: true, incremental: false },
    ...{ rootDir: source, outDir: join(stage, 'dist'), typeRoots: [join(root, 'node_modules/@types')] },
  };
  const files = (await entries(root)).map((entry) => join(source, `${entry}.ts`));
  await writeFile(
    config,
    JSON.stringify({ extends: join(root, 'tsconfig.base.json'), compilerOptions, files }),
  );
  await run(process.execPath, [join(root, 'node_modules/typescript-7/bin/tsc'), '-p', config]);
  await rm(config);
}

async function documents(root, stage) {
  const { name, version, description, type, engines, dependencies } = await manifest(root);
  const exports = Object.fromEntries(
    (await entries(root)).map((entry) => [
      entry === 'index' ? '.' : `./${entry}`,
      { types: `./dist/${entry}.d.ts`, default: `./dist/${entry}.js` },
    ]),
  );
  // Exact versions are for what is deployed; whoever installs a library wants its dependencies mended.
  const ranges = Object.fromEntries(
    Object.entries(dependencies).map(([dependency, exact]) => [dependency, `^${exact}`]),
  );
  const published = {
    ...{ name, version, description, type, engines, exports, files: ['dist'], dependencies: ranges },
  };
  await writeFile(join(stage, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  await cp(join(root, PACKAGE, 'README.md'), join(stage, 'README.md'));
}

/** The names of the files that may be imported, without their ending: of `./src/index.ts` it is `index`. */
async function entries(root) {
  const { exports } = await manifest(root);
  return Object.values(exports).map(({ types: path }) => /([^/]+)\.ts$/.exec(path)[1]);
}

async function manifest(root) {
  return JSON.parse(await readFile(join(root, PACKAGE, 'package.json'), 'utf8'));
}

/** The program by which Python tests agents stands in a checkout alone. */
function isPublished(name) {
  return name.endsWith('.ts') && !/\.(test|suite)\.ts$|^testing\/program\.ts$/.test(name);
}
