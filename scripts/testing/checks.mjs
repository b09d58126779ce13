import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot, run } from '../preparation/processes.mjs';

/**
 * The checks that need no server, the longest first, since only as many run at a time as there are processors.
 *
 * @returns {{ name: string, run: (signal: AbortSignal) => Promise<number> }[]} `run` resolves to an exit code.
 */
export function staticChecks() {
  return [
    { name: 'lint', run: installed('oxlint', '--quiet') },
    { name: 'imports', run: installed('depcruise', ...importsArguments()) },
    { name: 'types', run: types('tsconfig.check.json') },
    { name: 'types of the console', run: types('services/console') },
    { name: 'types of the documentation', run: types('docs/site') },
    { name: 'types of the browser tests', run: types('test/browser') },
    {
      name: 'contracts',
      run: (signal) => run(process.execPath, ['scripts/contracts.mjs'], { quiet: true, signal }),
    },
    { name: 'formatting', run: installed('oxfmt', '--check') },
    ...driftChecks(),
  ];
}

/** What `npm test` leaves out: rules of our own for how tests wait. */
export function lintOfTests() {
  return { name: 'lint of tests', run: installed('eslint', '.') };
}

function installed(command, ...args) {
  return (signal) => run(join('node_modules/.bin', command), args, { quiet: true, signal });
}

/** The native compiler takes a sixth of the time. The other one stays for what is built on its API. */
function types(project) {
  const program = 'node_modules/typescript-7/bin/tsc';
  return (signal) => run(process.execPath, [program, '-p', project], { quiet: true, signal });
}

/** The folders are written once, in `npm run imports`. */
function importsArguments() {
  const manifest = JSON.parse(readFileSync(join(repositoryRoot(), 'package.json'), 'utf8'));
  return manifest.scripts.imports.split(' ').slice(1);
}

/** A package whose committed files are generated has a `generate.mjs` that ends with `writeGenerated`: with `--check` it fails on any difference. */
function driftChecks() {
  const root = repositoryRoot();
  const below = (folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
  const folders = ['proto-events', ...below('packages'), ...below('services')];
  return folders.filter(canCheckDrift).map((folder) => ({
    name: `drift of ${folder}`,
    run: (signal) =>
      run(process.execPath, ['generate.mjs', '--check'], { cwd: join(root, folder), quiet: true, signal }),
  }));
}

function canCheckDrift(folder) {
  const generator = join(repositoryRoot(), folder, 'generate.mjs');
  return existsSync(generator) && readFileSync(generator, 'utf8').includes('writeGenerated');
}
