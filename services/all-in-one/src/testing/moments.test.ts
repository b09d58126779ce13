import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PRISMA = join(import.meta.dirname, '../../../../packages/store/prisma');
/** Which agrees with the migrated database (packages/store/src/database/schema-agreement.test.ts). */
const SCHEMA = join(PRISMA, 'schema.prisma');
const MIGRATION = join(PRISMA, 'migrations/20261201000000_schema/migration.sql');

/**
 * All other columns with a time, by which nothing becomes due. If the scheduler or the dispatcher looks for
 * rows of a new column by their time, its line belongs into the view `due_moment`.
 */
const OTHER_TIMES: Readonly<Record<string, readonly string[]>> = {
  account: ['created_at', 'updated_at'],
  account_export: ['expires_at', 'leased_until', 'requested_at'],
  agent: [
    ...['created_at', 'deleted_at', 'last_poll_at', 'previous_secret_valid_until', 'previous_signing_until'],
  ],
  agent_counter: ['next_due_at'],
  agent_session: ['connected_at', 'revoke_at'],
  api_key: ['created_at', 'expires_at', 'last_used_at', 'revoked_at'],
  audit_entry: ['created_at'],
  context_block: ['created_at'],
  conversation: [
    ...['archived_through', 'created_at', 'deleted_at', 'last_message_at', 'pinned_at', 'read_through'],
  ],
  decision: ['created_at', 'reminded_at', 'resolved_at'],
  decision_rule: ['created_at', 'expires_at'],
  delivery_attempt: ['started_at'],
  device_login: ['created_at', 'expires_at', 'next_poll_at'],
  erasure: ['finished_at', 'requested_at'],
  event: ['created_at', 'delivered_at', 'ended_at', 'in_flight_until', 'leased_until'],
  hub: ['heartbeat_at'],
  idempotency_key: ['kept_at'],
  invitation: ['created_at', 'expires_at', 'used_at'],
  media: ['created_at', 'expired_at', 'ready_at'],
  message: ['created_at'],
  message_stream: ['seen_at', 'started_at'],
  rate_count: ['ends_at'],
  replay: ['created_at', 'ended_at', 'from_at', 'to_at'],
  search_entry: ['at'],
  session: ['created_at', 'expires_at', 'updated_at'],
  task: ['created_at', 'deleted_at', 'refused_at', 'run_at', 'sender_set_at', 'updated_at'],
  task_run: [
    ...['deadline_at', 'finished_at', 'lease_until', 'offer_at', 'progress_at', 'progress_since'],
    ...['scheduled_for', 'started_at', 'touched_at'],
  ],
  user: ['created_at', 'deleted_at', 'updated_at'],
  webhook_breaker: ['half_began_at', 'opened_at'],
};

it('each time in the schema is known to be a moment at which something is due, or not to be one', () => {
  const times = modelsIn(readFileSync(SCHEMA, 'utf8')).flatMap(({ table, lines }) =>
    lines.filter((line) => /@db[.]Timestamp/.test(line)).map((line) => `${table}.${columnOf(line)}`),
  );
  const [view = ''] = /^CREATE VIEW due_moment .*?;$/ms.exec(readFileSync(MIGRATION, 'utf8')) ?? [];
  const due = [...view.matchAll(/SELECT '(\w+\.\w+)'/g)].map(([, moment]) => moment);
  const others = Object.entries(OTHER_TIMES).flatMap(([table, columns]) =>
    columns.map((column) => `${table}.${column}`),
  );
  expect([...due, ...others].sort()).toEqual([...new Set(times)].sort());
  expect(times.length).toBeGreaterThan(50);
});

function modelsIn(schema: string): { table: string; lines: string[] }[] {
  return [...schema.matchAll(/^model (\w+) \{\n(.*?)^\}/gms)].map(([, name = '', body = '']) => ({
    table: /@@map\("(\w+)"\)/.exec(body)?.[1] ?? name,
    lines: body.split('\n'),
  }));
}

function columnOf(line: string): string {
  return /@map\("(\w+)"\)/.exec(line)?.[1] ?? line.trim().split(/\s/)[0] ?? '';
}
