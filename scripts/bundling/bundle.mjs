import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { bundlePrograms, DEPLOYED } from '../preparation/programs.mjs';

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

/**
 * Writes the built product as few files that need no installation:
 *
 *     bin/<service>.mjs, bin/migrate.mjs,   what `node` starts, with shared parts beside them
 *     prisma/migrations/                    what `migrate` applies
 *     node_modules/                         packages of which files are served, and `sharp`, for this machine
 *     bundle.json                           the mark by which a bundle may be replaced by the next one
 *
 * The code finds these folders as in a checkout: beside its own, and as packages. An earlier bundle in the
 * folder is replaced once the new one is whole; anything else there is an error.
 */
export async function bundle(root, folder) {
  requireReplaceable(folder);
  const draft = `${folder}.${process.pid}.tmp`;
  try {
    await writeBundle(root, draft);
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
    return folder;
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
  await bundlePrograms({ root, folder: join(folder, 'bin'), programs: DEPLOYED });
  cpSync(join(root, 'packages/store/prisma/migrations'), join(folder, 'prisma/migrations'), {
    recursive: true,
  });
  const packages = join(folder, 'node_modules');
  const contract = createRequire(join(root, 'packages/http-contract/package.json'));
  const swaggerUi = dirname(contract.resolve('swagger-ui-dist/package.json'));
  copyFiles(swaggerUi, join(packages, 'swagger-ui-dist'), SWAGGER_UI_FILES);
  copyFiles(join(root, 'services/console'), join(packages, '@svc/console'), ['package.json', 'dist']);
  copyFiles(join(root, 'docs/site'), join(packages, '@svc/docs-site'), ['package.json', 'dist']);
  copyInstalled(createRequire(join(root, 'package.json')), 'sharp', packages);
  writeFileSync(join(folder, MARK), JSON.stringify({ programs: Object.keys(DEPLOYED) }));
}

/** With what it needs and what is installed: of the rest it chooses by the machine. */
function copyInstalled(require, name, packages) {
  const manifest = manifestOf(require, name);
  if (manifest === null) return;
  const from = dirname(manifest);
  cpSync(from, join(packages, name), { recursive: true, dereference: true });
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8'));
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) {
    copyInstalled(createRequire(manifest), needed, packages);
  }
}

function manifestOf(require, name) {
  const folders = require.resolve.paths(name) ?? [];
  const path = folders.map((folder) => join(folder, name, 'package.json')).find((file) => existsSync(file));
  return path === undefined ? null : realpathSync(path);
}

function copyFiles(from, to, names) {
  mkdirSync(to, { recursive: true });
  for (const name of names) cpSync(join(from, name), join(to, name), { recursive: true });
}
