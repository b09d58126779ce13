import { createHash, randomBytes } from 'node:crypto';
import { access, mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** This file is in the folder where the data was wanted, and holds the id of the folder where the data is. */
const MOVED_TO = 'moved-to';

/**
 * The folder to which the data of this one was moved, or `null` if it was not moved.
 *
 * It is found by the path and by an id. The wanted folder keeps this id, so the id is gone when that folder is removed. So another project
 * at the same path, which has another sealing key, does not get the former project's data, and a copy of the project does not share it.
 */
export async function movedFolder(dataDir: string, elsewhere: string): Promise<string | null> {
  const note = join(dataDir, MOVED_TO);
  const id = await readFile(note, 'utf8').catch(() => null);
  if (id === null) return null;
  const folder = join(elsewhere, await nameOf(dataDir, id.trim()));
  if (await exists(folder)) return folder;
  throw new Error(
    `The database of ${dataDir} is not in ${folder}. If the project was moved, move the folder in ${elsewhere} whose name ends with ` +
      `-${id.trim()} to this place. To begin with an empty database, remove ${note}.`,
  );
}

/** Makes a folder elsewhere for the data that was wanted here, and writes its id down here. */
export async function moveTo(elsewhere: string, dataDir: string): Promise<string> {
  const id = randomBytes(8).toString('hex');
  const folder = join(elsewhere, await nameOf(dataDir, id));
  await mkdir(folder);
  await writeFile(join(dataDir, MOVED_TO), `${id}\n`, { flag: 'wx' });
  return folder;
}

/** The same length for every path, and another text for every path and id. */
async function nameOf(dataDir: string, id: string): Promise<string> {
  const path = createHash('sha256')
    .update(await realpath(dataDir))
    .digest('hex');
  return `${basename(dataDir).slice(0, 100)}-${path.slice(0, 16)}-${id}`;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
