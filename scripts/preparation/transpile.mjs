import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/**
 * Where JavaScript goes, but of tests: `packages/x/src/a.ts` becomes `packages/x/dist/a.js`.
 *
 * @param {string} root
 * @param {[string, string][]} folders from where to where, below the root.
 * @returns {Map<string, string>} from the source's path to the output's, both relative to the root.
 */
export function outputsOf(root, folders) {
  const outputs = new Map();
  for (const [from, to] of folders) {
    for (const name of readdirSync(join(root, from), { recursive: true })) {
      const path = name.replaceAll('\\', '/');
      // Hidden files are what editors keep beside the one that they write.
      if (!path.endsWith('.ts') || /\.(test|suite|d)\.ts$|(^|\/)(\.|node_modules\/|dist\/)/.test(path))
        continue;
      outputs.set(`${from}/${path}`, `${to}/${path.slice(0, -'.ts'.length)}.js`);
    }
  }
  return outputs;
}

/** Packages that run from their `dist`, as their manifests say. */
export function transpiledPackages(root) {
  const groups = ['packages', 'services'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => `${group}/${name}`),
  );
  return ['proto-events', ...groups, 'test/testkit'].filter((folder) => {
    const path = join(root, folder, 'package.json');
    if (!existsSync(path)) return false;
    const entry = JSON.parse(readFileSync(path, 'utf8')).exports?.['.']?.default;
    return typeof entry === 'string' && entry.startsWith('./dist/');
  });
}

/** What is left in `dist` of sources that are gone is removed: an import of it would still succeed. */
export async function transpileProduct(root) {
  const folders = transpiledPackages(root);
  const outputs = outputsOf(
    root,
    folders.map((folder) => [`${folder}/src`, `${folder}/dist`]),
  );
  await transpile(root, outputs);
  const wanted = new Set([...outputs.values()].flatMap((path) => [path, `${path}.map`]));
  for (const folder of folders) {
    for (const name of readdirSync(join(root, folder, 'dist'), { recursive: true })) {
      const path = `${folder}/dist/${name.replaceAll('\\', '/')}`;
      if (/\.(js|map)$/.test(path) && !wanted.has(path)) rmSync(join(root, path), { force: true });
    }
  }
}

/** Looks at no types. Rejects where a source has a mistake, which stands on the terminal. */
export function transpile(root, outputs) {
  return build({
    absWorkingDir: root,
    entryPoints: [...outputs].map(([source, output]) => ({
      in: source,
      out: output.slice(0, -'.js'.length),
    })),
    outdir: '.',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    sourcemap: true,
    sourcesContent: false,
    tsconfig: 'tsconfig.base.json',
    logLevel: 'error',
  });
}
