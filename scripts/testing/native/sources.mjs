import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { repositoryRoot } from '../../preparation/processes.mjs';

const ROOT = pathToFileURL(`${repositoryRoot()}/`);
/** Where packages lie whose folders are not below `packages`. */
const ELSEWHERE = { 'proto-events': 'proto-events', testkit: 'test/testkit' };

/** What only tests import. */
const isSupport = ({ href }) => href.startsWith(`${ROOT}test/`) || href.endsWith('.suite.ts');

/** From here on our own packages are found as TypeScript, which Node runs as it is. */
export function findSources() {
  registerHooks({
    resolve(specifier, context, next) {
      const url = sourceOf(specifier, context.parentURL);
      return url === undefined ? next(specifier, context) : { url: url.href, shortCircuit: true };
    },
  });
}

function sourceOf(specifier, parentURL) {
  if (specifier === '@jest/globals') return new URL('globals.mjs', import.meta.url);
  const [, name] = /^@svc\/([^/]+)$/.exec(specifier) ?? [];
  if (name !== undefined) {
    const service = existsSync(new URL(`services/${name}`, ROOT)) ? `services/${name}` : `packages/${name}`;
    return new URL(`${ELSEWHERE[name] ?? service}/src/index.ts`, ROOT);
  }
  if (!/^\.{1,2}\/.*\.js$/.test(specifier) || !parentURL?.startsWith('file:')) return undefined;
  const source = new URL(specifier.replace(/\.js$/, '.ts'), parentURL);
  if (!existsSync(fileURLToPath(source))) return undefined;
  // The support of a test file is loaded anew with it.
  if (isSupport(source)) source.search = new URL(parentURL).search;
  return source;
}
