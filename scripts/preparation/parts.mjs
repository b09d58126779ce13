import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './processes.mjs';
import { bundlePrograms, STARTED } from './programs.mjs';
import { filesBelow, transpiledPackages } from './sources.mjs';
import { productOutputs, removeStaleOutputs, transpile } from './transpile.mjs';
import { unlessGone } from './unless-gone.mjs';

/**
 * Something that is built as a whole.
 *
 * @typedef {object} Part
 * @property {string} name for people.
 * @property {string} stamp The name under which is kept what it was made of.
 * @property {(root: string) => string[]} inputs The files that it is made of, relative to the root.
 * @property {(root: string) => boolean} isThere Whether it is there, whatever it was made of.
 * @property {(root: string, changed: string[] | null) => Promise<boolean>} make Makes it, of what changed where that is known, or says on
 *   the terminal why that is impossible.
 */

const DATABASE = 'packages/database';
const CONSOLE = 'services/console';
const DOCS_SITE = 'packages/docs-site';
const DESIGN_TOKENS = 'packages/design-tokens/tokens.css';
const MIGRATIONS = `${DATABASE}/prisma/migrations`;

/** Of the programs and of what they read at run time, relative to the root. The code looks for its migrations beside its own folder. */
const PROGRAMS_FOLDER = 'dist/bin';
const PROGRAMS_MIGRATIONS = 'dist/prisma/migrations';

/** The file that starts a service, a command or all in one, relative to the root: `dist/bin/gateway.mjs`. */
export function programPath(name) {
  return `${PROGRAMS_FOLDER}/${name}.mjs`;
}

/** What Prisma generates from the schema. The package's manifest names Prisma's version. @type {Part} */
export const databaseClient = {
  name: 'database client',
  stamp: 'client',
  inputs: () =>
    ['prisma/schema.prisma', 'prisma.config.ts', 'generate.mjs', 'package.json'].map(
      (name) => `${DATABASE}/${name}`,
    ),
  isThere: (root) => existsSync(join(root, DATABASE, 'src/generated/prisma/client.ts')),
  make: async (root) =>
    (await run(process.execPath, ['generate.mjs'], { cwd: join(root, DATABASE), quiet: true })) === 0,
};

/** The JavaScript of all packages and services. @type {Part} */
export const code = {
  name: 'code',
  stamp: 'code',
  inputs: (root) => [
    'tsconfig.base.json',
    'package.json',
    'scripts/preparation/transpile.mjs',
    ...transpiledPackages(root).map((folder) => `${folder}/package.json`),
    ...productOutputs(root).keys(),
  ],
  isThere: (root) => [...productOutputs(root).values()].every((path) => existsSync(join(root, path))),
  make: async (root, changed) => {
    const outputs = productOutputs(root);
    // A change of anything but a source may change how all of them are turned into JavaScript.
    const isNarrow = changed?.every((path) => path.endsWith('.ts')) === true;
    const wanted = isNarrow ? new Map([...outputs].filter(([path]) => changed.includes(path))) : outputs;
    const problems = await transpile(root, wanted);
    for (const problem of problems) process.stderr.write(problem);
    if (problems.length > 0) return false;
    // `svc` loads this code until it is packed anew, which `npm run dev` leaves out.
    rmSync(join(root, programPath('svc')), { force: true });
    removeStaleOutputs(root, outputs);
    return true;
  },
};

/** What is started, each with all that it imports in few files. @type {Part} */
export const programs = {
  name: 'programs',
  stamp: 'programs',
  inputs: (root) => [
    'pnpm-lock.yaml',
    'scripts/preparation/programs.mjs',
    ...code.inputs(root),
    ...databaseClient.inputs(root),
    ...filesBelow(root, MIGRATIONS),
  ],
  isThere: (root) => Object.keys(STARTED).every((name) => existsSync(join(root, programPath(name)))),
  make: async (root) => {
    await bundlePrograms({ root, folder: join(root, PROGRAMS_FOLDER), programs: STARTED });
    rmSync(join(root, PROGRAMS_MIGRATIONS), { recursive: true, force: true });
    cpSync(join(root, MIGRATIONS), join(root, PROGRAMS_MIGRATIONS), { recursive: true });
    return true;
  },
};

/** The files of the console. Of other packages it takes types alone, which are no part of it, and the tokens of its style sheets. @type {Part} */
export const consoleFiles = {
  name: 'console',
  stamp: 'console',
  inputs: (root) => [
    'pnpm-lock.yaml',
    ...['index.html', 'package.json', 'vite.config.ts'].map((name) => `${CONSOLE}/${name}`),
    ...['src', 'public'].flatMap((name) => filesBelow(root, `${CONSOLE}/${name}`)),
    DESIGN_TOKENS,
  ],
  isThere: (root) => existsSync(join(root, CONSOLE, 'dist/index.html')),
  make: async (root) => {
    const cwd = join(root, CONSOLE);
    return (
      (await run(process.execPath, ['node_modules/vite/bin/vite.js', 'build'], { cwd, quiet: true })) === 0
    );
  },
};

/**
 * The pages of the documentation. Which files they are made of its own navigation knows; those are all Markdown, the examples and the
 * pictures.
 *
 * @type {Part}
 */
export const docsSite = {
  name: 'documentation',
  stamp: 'docs-site',
  inputs: (root) => [
    'pnpm-lock.yaml',
    DESIGN_TOKENS,
    ...filesBelow(root, DOCS_SITE),
    ...['docs', 'examples', 'packages/agent-python/examples'].flatMap((folder) => filesBelow(root, folder)),
    ...pagesBeside(root),
  ],
  isThere: (root) => existsSync(join(root, DOCS_SITE, 'dist/index.html')),
  make: async (root) => {
    const cwd = join(root, DOCS_SITE);
    return (await run(process.execPath, ['build.mjs'], { cwd, quiet: true })) === 0;
  },
};

/** The Markdown that stands outside `docs`, with the code that it describes. */
function pagesBeside(root) {
  const inFolders = ['packages', 'services'].flatMap((group) =>
    unlessGone(() => readdirSync(join(root, group)), []).map((name) => `${group}/${name}/README.md`),
  );
  const inRoot = unlessGone(() => readdirSync(root), []).filter((name) => name.endsWith('.md'));
  return [...inRoot, ...inFolders, 'bench/README.md', 'proto-events/README.md'];
}
