/** How Jest finds modules in a run that has written the libraries as few files (`libraries.mjs`). */
import { readFileSync } from 'node:fs';

/** From the path of a library's file to that in its place. */
const FEW = new Map(JSON.parse(readFileSync(process.env.TEST_LIBRARIES, 'utf8')));

const OF_LIBRARY = /[\\/]node_modules[\\/]/;

/** What another library imports stays as it is, and so does what is required: the files in its place are modules. */
export function sync(path, options) {
  const found = options.defaultResolver(path, options);
  const isOurs = options.conditions?.includes('import') === true && !OF_LIBRARY.test(options.basedir);
  return isOurs ? (FEW.get(found) ?? found) : found;
}
