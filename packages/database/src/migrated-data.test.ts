/** @only-in-all Starts servers of its own. */
import { createHash } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { Client } from 'pg';
import { migrate, MIGRATIONS_FOLDER, readMigrations } from './migrate.js';
import { scratchName } from './scratch-database.js';
import { TEST_SERVER_URL } from './scratch.suite.js';

/** The last migration of the version before. */
const BEFORE = '20261121140000_pending_runs';

/** A row of each table that the newer migrations change. */
const DATA = `
  INSERT INTO "user" (id, name, email, updated_at) VALUES ('u', 'Ursula', 'u@example.org', now());
  INSERT INTO agent (id, owner_id, agent_name, kind, secret_hash, secret_sealed) VALUES ('a', 'u', 'Ada', 'interactive', '', '');
  INSERT INTO task (id, agent_id, name, prompt, schedule, trigger_type, updated_at) VALUES ('t', 'a', 'Mail', 'Read', 'event', 'event', now());
  INSERT INTO task_run (id, task_id, agent_id, status, origin)
    VALUES ('r1', 't', 'a', 'pending', 'trigger'), ('r2', 't', 'a', 'running', 'trigger'), ('r3', 't', 'a', 'completed', 'trigger');`;

it('a database of the version before keeps its data, none of which counts as deleted', async () => {
  const { rows, applied } = await migrated({
    before: BEFORE,
    data: DATA,
    read: `SELECT r.id, r.touched_at = r.started_at AS touched FROM task_run r
             JOIN task t ON t.id = r.task_id JOIN agent a ON a.id = t.agent_id JOIN "user" u ON u.id = a.owner_id
            WHERE t.deleted_at IS NULL AND a.deleted_at IS NULL AND u.deleted_at IS NULL ORDER BY r.id`,
  });
  expect(applied.every((name) => name > BEFORE)).toBe(true);
  // Nobody knows what was done with a run that is under way.
  expect(rows).toEqual([
    { id: 'r1', touched: null },
    { id: 'r2', touched: true },
    { id: 'r3', touched: null },
  ]);
});

/** The last migration before only hashes of tokens were stored. */
const BEFORE_SESSION_HASHES = '20261122130000_given_up_events';

it('a session of the version before is stored by the hash of its token, so its user stays signed in', async () => {
  const token = 'abcdefghijklmnopqrstuvwxyzABCDEF';
  const { rows } = await migrated({
    before: BEFORE_SESSION_HASHES,
    data: `${DATA} INSERT INTO session (id, token, expires_at, user_id, updated_at) VALUES ('s', '${token}', now() + interval '1 day', 'u', now());`,
    read: 'SELECT token FROM session',
  });
  expect(rows).toEqual([{ token: createHash('sha256').update(token).digest('hex') }]);
});

/** The last migration before the event log was split into what is open, what has ended and the log itself. */
const BEFORE_EVENT_STORAGE = '20261122060200_dropped_events';

