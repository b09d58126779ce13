/** @only-in-all Of a script, and changed with it. */
import { expect, it } from '@jest/globals';
import { Client } from 'pg';
import { startEmbedded } from './postgres.mjs';

it('brings a PostgreSQL of its own where the machine has none', async () => {
  const server = await startEmbedded();
  const client = new Client({ connectionString: server.url });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string }>('SHOW server_version');
    expect(rows).toEqual([{ server_version: expect.stringMatching(/^\d+/) }]);
  } finally {
    await client.end();
    await server.stop();
  }
  await expect(new Client({ connectionString: server.url }).connect()).rejects.toThrow('ECONNREFUSED');
});
