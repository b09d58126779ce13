import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import Runtime from 'jest-runtime';
import { publish } from './globals.mjs';
import { findSources } from './sources.mjs';

findSources();
const require = createRequire(import.meta.url);
let runs = 0;

/**
 * Node loads modules, so a worker loads the product and its libraries once. A test file and its support are
 * loaded anew; all else is shared with the files that the worker runs before and after it.
 */
export default class NativeRuntime extends Runtime {
  unstable_shouldLoadAsEsm() {
    return true;
  }

  async unstable_importModule(path) {
    publish(this.jestGlobals.cjsGlobals(path));
    runs += 1;
    return import(`${pathToFileURL(path).href}?run=${runs}`);
  }

  /** Jest's circus keeps the tests of one file in its own module and in the global scope. */
  requireInternalModule(path) {
    delete globalThis[Symbol.for('EVENT_HANDLERS')];
    delete require.cache[path];
    return require(path);
  }

  requireModule(from, name = from) {
    return createRequire(from)(name);
  }
}
