import { createScratchDatabase } from './scratch-database.js';
import type { ScratchDatabase } from './scratch-database.js';

export const TEST_SERVER_URL =
  process.env['TEST_DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres';

/** A migrated scratch database, made before the file's tests and removed after them. */
export function useScratchDatabase(): { databaseUrl: string } {
  const bench = { databaseUrl: '' };
  let scratch: ScratchDatabase;
  beforeAll(async () => {
    scratch = await createScratchDatabase(TEST_SERVER_URL);
    bench.databaseUrl = scratch.databaseUrl;
  });
  afterAll(() => scratch.drop());
  return bench;
}
