import { rows, sql } from '@svc/store';
import { Client, Pool } from 'pg';

export interface BusyThing {
  /** A due moment as `table.column`, or `event` or `run`. */
  kind: string;
  id: string;
}

/**
 * Of one database, to be moved ahead. In the search path of its sessions, our functions stand before
 * PostgreSQL's: `now()` and the like add what the table `test_clock` says. So no statement has to be another
 * one.
 */
export class DatabaseClock {
  readonly #pool: Pool;

  private constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** In a migrated database before its first use. The start may be in the past. */
  static async install(databaseUrl: string, startMs: number | null): Promise<DatabaseClock> {
    const setUp = new Client({ connectionString: databaseUrl });
    await setUp.connect();
    try {
      await setUp.query(INSTALL);
      if (startMs !== null) await setUp.query(START, [startMs]);
    } finally {
      await setUp.end();
    }
    // The search path is of new sessions.
    const pool = new Pool({ connectionString: databaseUrl, max: 1 });
    // A server that goes away is noticed by the next statement.
    pool.on('error', () => {});
    return new DatabaseClock(pool);
  }

  async nowMs(): Promise<number> {
    const [now] = await rows(this.#pool, sql.testing.now, {});
    return now?.ms ?? 0;
  }

  /** Never back. Returns how far ahead of the server's time the clock is then, in milliseconds. */
  async moveTo(timeMs: number): Promise<number> {
    const client = await this.#pool.connect();
    try {
      await client.query(HOLD);
      const moved = await client.query<{ ahead_ms: number }>(MOVE, [timeMs]);
      await client.query('COMMIT');
      client.release();
      return moved.rows[0]?.ahead_ms ?? 0;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  /** The next moment up to a time at which something is due, or `null`. */
  async nextMomentMs(untilMs: number): Promise<number | null> {
    const [next] = await rows(this.#pool, sql.testing.nextMoment, { until: new Date(untilMs) });
    return next?.at?.getTime() ?? null;
  }

  /** What the service and its agents have not done yet although it is time. */
  busy(): Promise<BusyThing[]> {
    return rows(this.#pool, sql.testing.busy, {});
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}

/** Of a session that is given this path, `public` is still the schema in which tables are made. */
const INSTALL = `
  CREATE TABLE test_clock (ahead interval NOT NULL);
  INSERT INTO test_clock VALUES ('0');
  ${['now', 'clock_timestamp', 'statement_timestamp', 'transaction_timestamp']
    .map(
      (name) => `
  CREATE FUNCTION public.${name}() RETURNS timestamptz LANGUAGE sql ${name === 'clock_timestamp' ? 'VOLATILE' : 'STABLE'}
    AS 'SELECT pg_catalog.${name}() + ahead FROM public.test_clock';`,
    )
    .join('')}
  SET search_path = public, pg_catalog;
  DO $$
    DECLARE each record;
    BEGIN
      EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database());
      FOR each IN
        SELECT d.adrelid::regclass AS relation, a.attname AS name FROM pg_attrdef d
          JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum JOIN pg_class c ON c.oid = d.adrelid
         WHERE c.relnamespace = 'public'::regnamespace
           AND pg_get_expr(d.adbin, d.adrelid) ~ '^(CURRENT_TIMESTAMP|now\\(\\)|pg_catalog[.]now\\(\\))'
      LOOP
        EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET DEFAULT public.now()', each.relation, each.name);
      END LOOP;
      FOR each IN
        SELECT c.oid::regclass AS relation, pg_get_viewdef(c.oid) AS text FROM pg_class c
         WHERE c.relkind = 'v' AND c.relnamespace = 'public'::regnamespace ORDER BY c.oid
      LOOP
        EXECUTE format('CREATE OR REPLACE VIEW %s AS %s', each.relation, replace(each.text, 'pg_catalog.now()', 'public.now()'));
      END LOOP;
    END $$`;

const START = 'UPDATE test_clock SET ahead = to_timestamp($1::float8 / 1000) - pg_catalog.clock_timestamp()';

/**
 * Who has read the clock to renew a lease, to look for due webhooks or to say that a hub lives writes before
 * it moves, and the next ones wait until it has. In the order in which all transactions lock.
 */
const HOLD = 'BEGIN; LOCK TABLE task_run, agent_counter, hub IN EXCLUSIVE MODE';

/**
 * What shows that something is alive moves along: beats of the hub, leases of what agents and webhook
 * attempts have in hand. They are given in real time, of which none has passed.
 */
const MOVE = `
  WITH clock AS MATERIALIZED (
    SELECT ahead AS before, GREATEST(ahead, to_timestamp($1::float8 / 1000) - pg_catalog.clock_timestamp()) AS ahead FROM test_clock
  ), step AS MATERIALIZED (
    SELECT ahead - before AS by FROM clock
  ), moved AS (
    UPDATE test_clock t SET ahead = c.ahead FROM clock c
  ), hubs AS (
    UPDATE hub SET heartbeat_at = heartbeat_at + step.by FROM step
  ), leases AS (
    UPDATE task_run r SET lease_until = r.lease_until + step.by, due_at = LEAST(r.lease_until + step.by, r.deadline_at, r.offer_at)
      FROM step WHERE r.status = 'running' AND r.lease_until > now() AND r.agent_id IN (
        SELECT a.id FROM agent a WHERE a.webhook_url IS NOT NULL
        UNION ALL SELECT s.agent_id FROM agent_session s JOIN hub h ON h.slot = s.slot AND h.epoch = s.epoch)
  ), attempts AS (
    UPDATE event r SET in_flight_until = r.in_flight_until + step.by, next_attempt_at = r.next_attempt_at + step.by
      FROM step WHERE r.in_flight_until > now()
  ), streams AS (
    UPDATE message_stream SET seen_at = seen_at + step.by FROM step
  ), exports AS (
    UPDATE account_export SET leased_until = leased_until + step.by FROM step WHERE leased_until > now()
  )
  SELECT (extract(epoch FROM ahead) * 1000)::float8 AS ahead_ms FROM clock`;
