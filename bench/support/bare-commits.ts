import { sleep } from '@svc/runtime';
import { Client } from 'pg';
import type { Place } from './place.js';
import type { Leftovers } from './run-bench.js';

/** Commits a row ten times a second, and says how long each took. So it is seen how busy the disk is, whoever keeps it busy. */
export async function openCommits(place: Place, leftovers: Leftovers): Promise<{ take(): number[] }> {
  const client = new Client({ connectionString: place.databaseUrl });
  await client.connect();
  await client.query('CREATE SCHEMA bench CREATE TABLE bare (n integer)');
  await client.query('INSERT INTO bench.bare VALUES (0)');
  let [durations, isOver]: [number[], boolean] = [[], false];
  const committing = (async () => {
    while (!isOver) {
      const beganMs = performance.now();
      await client.query('UPDATE bench.bare SET n = n + 1');
      durations.push(performance.now() - beganMs);
      await sleep(100);
    }
  })();
  leftovers.later(async () => {
    isOver = true;
    await committing;
    await client.end();
  });
  return {
    take() {
      const taken = durations;
      durations = [];
      return taken;
    },
  };
}
