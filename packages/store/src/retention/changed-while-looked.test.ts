import { describe, expect, it } from '@jest/globals';
import { newId } from '@svc/domain';
import { Client } from 'pg';
import { insertManyEvents } from '../events/event-state.suite.js';
import { lockWaits } from '../lock-waits.suite.js';
import { useStore } from '../store.suite.js';
import { LOOK_AT_ATTEMPTS, lookAtEvents } from './look-at-events.js';
import { READ_IN_ORDER } from './look.js';

const bench = useStore();
const { holding, untilWaiting } = lockWaits(bench);

const TURN = 4711;

/** Events that have failed, each with an attempt. */
async function addEvents(): Promise<string[]> {
  const { agentId } = await bench.addAgent();
  const ids = Array.from({ length: 200 }, () => newId('event'));
  await bench.sql(
    insertManyEvents(
      `SELECT id, '${agentId}' AS agent_id, place AS seq, 'user_message' AS type, 'failed' AS state, NULL AS subject_id, now() AS at
         FROM unnest(ARRAY['${ids.join("', '")}']) WITH ORDINALITY AS u (id, place)`,
    ),
  );
  await bench.sql(
    `INSERT INTO delivery_attempt (id, event_id, retry_num, retry_reason) SELECT 'dlv_' || id, id, 0, 'first_attempt' FROM event WHERE agent_id = $1`,
    [agentId],
  );
  return ids;
}

/** Looks at the rows of `table`. When the statement has begun, and before it reads them, something else is done. */
async function look(text: string, table: string, meanwhile: () => Promise<unknown>): Promise<string[]> {
  const turn = await holding('SELECT pg_advisory_xact_lock($1)', [TURN]);
  const client = new Client({ connectionString: bench.databaseUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query(READ_IN_ORDER);
    const waiting = text.replace(
      `FROM ${table}`,
      `FROM (SELECT pg_advisory_xact_lock(${TURN}) OFFSET 0) turn CROSS JOIN ${table}`,
    );
    const in10Days = new Date(Date.now() + 10 * 86_400_000);
    const looked = client.query<{ chosen: string[] }>(waiting, [in10Days, new Date(0), '']);
    await untilWaiting(1);
    await meanwhile();
    await turn.commit();
    return (await looked).rows[0]!.chosen.sort();
  } finally {
    await client.end();
  }
}

// PostgreSQL 18 ends with a segmentation fault if a statement looks into partitions once more after it has locked a row that was changed meanwhile
// (`partition-sql.ts` of the package of events).
describe('a row that was changed while retention looks at it', () => {
  it('is an attempt like the others', async () => {
    const ids = await addEvents();
    const chosen = await look(LOOK_AT_ATTEMPTS.text, 'delivery_attempt x', () =>
      bench.sql('UPDATE delivery_attempt SET duration_ms = 1 WHERE event_id < $1', [ids[150]]),
    );
    expect(chosen).toEqual(expect.arrayContaining(ids.map((id) => `${id} dlv_${id}`)));
  });

  it('is the end of an event like the others', async () => {
    const ids = await addEvents();
    const { text } = lookAtEvents({ old: ['event_first'], ahead: [] });
    const chosen = await look(text, 'event_first', () =>
      bench.sql('UPDATE event_end SET attempt = 1 WHERE event_id < $1', [ids[150]]),
    );
    expect(chosen).toEqual(expect.arrayContaining(ids));
  });
});
