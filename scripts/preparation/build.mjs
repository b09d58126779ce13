import { ContentIndex } from './content-index.mjs';
import { withLock } from './lock.mjs';
import { code, consoleFiles, databaseClient, docsSite, programs } from './parts.mjs';
import { say, seconds } from './progress.mjs';
import { BrokenInput } from './sources.mjs';
import { readStamp, removeStamp, writeStamp } from './stamp.mjs';

/** The code contains the database client, and the programs are made of the code; the console and the documentation stand apart. */
const CHAINS = [[databaseClient, code, programs], [consoleFiles], [docsSite]];

/** What `npm run dev` runs: it loads the code as it is. */
export const WITHOUT_PROGRAMS = [[databaseClient, code], [consoleFiles], [docsSite]];

/**
 * Builds what runs: the code, the console's files, the documentation and the database client, each only if the content of what it is made of has changed.
 * It checks no types. What fails is written to the terminal, and tried again the next time. One process builds at a time.
 *
 * @param {string} root
 * @param {import('./parts.mjs').Part[][]} chains Chains are made side by side, the parts of each one after another.
 * @returns {Promise<{ failed: boolean, made: string[] }>} `made` names what was out of date, even if another process has built it.
 */
export async function build(root, chains = CHAINS) {
  const contents = new ContentIndex(root);
  try {
    const stale = chains.flat().filter((part) => lookAt(part, root, contents).changed?.length !== 0);
    const made = new Set(stale.map(({ name }) => name));
    // Nobody waits, or has to be allowed to write, where there is nothing to do.
    const failed = made.size > 0 && !(await withLock(root, () => makeAll({ root, chains, contents, made })));
    contents.save();
    return { failed, made: [...made] };
  } catch (error) {
    report(error);
    return { failed: true, made: [] };
  }
}

async function makeAll({ root, chains, contents, made }) {
  const startedAt = Date.now();
  const times = [];
  let isAnnounced = false;
  const make = async (part) => {
    const { hashes, before, changed } = lookAt(part, root, contents);
    if (changed?.length === 0) return true;
    made.add(part.name);
    if (!isAnnounced) say('Building …');
    isAnnounced = true;
    const partStartedAt = Date.now();
    forget({ root, part, before, changed });
    if (!(await part.make(root, changed))) return false;
    writeStamp(root, part.stamp, JSON.stringify(stillTrue(hashes, contents)));
    times.push(`${part.name} ${seconds(partStartedAt)}`);
    return true;
  };
  // A chain that breaks lets the others end: the lock is held until nothing is written any more.
  const done = await Promise.all(chains.map((parts) => inTurn(parts, make)));
  const isDone = !done.includes(false);
  if (isDone && times.length > 0) say(`Built in ${seconds(startedAt)} (${times.join(', ')}).`);
  return isDone;
}

async function inTurn(parts, make) {
  try {
    for (const part of parts) if (!(await make(part))) return false;
    return true;
  } catch (error) {
    report(error);
    return false;
  }
}

/** What the part is made of now and was made of before, and the paths that differ: `null` if that cannot be told. */
function lookAt(part, root, contents) {
  const hashes = contents.hashes(part.inputs(root));
  const before = JSON.parse(readStamp(root, part.stamp));
  if (before === null || !part.isThere(root)) return { hashes, before, changed: null };
  const paths = new Set([...Object.keys(before), ...Object.keys(hashes)]);
  return { hashes, before, changed: [...paths].filter((path) => before[path] !== hashes[path]) };
}

/**
 * Before anything is written, the stamp stops to vouch for what will be: if the build is cut off and the sources are put back, they look
 * like what was built last, but what was written is not.
 */
function forget({ root, part, before, changed }) {
  if (changed === null) return removeStamp(root, part.stamp);
  const unknown = Object.fromEntries(changed.map((path) => [path, null]));
  writeStamp(root, part.stamp, JSON.stringify({ ...before, ...unknown }));
}

/** Of what was changed once more during the build nobody knows which content was built. */
function stillTrue(hashes, contents) {
  const after = contents.hashes(Object.keys(hashes));
  const record = Object.entries(hashes).map(([path, hash]) => [path, after[path] === hash ? hash : null]);
  return Object.fromEntries(record);
}

function report(error) {
  process.stderr.write(`${error instanceof BrokenInput ? error.message : error.stack}\n`);
}
