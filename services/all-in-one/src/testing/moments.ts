import { AT_ONCE } from '@svc/store';

/** A column with a moment at which the service does something by itself, and what has to be true of its row. */
export interface DueMoment {
  table: string;
  column: string;
  /** The moment itself, if the column does not say it exactly. */
  at?: string;
  /** SQL over the row `r`. */
  where: string;
}

const OF_AGENT = 'EXISTS (SELECT 1 FROM agent a WHERE a.id = r.agent_id AND a.deleted_at IS NULL)';
/** Agents that would prolong the leases of their runs if their timers followed this clock, by their ids. */
export const LIVING_AGENTS = `
    SELECT a.id FROM agent a WHERE a.webhook_url IS NOT NULL
        OR EXISTS (SELECT 1 FROM agent_session s JOIN hub h ON h.slot = s.slot AND h.epoch = s.epoch WHERE s.agent_id = a.id)`;
/** The sweeper takes a retry up so much later than the broker's message for it comes: the broker counts real time. */
const RETRY = 'r.attempt > r.round_start AND r.held_since IS NULL AND r.put_off_since IS NULL';
const IS_FREE = '(r.in_flight_until IS NULL OR r.in_flight_until < now())';
const RETRY_OVERDUE = `interval '10 seconds'`;

/** All moments at which the clock has to stop on its way, so that what is due happens in its order. */
export const DUE_MOMENTS: readonly DueMoment[] = [
  { table: 'task', column: 'next_run_at', where: `r.enabled AND r.deleted_at IS NULL AND ${OF_AGENT}` },
  {
    table: 'task_run',
    column: 'due_at',
    at: `CASE WHEN r.status = 'running' AND r.agent_id IN (${LIVING_AGENTS}) THEN LEAST(r.deadline_at, r.offer_at) ELSE r.due_at END`,
    where: `r.status IN ('pending', 'running') AND r.task_id IS NOT NULL AND ${OF_AGENT}`,
  },
  { table: 'decision', column: 'expires_at', where: `r.status = 'pending' AND ${OF_AGENT}` },
  {
    table: 'decision',
    column: 'remind_at',
    where: `r.status = 'pending' AND r.reminded_at IS NULL AND r.expires_at > now() AND ${OF_AGENT}`,
  },
  {
    table: 'open_event',
    column: 'attempt_after',
    at: `r.attempt_after - CASE WHEN ${RETRY} THEN ${RETRY_OVERDUE} ELSE interval '0' END`,
    where: `r.state = 'pending' AND ${IS_FREE} AND ${OF_AGENT}`,
  },
  { table: 'webhook_breaker', column: 'next_at', where: `r.state <> 'closed' AND ${OF_AGENT}` },
  { table: 'replay', column: 'next_step_at', where: `r.state = 'running' AND ${OF_AGENT}` },
];

/**
 * All other columns with a time: what they say is only looked at when somebody asks, or says when something has happened. A test compares both lists with the
 * schema. If the scheduler or the dispatcher looks for rows of a new column by their time, its line belongs above.
 */
export const OTHER_TIMES: Readonly<Record<string, readonly string[]>> = {
  account: ['access_token_expires_at', 'created_at', 'refresh_token_expires_at', 'updated_at'],
  account_export: ['expires_at', 'leased_until', 'requested_at'],
  agent: ['created_at', 'deleted_at', 'previous_secret_valid_until', 'previous_signing_until'],
  agent_key: ['created_at', 'expires_at', 'last_used_at', 'revoked_at'],
  agent_session: ['connected_at', 'revoke_at'],
  api_key: ['created_at', 'expires_at', 'last_used_at', 'revoked_at'],
  audit_entry: ['created_at'],
  context_block: ['created_at'],
  conversation: ['archived_through', 'created_at', 'deleted_at', 'last_message_at', 'pinned_at'],
  conversation_reading: ['read_through'],
  decision: ['created_at', 'reminded_at', 'resolved_at'],
  decision_rule: ['created_at'],
  delivery_attempt: ['started_at'],
  device_login: ['created_at', 'expires_at', 'next_poll_at'],
  erasure: ['finished_at', 'requested_at'],
  event: ['created_at'],
  event_end: ['delivered_at', 'ended_at'],
  hub: ['heartbeat_at'],
  idempotency_key: ['kept_at'],
  installation: ['created_at'],
  invitation: ['claimed_until', 'created_at', 'expires_at', 'used_at'],
  media: ['created_at', 'expired_at'],
  message: ['created_at'],
  message_stream: ['seen_at', 'started_at'],
  open_event: [
    'aside_since',
    'delivered_at',
    'held_since',
    'in_flight_until',
    'leased_until',
    'put_off_since',
    'queued_at',
  ],
  password_try: ['last_at', 'next_at'],
  rate_count: ['ends_at'],
  replay: ['created_at', 'ended_at', 'from_at', 'to_at', 'waits_since'],
  search_entry: ['at'],
  search_place: ['indexed_until', 'left_before'],
  session: ['created_at', 'expires_at', 'updated_at'],
  sign_in_place: ['used_at'],
  task: ['created_at', 'deleted_at', 'run_at', 'updated_at'],
  task_run: [
    'deadline_at',
    'finished_at',
    'lease_until',
    'offer_at',
    'progress_at',
    'progress_since',
    'scheduled_for',
    'started_at',
    'touched_at',
  ],
  trigger: ['created_at', 'sender_set_at'],
  trigger_receipt: ['received_at'],
  trigger_refusal: ['last_at'],
  upload: ['created_at', 'ended_at', 'ready_at'],
  user: ['created_at', 'deleted_at', 'updated_at'],
  verification: ['created_at', 'expires_at', 'updated_at'],
  webhook_breaker: ['half_began_at', 'opened_at', 'probe_at'],
};

export const RETRIES_ARE_DUE = `
  UPDATE open_event r SET attempt_after = ${AT_ONCE}
   WHERE r.state = 'pending' AND ${IS_FREE} AND ${RETRY} AND r.attempt_after > now() AND r.attempt_after <= now() + ${RETRY_OVERDUE}`;

/** The next of all moments behind now and up to a time, as `at`. */
export const NEXT_MOMENT = `
  SELECT min(at) AS at FROM (
    ${DUE_MOMENTS.map((moment) => `SELECT min(${timeOf(moment)}) AS at FROM ${moment.table} r WHERE ${moment.where} AND ${timeOf(moment)} > clock_timestamp()`).join('\n    UNION ALL ')}
  ) m WHERE at <= $1`;

/** What is due and has not been done yet, as `kind` and `id`. */
export const OVERDUE = DUE_MOMENTS.map(
  (moment) =>
    `SELECT '${moment.table}.${moment.column}' AS kind, (${rowKey(moment.table)})::text AS id FROM ${moment.table} r WHERE ${moment.where} AND ${timeOf(moment)} <= now()`,
).join(' UNION ALL ');

function timeOf({ column, at = `r.${column}` }: DueMoment): string {
  return at;
}

function rowKey(table: string): string {
  if (table === 'open_event') return 'r.event_id';
  return table === 'webhook_breaker' ? 'r.agent_id' : 'r.id';
}