/** Events of every state; the id of the last is no time and greater than any. */
const EVENTS = `${DATA}
  UPDATE task_run SET touched_at = now();
  INSERT INTO event (id, agent_id, seq, type, state, frame, message_id, decision_id, run_id, channel, attempt, round_start, last_outcome, drop_reason,
                     attempt_after, in_flight_until, aside_since, leased_until, queued_at, created_at, delivered_at)
  VALUES
    ('evt_000000000001', 'a', 1, 'user_message', 'pending', '{"n":1}', 'm', NULL, NULL, NULL, 0, 0, NULL, NULL, '2026-01-01', NULL, NULL, NULL, NULL, '2026-01-01', NULL),
    ('evt_000000000002', 'a', 2, 'decision_resolved', 'pending', '{"n":2}', NULL, 'd', NULL, NULL, 2, 1, 'timeout', NULL, '2026-01-02', '2026-01-03', '2026-01-04', NULL, NULL, '2026-01-01', NULL),
    ('evt_000000000003', 'a', 3, 'task_trigger', 'waiting', '{"n":3}', NULL, NULL, 'r1', NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, '2026-01-05', '2026-01-01', '2026-01-01', NULL),
    ('evt_000000000004', 'a', 4, 'task_trigger', 'delivered', '{"n":4}', NULL, NULL, 'r2', 'websocket', 0, 0, NULL, NULL, NULL, NULL, NULL, '2026-01-05', '2026-01-01', '2026-01-01', '2026-01-02'),
    ('evt_000000000005', 'a', 5, 'task_due', 'failed', '{"n":5}', NULL, NULL, 'r4', NULL, 4, 0, 'http_error', NULL, NULL, NULL, NULL, NULL, NULL, '2026-01-01', NULL),
    ('evt_000000000006', 'a', 6, 'user_message', 'failed', '{"n":6}', 'm', NULL, NULL, NULL, 4, 0, 'http_error', NULL, NULL, NULL, NULL, NULL, NULL, '2026-01-01', NULL),
    ('evt_000000000007', 'a', 7, 'task_trigger', 'failed', '{"n":7}', NULL, NULL, 'r3', NULL, 0, 0, NULL, 'task_deleted', NULL, NULL, NULL, NULL, NULL, '2026-01-01', NULL),
    ('evt_zzz', 'a', 8, 'task_due', 'delivered', '{"n":8}', 'm', NULL, NULL, 'webhook', 1, 0, 'delivered', NULL, NULL, NULL, NULL, NULL, NULL, '2026-01-01', '2026-01-02');
  INSERT INTO delivery_attempt (id, event_id, retry_num, retry_reason, started_at)
    VALUES ('d1', 'evt_000000000006', 0, 'first_attempt', '2026-02-01'), ('d2', 'evt_000000000006', 1, 'timeout', '2026-02-02'),
           ('d3', 'evt_zzz', 0, 'first_attempt', '2026-02-03');`;

it('events of the version before are as open or as finished as they were, and so are their attempts and runs', async () => {
  const migratedEvents = await migrated({
    before: BEFORE_EVENT_STORAGE,
    data: EVENTS.replace("('r3',", "('r4', 't', 'a', 'pending', 'schedule'), ('r3',"),
    read: `SELECT s.seq::int, s.state, o.state AS open, e.state AS ended, s.frame, s.attempt, o.round_start, s.channel, s.drop_reason,
                  o.subject_id, to_char(o.attempt_after AT TIME ZONE 'UTC', 'MM-DD') AS due, o.in_flight_until IS NOT NULL AS in_flight,
                  o.aside_since IS NOT NULL AS aside, o.leased_until IS NOT NULL AS leased, o.queued_at IS NOT NULL AS queued,
                  to_char(e.ended_at AT TIME ZONE 'UTC', 'MM-DD') AS end, (SELECT count(*)::int FROM delivery_attempt d WHERE d.event_id = s.id) AS attempts,
                  (SELECT r.event_id = s.id FROM task_run r WHERE r.id = s.subject_id) AS of_run
             FROM event_state s LEFT JOIN open_event o ON o.event_id = s.id LEFT JOIN event_end e ON e.event_id = s.id ORDER BY s.seq`,
  });
  const none = {
    due: null,
    in_flight: false,
    aside: false,
    leased: false,
    queued: false,
    end: null,
    attempts: 0,
    of_run: null,
  };
  const blank = { ...none, channel: null, drop_reason: null, subject_id: null };
  const open = (seq: number, state: string) => ({
    ...blank,
    seq,
    state,
    open: state,
    ended: null,
    frame: `{"n":${seq}}`,
    attempt: 0,
    round_start: 0,
  });
  const ended = (seq: number, state: string) => ({
    ...blank,
    seq,
    state,
    open: null,
    ended: state,
    frame: `{"n":${seq}}`,
    attempt: 0,
    round_start: null,
  });
  expect(migratedEvents.rows).toEqual([
    { ...open(1, 'pending'), subject_id: 'm', due: '01-01' },
    {
      ...open(2, 'pending'),
      subject_id: 'd',
      due: '01-02',
      attempt: 2,
      round_start: 1,
      in_flight: true,
      aside: true,
    },
    { ...open(3, 'waiting'), subject_id: 'r1', of_run: true, leased: true, queued: true },
    {
      ...open(4, 'delivered'),
      subject_id: 'r2',
      of_run: true,
      channel: 'websocket',
      leased: true,
      queued: true,
    },
    { ...open(5, 'failed'), subject_id: 'r4', of_run: true, attempt: 4 },
    { ...ended(6, 'failed'), attempt: 4, end: '02-02', attempts: 2 },
    { ...ended(7, 'failed'), drop_reason: 'task_deleted', end: '01-01' },
    { ...ended(8, 'delivered'), channel: 'webhook', attempt: 1, end: '01-02', attempts: 1 },
  ]);
});

