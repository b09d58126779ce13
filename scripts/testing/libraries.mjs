import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { FEW_FILES } from '../preparation/programs.mjs';
import { productOutputs } from '../preparation/transpile.mjs';

/** Prisma's client is a few large files already, most of them WebAssembly. */
const LEFT_OUT = /^@prisma\/client(\/|$)/;

/** Imports of our own files, of our own packages, and of Node's modules. */
const NO_LIBRARY = /^(\.|\/|@svc\/|node:)/;

/** Beside `import` or `require`, as Jest has them: esbuild alone would prefer what packages offer to bundlers. */
const CONDITIONS = ['node'];

/**
 * Writes the libraries that the product imports as few files. Each test file loads anew all that it imports, and a gateway stands on more than
 * a thousand files of libraries. What several libraries share is a file beside them, so everything is there once.
 *
 * @param {string} root The repository's folder.
 * @param {string} folder Where to write.
 * @returns {Promise<Map<string, string>>} From the path of each file that the product imports to the path of the file in its place.
 */
export async function bundleLibraries(root, folder) {
  const libraries = [...(await importedLibraries(root))].sort();
  const names = libraries.map((path, index) => `${index}-${nameOf(path)}`);
  const texts = await Promise.all(libraries.map(reexport));
  await build({
    absWorkingDir: root,
    entryPoints: names.map((name, index) => ({ in: `${ENTRY}${index}`, out: name })),
    outdir: folder,
    plugins: [entries(root, texts)],
    conditions: CONDITIONS,
    ...FEW_FILES,
  });
  return new Map(libraries.map((path, index) => [path, join(folder, `${names[index]}.mjs`)]));
}

/** The files of libraries that the product's sources import. */
async function importedLibraries(root) {
  const found = new Set();
  const collect = {
    name: 'collect',
    setup({ onResolve, resolve }) {
      onResolve({ filter: /.*/ }, async ({ path, kind, resolveDir, pluginData }) => {
        if (kind === 'entry-point' || pluginData === collect) return undefined;
        if (!NO_LIBRARY.test(path) && !LEFT_OUT.test(path)) {
          const library = await resolve(path, { kind, resolveDir, pluginData: collect });
          if (library.errors.length > 0) return { errors: library.errors };
          // Else it is a module of Node.
          if (!library.external) found.add(library.path);
        }
        return { path, external: true };
      });
    },
  };
  await build({
    absWorkingDir: root,
    entryPoints: [...productOutputs(root).keys()],
    outdir: '.',
    write: false,
    plugins: [collect],
    conditions: CONDITIONS,
    ...{ bundle: true, format: 'esm', platform: 'node', tsconfig: 'tsconfig.base.json', logLevel: 'warning' },
  });
  return found;
}

/** For whoever reads a stack: `better-auth-dist-index`. */
function nameOf(path) {
  const inPackage = path.slice(path.lastIndexOf('node_modules') + 'node_modules'.length);
  return inPackage
    .replace(/\.\w+$/, '')
    .replace(/\W+/g, '-')
    .replace(/^-/, '');
}

/** A module with all names that Node finds in the library. Of one that is CommonJS esbuild would export the default alone. */
async function reexport(path) {
  const names = Object.keys(await import(pathToFileURL(path).href));
  const from = JSON.stringify(path);
  if (!names.includes('module.exports')) {
    const byDefault = names.includes('default') ? `export { default } from ${from};` : '';
    return `export * from ${from};\n${byDefault}`;
  }
  const own = names.filter((name) => name !== 'default' && name !== 'module.exports');
  return [
    `import library from ${from};`,
    'export default library;',
    ...own.map((name, index) => `const value${index} = library[${JSON.stringify(name)}];`),
    `export { ${own.map((name, index) => `value${index} as ${JSON.stringify(name)}`).join(', ')} };`,
  ].join('\n');
}

const ENTRY = 'library:';

/** These modules, which are in no file. The ending gives them the `default` of CommonJS that Node gives. */
function entries(root, texts) {
  return {
    name: 'entries',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: new RegExp(`^${ENTRY}`) }, ({ path }) => ({
        path: `${path.slice(ENTRY.length)}.mjs`,
        namespace: 'library',
      }));
      onLoad({ filter: /.*/, namespace: 'library' }, ({ path }) => ({
        contents: texts[Number.parseInt(path, 10)],
        resolveDir: root,
        loader: 'js',
      }));
    },
  };
}
