import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transpiledPackages } from '../preparation/sources.mjs';

/**
 * A process that has loaded the libraries of the product and waits for the product's own code, which it loads when it is told `load`: the path of
 * the program as its first argument. Libraries do not change from one edit to the next, and take most of the time of a start.
 */

/** Of what esbuild writes: `import … from "name";`, also over several lines, and `import "name";`. */
const IMPORT = /^(?:import |[^/\n]*\} from )[^;\n]*?"([^"]+)";$/gm;

const [root = '.', program = ''] = process.argv.slice(2);

process.on('disconnect', () => process.exit(0));
const told = new Promise((resolve) => process.once('message', resolve));
await Promise.allSettled(librariesOf(root).map((url) => import(url)));
await told;
process.removeAllListeners('disconnect');
await import(pathToFileURL(program).href);

/** What the built code imports of others' packages, resolved from the package that imports it. */
function librariesOf(root) {
  const urls = new Set();
  for (const folder of transpiledPackages(root)) {
    const dist = join(root, folder, 'dist');
    const base = pathToFileURL(join(dist, 'index.js')).href;
    for (const name of readdirSync(dist, { recursive: true })) {
      if (!name.endsWith('.js')) continue;
      for (const [, specifier] of readFileSync(join(dist, name), 'utf8').matchAll(IMPORT)) {
        if (/^(\.|node:|@svc\/)/.test(specifier)) continue;
        urls.add(import.meta.resolve(specifier, base));
      }
    }
  }
  return [...urls];
}
