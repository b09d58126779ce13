import { existsSync, lstatSync, readdirSync, watch } from 'node:fs';
import { join, sep } from 'node:path';

/** Where the system itself watches a folder with all that is below it. */
const IS_RECURSIVE = process.platform === 'darwin' || process.platform === 'win32';

/**
 * Tells of every change of a file below the folders that are there.
 *
 * @param {object} options
 * @param {string} options.root
 * @param {string[]} options.folders Relative to the root.
 * @param {(path: string) => boolean} options.isIgnored Takes a path relative to the root, with `/` between its parts.
 * @param {() => void} options.onChange
 * @param {boolean} [options.isRecursive] Leave it to the system. Default: where the system can.
 * @returns {{ close(): void }}
 */
export function watchTree({ root, folders, isRecursive = IS_RECURSIVE, ...rest }) {
  const watchFolder = isRecursive ? watchWhole : watchEach;
  const watchings = folders
    .filter((folder) => existsSync(join(root, folder)))
    .map((folder) => watchFolder({ root, folder, ...rest }));
  return { close: () => watchings.forEach((watching) => watching.close()) };
}

function watchWhole({ root, folder, isIgnored, onChange }) {
  const watcher = watch(join(root, folder), { recursive: true }, (_event, name) => {
    if (name !== null && isIgnored(`${folder}/${name.replaceAll(sep, '/')}`)) return;
    onChange();
  });
  // A folder that was removed meanwhile.
  watcher.on('error', () => watcher.close());
  return watcher;
}

/**
 * Linux watches one directory at a time. Node's own recursive watch there follows each file, so it loses a file that is replaced by a
 * rename, which is how editors and git write. A directory tells of its entries, whatever happens to them.
 */
function watchEach({ root, folder, isIgnored, onChange }) {
  const watchers = new Map();

  const drop = (path) => {
    for (const [watched, watcher] of watchers) {
      if (watched !== path && !watched.startsWith(`${path}/`)) continue;
      watcher.close();
      watchers.delete(watched);
    }
  };
  const add = (path) => {
    let entries;
    try {
      const watcher = watch(join(root, path), (event, name) => changed(path, event, name));
      // A directory that was removed meanwhile; the one above tells of it.
      watcher.on('error', () => drop(path));
      watchers.set(path, watcher);
      // Read only now, so that nothing that comes in between is missed.
      entries = readdirSync(join(root, path), { withFileTypes: true });
    } catch (error) {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return drop(path);
      throw error;
    }
    for (const entry of entries) {
      const below = `${path}/${entry.name}`;
      if (entry.isDirectory() && !isIgnored(below)) add(below);
    }
  };
  const changed = (path, event, name) => {
    const entry = `${path}/${name}`;
    if (isIgnored(entry)) return;
    // An entry that came, went or was replaced: what was watched under its name is another directory now, if any.
    if (event === 'rename') {
      drop(entry);
      if (isDirectory(join(root, entry))) add(entry);
    }
    onChange();
  };

  add(folder);
  return { close: () => drop(folder) };
}

function isDirectory(path) {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
