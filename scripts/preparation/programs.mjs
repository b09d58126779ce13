import { readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';

const SERVICES = ['gateway', 'websocket-hub', 'scheduler', 'trigger-intake', 'webhook-dispatcher'];
/** What a deployment starts, by the name that its file gets. */
export const DEPLOYED = {
  ...Object.fromEntries(SERVICES.map((name) => [name, `services/${name}/dist/main.js`])),
  migrate: 'packages/standalone/dist/migrate-main.js',
};

/** What a checkout starts. */
export const STARTED = {
  ...DEPLOYED,
  'all-in-one': 'services/all-in-one/dist/main.js',
  'test-service': 'services/all-in-one/dist/test-service-main.js',
  'agent-testing': 'packages/agent/dist/testing/program.js',
  svc: 'packages/cli/dist/main.js',
};

/** Packages written as CommonJS ask for Node's own modules by `require`, which a module does not have. */
const REQUIRE =
  "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);";

/** How esbuild makes few files of many. @type {import('esbuild').BuildOptions} */
export const FEW_FILES = {
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  banner: { js: REQUIRE },
  // Written in C: an optional part of pg, which is not installed, and what reads and writes pictures.
  external: ['pg-native', 'sharp'],
  logLevel: 'warning',
};

/**
 * Few files with all the packages that they import: loading a service from one takes a third of the processor
 * time. The code below the root has been built. What an earlier call wrote and this one did not is removed.
 */
export async function bundlePrograms({ root, folder, programs }) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: Object.entries(programs).map(([name, path]) => ({ in: path, out: name })),
    outdir: folder,
    metafile: true,
    // All in one folder, from which the code finds its way to the others.
    chunkNames: 'shared-[name]-[hash]',
    ...FEW_FILES,
  });
  const wanted = new Set(Object.keys(metafile.outputs).map((path) => basename(path)));
  for (const name of readdirSync(folder)) if (!wanted.has(name)) rmSync(join(folder, name));
}
