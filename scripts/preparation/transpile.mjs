import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, isSource, transpiledPackages } from './sources.mjs';
import { unlessGone } from './unless-gone.mjs';
import { writeIfOther } from './write-whole.mjs';

/**
 * Every source of the product with the place of its JavaScript: `packages/x/src/a.ts` becomes `packages/x/dist/a.js`.
 *
 * @returns {Map<string, string>} From the source's path to the output's, both relative to the root.
 */
export function productOutputs(root) {
  return outputsOf(
    root,
    transpiledPackages(root).map((folder) => [`${folder}/src`, `${folder}/dist`]),
  );
}

/** The same for the measurements, which are no package. */
export function benchOutputs(root) {
  return outputsOf(root, [['bench', 'bench/dist']]);
}

function outputsOf(root, folders) {
  const outputs = new Map();
  for (const [from, to] of folders) {
    for (const path of filesBelow(root, from).filter(isSource)) {
      outputs.set(path, `${to}${path.slice(from.length, -'.ts'.length)}.js`);
    }
  }
  return outputs;
}

/**
 * Turns TypeScript into JavaScript with source maps, all files in one call. It looks at no types: that is the work of `npm run types`.
 * A source that goes away meanwhile is passed over. Each file is written whole, and only if it differs: a process may be loading it.
 *
 * @param {string} root
 * @param {Map<string, string>} outputs
 * @returns {Promise<string[]>} What is wrong with the sources, ready to be shown; empty if all is written.
 */
export async function transpile(root, outputs) {
  // Imported only now: before the installation it is not there, and most starts have nothing to do.
  const { build, formatMessages } = await import('esbuild');
  const entryPoints = [...outputs].map(([source, output]) => ({ in: source, out: output.slice(0, -3) }));
  try {
    const { outputFiles } = await build({
      absWorkingDir: root,
      entryPoints,
      outdir: '.',
      write: false,
      format: 'esm',
      platform: 'node',
      target: 'node20.19',
      sourcemap: true,
      sourcesContent: false,
      tsconfig: 'tsconfig.base.json',
      logLevel: 'silent',
    });
    for (const { path, contents } of outputFiles) writeIfOther(path, contents);
    return [];
  } catch (error) {
    if (!Array.isArray(error.errors)) throw error;
    const left = new Map([...outputs].filter(([source]) => existsSync(join(root, source))));
    if (left.size < outputs.size) return transpile(root, left);
    return formatMessages(error.errors, { kind: 'error', color: process.stderr.isTTY === true });
  }
}

/** Removes what is left of sources that are gone, since an import of it would still succeed. */
export function removeStaleOutputs(root, outputs) {
  const wanted = new Set([...outputs.values()].flatMap((path) => [path, `${path}.map`]));
  for (const folder of transpiledPackages(root)) {
    const dist = join(root, folder, 'dist');
    const entries = unlessGone(() => readdirSync(dist, { recursive: true, withFileTypes: true }), []);
    for (const entry of entries.filter((each) => each.isFile())) {
      const path = join(entry.parentPath, entry.name);
      const name = path.slice(dist.length).replaceAll('\\', '/');
      if (!wanted.has(`${folder}/dist${name}`)) rmSync(path, { force: true });
    }
  }
}