/** The last migration before one column named what an event tells of. */
const BEFORE_SUBJECTS = '20261122170000_hand_out_numbers';

/** An event of each kind that has ended, and one that is open. The last one was opened again, when its subject got lost. */
const SUBJECTS = `${DATA}
  WITH kind (n, type, message_id, decision_id, task_id, run_id) AS (
    VALUES (1, 'user_message', 'msg_1', NULL, NULL, NULL), (2, 'decision_resolved', NULL, 'dec_1', NULL, NULL), (3, 'run_cancelled', NULL, NULL, 't', NULL),
           (4, 'task_due', NULL, NULL, 't', 'run_1'), (5, 'task_trigger', NULL, NULL, 't', 'run_2')
  ), each AS (
    SELECT *, (CASE open WHEN 0 THEN 'evt_00000000000' ELSE 'evt_z' END) || n AS id, n + 5 * open AS seq FROM kind, generate_series(0, 1) AS open
  ), logged AS (
    INSERT INTO event (id, agent_id, seq, type, frame, message_id, task_id, run_id, decision_id)
    SELECT id, 'a', seq, type, repeat(md5(id), 200), message_id, task_id, run_id, decision_id FROM each
  ), opened AS (
    INSERT INTO open_event (event_id, agent_id, seq, type, run_id, subject_id)
    SELECT id, 'a', seq, type, run_id, CASE WHEN run_id IS NULL THEN coalesce(message_id, decision_id) END FROM each WHERE open = 1
  )
  INSERT INTO event_end (event_id, agent_id, seq, type, state, attempt, ended_at) SELECT id, 'a', seq, type, 'delivered', 0, now() FROM each WHERE open = 0;`;

it('an event of the version before tells of what it told of, open or not, in every part of the log', async () => {
  const { rows } = await migrated({
    before: BEFORE_SUBJECTS,
    data: SUBJECTS,
    read: `SELECT l.seq::int, l.subject_id, o.subject_id AS open, l.frame = repeat(md5(l.id), 200) AS has_frame, l.tableoid::regclass::text AS part
             FROM event l LEFT JOIN open_event o ON o.event_id = l.id ORDER BY l.seq`,
  });
  const subjects = ['msg_1', 'dec_1', 't', 'run_1', 'run_2'];
  const events = (after: number, part: string, isOpen: boolean) =>
    subjects.map((id, index) => ({
      seq: after + index + 1,
      subject_id: id,
      open: isOpen ? id : null,
      has_frame: true,
      part,
    }));
  expect(rows).toEqual([...events(0, 'event_first', false), ...events(5, 'event_default', true)]);
});

/** The last migration before the bytes of a user's files were counted. */
const BEFORE_UPLOADS = '20261125200200_trigger_rooms';

