import { describe, expect, it } from '@jest/globals';
import { eventually, httpCall, Person } from '@svc/testkit';
import type { AgentClient, HttpAnswer } from '@svc/testkit';
import { faultBench } from './fault-bench.js';

const GATEWAYS = 2;
const LIMIT = 60;
/** A statement waits so long for a lock. A caller who waited for the counts would wait as long. */
const LOCK_WAIT_MS = 2_000;

/** What may be wrong with the table in which processes add up what they have counted. */
const FAULTS: { what: string; begin: string[]; end: string[] }[] = [
  {
    what: 'that is locked as a whole',
    begin: ['BEGIN', 'LOCK TABLE rate_count IN ACCESS EXCLUSIVE MODE'],
    end: ['ROLLBACK'],
  },
  {
    what: 'that is slow',
    begin: [
      'CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(20); RETURN NEW; END $$',
      'CREATE TRIGGER slow BEFORE INSERT ON rate_count FOR EACH ROW EXECUTE FUNCTION slow()',
    ],
    end: ['DROP TRIGGER slow ON rate_count', 'DROP FUNCTION slow'],
  },
];

describe('A table of joint limits', () => {
  const bench = faultBench({
    GATEWAYS: String(GATEWAYS),
    RATE_LIMIT_USER_PER_MINUTE: String(LIMIT),
    RATE_LIMIT_TRIGGER_PER_MINUTE: String(LIMIT),
  });

  const isCounted = async () =>
    (await bench.sql.query<{ n: number }>('SELECT count(*)::int AS n FROM rate_count')).rows[0]?.n ?? 0;

  /** Calls until twice as many in a row are refused as there are gateways. `tookMs` is in ascending order. */
  async function useUp(call: () => Promise<HttpAnswer>) {
    const tookMs: number[] = [];
    let accepted = 0;
    for (let inARow = 0; inARow < 2 * GATEWAYS && tookMs.length < 4 * GATEWAYS * LIMIT;) {
      const beganMs = performance.now();
      const { status, body } = await call();
      tookMs.push(performance.now() - beganMs);
      if (status === 429) expect(body).toMatchObject({ detail: 'Too many requests' });
      else expect(status).toBe(200);
      accepted += status === 200 ? 1 : 0;
      inARow = status === 429 ? inARow + 1 : 0;
    }
    return { accepted, tookMs: tookMs.toSorted((a, b) => a - b) };
  }

  const byUser = (person: Person) => () => person.call('/decision-rules');

  const byTrigger = async (agent: AgentClient) => {
    const { trigger_id } = await agent.tasks.createTriggered();
    return () => httpCall(`${bench.services.url}/webhook/${trigger_id}`, { body: {} });
  };

  it.each(FAULTS)(
    '$what keeps no caller waiting: each process decides at once by what it has counted itself',
    async ({ begin, end }) => {
      const { url } = bench.services;
      const [person, other] = [await Person.signUp(url), await Person.signUp(url)];
      const trigger = await byTrigger(await other.createAgent());
      // Near enough to the limit for both to have exchanged their counts.
      for (let calls = 0; calls < LIMIT / 2; calls += 1) expect((await byUser(person)()).status).toBe(200);
      await eventually(isCounted, (rows) => rows > 0);

      for (const statement of begin) await bench.sql.query(statement);
      let used: Awaited<ReturnType<typeof useUp>>[];
      try {
        used = [await useUp(byUser(person)), await useUp(byUser(other)), await useUp(trigger)];
      } finally {
        for (const statement of end) await bench.sql.query(statement);
      }
      const [known, fresh, fired] = used;
      expect(known?.accepted).toBeLessThanOrEqual(GATEWAYS * LIMIT - LIMIT / 2);
      for (const { accepted } of [fresh!, fired!]) {
        expect(accepted).toBeGreaterThanOrEqual(LIMIT - 1);
        expect(accepted).toBeLessThanOrEqual(GATEWAYS * LIMIT);
      }
      for (const { tookMs } of used) {
        expect(tookMs[Math.floor(tookMs.length * 0.95)]).toBeLessThan(LOCK_WAIT_MS);
      }

      // When the fault is over, all count together again without a restart.
      await bench.sql.query('DELETE FROM rate_count');
      const next = await Person.signUp(bench.services.url);
      const afterCall = async () => {
        await next.call('/agents');
        return isCounted();
      };
      await eventually(afterCall, (rows) => rows > 0, { waitMsMax: 120_000 });
    },
  );
});
