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
/** All moments at which the clock has to stop on its way, so that what is due happens in its order. A test compares them with the schema. */
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
    table: 'event',
    column: 'next_attempt_at',
    where: `r.state = 'open' AND r.attempt > r.round_start AND (r.in_flight_until IS NULL OR r.in_flight_until <= now())
      AND EXISTS (SELECT 1 FROM agent_reach h WHERE h.agent_id = r.agent_id AND h.slot IS NULL AND h.has_webhook)`,
  },
  { table: 'webhook_breaker', column: 'probe_at', where: `r.state = 'open' AND ${OF_AGENT}` },
  { table: 'replay', column: 'next_step_at', where: `r.state = 'running' AND ${OF_AGENT}` },
];

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
  return table === 'webhook_breaker' ? 'r.agent_id' : 'r.id';
}