it('the files of the version before count for their users, as do files that it adds and removes later', async () => {
  const { rows } = await migrated({
    before: BEFORE_UPLOADS,
    data: `${DATA}
      INSERT INTO "user" (id, name, email, updated_at) VALUES ('v', 'Vera', 'v@example.org', now()), ('w', 'Wanda', 'w@example.org', now());
      INSERT INTO agent (id, owner_id, agent_name, kind, secret_hash, secret_sealed)
        VALUES ('b', 'u', 'Bea', 'interactive', '', ''), ('c', 'v', 'Cleo', 'interactive', '', '');
      INSERT INTO media (id, agent_id, content_type, byte_length)
        VALUES ('m1', 'a', 'image/png', 2000000000), ('m2', 'a', 'image/png', 2000000000), ('m3', 'b', 'image/png', 30), ('m4', 'c', 'image/png', 7);`,
    after: `INSERT INTO media (id, agent_id, content_type, byte_length) VALUES ('m5', 'b', 'image/png', 5), ('m6', 'c', 'image/png', 6);
            DELETE FROM media WHERE id IN ('m3', 'm4')`,
    read: 'SELECT user_id, bytes FROM media_use ORDER BY user_id',
  });
  expect(rows).toEqual([
    { user_id: 'u', bytes: '4000000005' },
    { user_id: 'v', bytes: '6' },
  ]);
});

/** The last migration before the bytes that an agent has sent were counted. */
const BEFORE_AGENT_MEDIA = '20261128110000_audited_keys';

/** The statement by which the version before writes a message with files. */
const takeAsBefore = (uploadId: string, messageId: string, sender: 'agent' | 'human'): string => `
  WITH waiting AS MATERIALIZED (
    SELECT id FROM upload WHERE id = '${uploadId}' FOR UPDATE
  ), written AS (
    INSERT INTO message (id, conversation_id, sender, sender_name, text, created_at)
    SELECT '${messageId}', 'k', '${sender}', '', '', clock_timestamp() FROM (SELECT count(*) FROM waiting) w RETURNING created_at
  ), taken AS (
    DELETE FROM upload u USING waiting w, written WHERE u.id = w.id RETURNING u.id, u.content_type, u.byte_length
  ), filed AS (
    INSERT INTO media (id, agent_id, content_type, byte_length, message_id) SELECT id, 'a', content_type, byte_length, '${messageId}' FROM taken
  )
  SELECT 1 FROM written;`;

it('the files that agents have sent in the version before count for their agents, as do files that it adds and removes later', async () => {
  const { rows } = await migrated({
    before: BEFORE_AGENT_MEDIA,
    data: `${DATA}
      INSERT INTO agent (id, owner_id, agent_name, kind, secret_hash, secret_sealed) VALUES ('b', 'u', 'Bea', 'interactive', '', '');
      INSERT INTO conversation (id, agent_id, user_id, created_at, last_message_at)
        VALUES ('k', 'a', 'u', now(), now()), ('l', 'b', 'u', now(), now());
      INSERT INTO message (id, conversation_id, sender, sender_name, text, image_urls, created_at) VALUES
        ('by-agent', 'k', 'agent', '', '', '{http://x/media/m1}', '2026-01-01'), ('by-user', 'k', 'human', '', '', '{http://x/media/m2}', '2026-01-02'),
        ('old-by-agent', 'l', 'agent', '', '', '{http://x/media/m4,http://x/media/m5}', '2026-01-01'),
        ('old-by-user', 'l', 'human', '', '', '{http://x/media/m6}', '2026-01-02');
      INSERT INTO media (id, agent_id, content_type, byte_length, message_id) VALUES
        ('m1', 'a', 'image/png', 2000000000, 'by-agent'), ('m2', 'a', 'image/png', 7, 'by-user'), ('m3', 'a', 'image/png', 7, 'gone'),
        ('m4', 'b', 'image/png', 2000000000, NULL), ('m5', 'b', 'image/png', 2000000000, NULL), ('m6', 'b', 'image/png', 7, NULL), ('m7', 'b', 'image/png', 7, NULL);
      INSERT INTO upload (id, user_id, agent_id, content_type, byte_length)
        VALUES ('n1', 'u', 'a', 'image/png', 100), ('n2', 'u', NULL, 'image/png', 1000), ('n3', 'u', 'gone', 'image/png', 5), ('n4', 'u', 'a', 'image/png', 30);`,
    after: `${takeAsBefore('n1', 'new-by-agent', 'agent')} ${takeAsBefore('n2', 'new-by-user', 'human')}
            UPDATE upload SET byte_length = 20 WHERE id = 'n4';
            INSERT INTO upload (id, user_id, agent_id, content_type, byte_length) VALUES ('n5', 'u', 'b', 'image/png', 4);
            DELETE FROM message WHERE id = 'by-agent';
            DELETE FROM media WHERE id IN ('m1', 'm2', 'm3', 'm5', 'm6', 'n2')`,
    read: 'SELECT agent_id, bytes FROM agent_media_use ORDER BY agent_id',
  });
  expect(rows).toEqual([
    { agent_id: 'a', bytes: '120' },
    { agent_id: 'b', bytes: '2000000004' },
  ]);
});

