/** @only-in-all Starts servers of its own. */
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readAllInOneConfig } from './env.js';
import { stopLeftDatabase } from './left-database.js';
import { embeddedPostgres } from './run.js';

describe('the database that a crashed process left running', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'left-database-'));
    // Under root the database runs as another user, who has to get in here.
    await chmod(folder, 0o755);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is ended, unless another process uses the data folder by now', async () => {
    const config = readAllInOneConfig({ DATA_DIR: folder });
    const left = embeddedPostgres(config);
    await left.start();
    try {
      // A process that is there as long as this test.
      await writeFile(join(folder, 'all-in-one.pid'), String(process.ppid));
      await stopLeftDatabase(config);
      expect(await answers(left.url)).toBe(true);
      await rm(join(folder, 'all-in-one.pid'));
      await stopLeftDatabase(config);
      expect(await answers(left.url)).toBe(false);
      expect(await readdir(folder)).toEqual(['postgres']);
    } finally {
      await left.stop();
    }
  });

  it('is not looked for where a server was given', async () => {
    await stopLeftDatabase(
      readAllInOneConfig({ DATA_DIR: folder, DATABASE_URL: 'postgresql://db.example/a' }),
    );
    expect(await readdir(folder)).toEqual([]);
  });
});

function answers(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
