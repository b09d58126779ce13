import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** What a deployment starts, by the name that its file gets. */
export const PROGRAMS = {
  gateway: 'services/gateway/dist/main.js',
  'websocket-hub': 'services/websocket-hub/dist/main.js',
  scheduler: 'services/scheduler/dist/main.js',
  'trigger-intake': 'services/trigger-intake/dist/main.js',
  'webhook-dispatcher': 'services/webhook-dispatcher/dist/main.js',
  migrate: 'packages/standalone/dist/migrate-main.js',
  'dead-letters': 'packages/standalone/dist/dead-letters-main.js',
};

const MARK = 'bundle.json';

/** Of Swagger UI's 12 MB only these are served. */
const SWAGGER_UI_FILES = [
  'package.json',
  'LICENSE',
  'NOTICE',
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'swagger-ui-bundle.js.LICENSE.txt',
  'favicon-32x32.png',
];

/** Packages written as CommonJS ask for Node's own modules by `require`, which a module does not have. */
const REQUIRE =
  "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);";

/**
 * Writes the built product as few files that need no installation:
 *
 *     bin/<service>.mjs, bin/migrate.mjs,   what `node` starts, with the parts that several of them share beside them
 *     bin/dead-letters.mjs
 *     prisma/migrations/                    what `migrate` applies
 *     node_modules/                         packages of which files are served: the console and Swagger UI
 *
 *     bundle.json                           the mark by which a bundle may be replaced by the next one
 *
 * The code looks for these folders just where it finds them in a checkout: beside its own, and as packages.
 *
 * @param {string} root The repository's folder, which has been built.
 * @param {string} folder Where to write. An earlier bundle there is replaced once the new one is whole; anything else there is an error.
 */
export async function bundle(root, folder) {
  requireReplaceable(folder);
  const draft = `${folder}.${process.pid}.tmp`;
  try {
    await writeBundle(root, draft);
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** A folder of somebody else's, such as the checkout itself, must never be taken for an old bundle. */
function requireReplaceable(folder) {
  if (!existsSync(folder) || readdirSync(folder).length === 0 || existsSync(join(folder, MARK))) return;
  throw new Error(`${folder} is not empty and no bundle: name a folder that may be replaced.`);
}

async function writeBundle(root, folder) {
  await bundlePrograms(root, join(folder, 'bin'));
  cpSync(join(root, 'packages/database/prisma/migrations'), join(folder, 'prisma/migrations'), {
    recursive: true,
  });
  const packages = join(folder, 'node_modules');
  const contract = createRequire(join(root, 'packages/http-contract/package.json'));
  const swaggerUi = dirname(contract.resolve('swagger-ui-dist/package.json'));
  copyFiles(swaggerUi, join(packages, 'swagger-ui-dist'), SWAGGER_UI_FILES);
  copyFiles(join(root, 'services/console'), join(packages, '@svc/console'), ['package.json', 'dist']);
  writeFileSync(join(folder, MARK), JSON.stringify({ programs: Object.keys(PROGRAMS) }));
}

async function bundlePrograms(root, folder) {
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: root,
    entryPoints: Object.entries(PROGRAMS).map(([name, path]) => ({ in: path, out: name })),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    // All in one folder, from which the code finds its way to the others.
    chunkNames: 'shared-[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    banner: { js: REQUIRE },
    // Logs and errors tell classes by their names.
    keepNames: true,
    // An optional part of pg that is written in C and not installed.
    external: ['pg-native'],
    logLevel: 'warning',
  });
}

function copyFiles(from, to, names) {
  mkdirSync(to, { recursive: true });
  for (const name of names) cpSync(join(from, name), join(to, name), { recursive: true });
}
