import { watchTree } from './watch-tree.mjs';

/** Editors write a file in several steps; so much quiet after one of them is the end, in milliseconds. */
const QUIET_MS = 30;

/** What the running product is made of lies below these; what changes there and is no part of it, the build passes over. */
const FOLDERS = ['packages', 'proto-events', 'services', 'docs', 'examples'];

/**
 * What a build or an installation writes. Of the generated code only the database client is made by the build; what is generated
 * from contracts is committed, and read by the build as any other source.
 */
const WRITTEN_BY_TOOLS = /(^|\/)(node_modules|dist)(\/|$)|^packages\/database\/src\/generated(\/|$)/;

/**
 * Calls back after files of the packages, the services and the documentation have changed, never twice at once: what changes during a call is answered by one more.
 *
 * @param {string} root
 * @param {() => Promise<unknown>} onChange
 * @returns {{ close(): Promise<void> }} `close` lets a call that is under way end.
 */
export function watchSources(root, onChange) {
  let timer;
  let running = Promise.resolve();
  let isClosed = false;
  const noticed = () => {
    if (isClosed) return;
    clearTimeout(timer);
    timer = setTimeout(() => (running = running.then(() => (isClosed ? undefined : onChange()))), QUIET_MS);
  };
  const isIgnored = (path) => WRITTEN_BY_TOOLS.test(path);
  const watching = watchTree({ root, folders: FOLDERS, isIgnored, onChange: noticed });
  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      watching.close();
      await running;
    },
  };
}
