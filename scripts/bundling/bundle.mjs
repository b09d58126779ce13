import { cpSync, existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { bundlePrograms, DEPLOYED } from '../preparation/programs.mjs';

/**
 * Writes the built product as few files that need no installation:
 *
 *     bin/<service>.mjs, bin/migrate.mjs,   what `node` starts, with shared parts beside them
 *     prisma/migrations/                    what `migrate` applies
 *     node_modules/                         packages of which files are served, and `sharp`, for this machine
 *
 * The code finds these folders as in a checkout: beside its own, and as packages.
 */
export async function bundle(root, folder) {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty.`);
  await bundlePrograms({ root, folder: join(folder, 'bin'), programs: DEPLOYED });
  const copy = (from, to, names) => {
    for (const name of names) cpSync(join(from, name), join(folder, to, name), { recursive: true });
  };
  copy(join(root, 'packages/store/prisma'), 'prisma', ['migrations']);
  copy(join(root, 'services/console'), 'node_modules/@svc/console', ['package.json', 'dist']);
  copy(join(root, 'docs/site'), 'node_modules/@svc/docs-site', ['package.json', 'dist']);
  copyInstalled(createRequire(join(root, 'package.json')), 'sharp', join(folder, 'node_modules'));
  return folder;
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