/** The last migration before it was stored what people have read, and before the search. */
const BEFORE_READINGS = '20261129700000_idempotency_keys';

it('what was there when marks came counts as read, and what the version before adds later does not', async () => {
  const { rows } = await migrated({
    before: BEFORE_READINGS,
    data: `${DATA} INSERT INTO conversation (id, agent_id, user_id, created_at, last_message_at, deleted_at)
             VALUES ('k', 'a', 'u', now(), '2026-01-02', NULL), ('gone', 'a', 'u', now(), '2026-01-02', now());`,
    after: `UPDATE conversation SET last_message_at = '2026-01-03' WHERE id = 'k'`,
    read: `SELECT c.id, r.user_id, c.last_message_at > r.read_through AS is_unread FROM conversation c JOIN conversation_reading r ON r.conversation_id = c.id`,
  });
  expect(rows).toEqual([{ id: 'k', user_id: 'u', is_unread: true }]);
});

it('the tasks that were there when the search came are named to it, and those that the version before adds later', async () => {
  const { rows } = await migrated({
    before: BEFORE_READINGS,
    data: `${DATA} INSERT INTO task (id, agent_id, name, prompt, schedule, trigger_type, updated_at, deleted_at)
             VALUES ('gone', 'a', 'Mail', 'Read', 'event', 'event', now(), now());`,
    after: `INSERT INTO task (id, agent_id, name, prompt, schedule, trigger_type, updated_at)
              VALUES ('later', 'a', 'Mail', 'Read', 'event', 'event', now())`,
    read: 'SELECT id FROM search_due ORDER BY no',
  });
  expect(rows).toEqual([{ id: 't' }, { id: 'later' }]);
});

/** Brings an empty database to the migration `before`, writes the data, applies what is newer, changes what is there, and reads. */
async function migrated({
  before,
  data,
  after = '',
  read,
}: {
  before: string;
  data: string;
  after?: string;
  read: string;
}): Promise<{ rows: unknown[]; applied: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'migrated-data-'));
  const server = new Client({ connectionString: TEST_SERVER_URL });
  await server.connect();
  const name = scratchName(TEST_SERVER_URL);
  const url = new URL(TEST_SERVER_URL);
  url.pathname = `/${name}`;
  await server.query(`CREATE DATABASE ${name}`);
  try {
    for (const migration of await readMigrations()) {
      if (migration.name > before) continue;
      await cp(join(MIGRATIONS_FOLDER, migration.name), join(folder, migration.name), { recursive: true });
    }
    await migrate(url.href, folder);
    const client = new Client({ connectionString: url.href });
    await client.connect();
    await client.query(data);
    const applied = await migrate(url.href);
    await client.query(after);
    const { rows } = await client.query(read);
    await client.end();
    return { rows, applied };
  } finally {
    await server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await server.end();
    await rm(folder, { recursive: true });
  }
}
