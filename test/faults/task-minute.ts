import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { PlannedOccurrence, StoredRun } from './stored-runs.js';

export interface TaskMinuteOptions {
  agentIds: readonly string[];
  count: number;
  /** From when on, and within which time, the tasks are due, in milliseconds. */
  startsInMs: number;
  spreadMs: number;
}

/** Every fourth task is a cron task, whose next occurrence is far away. */
const SCHEDULES = ['once', 'once', 'once', '0 0 29 2 *'];

/** Looks into the product's database, and writes what would take the public doors too long. */
export class TaskMinute {
  readonly #databaseUrl: string;

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl;
  }

  /** Writes all tasks in one statement, in turn for each agent. */
  async plan({ agentIds, count, startsInMs, spreadMs }: TaskMinuteOptions): Promise<PlannedOccurrence[]> {
    const startMs = Date.now() + startsInMs;
    const tasks = Array.from({ length: count }, (_, index) => ({
      taskId: `tsk_${randomBytes(16).toString('hex')}`,
      agentId: agentIds[index % agentIds.length] as string,
      schedule: SCHEDULES[Math.floor(index / agentIds.length) % SCHEDULES.length] as string,
      dueAtMs: startMs + Math.floor((index * spreadMs) / count),
    }));
    await this.#query(PLAN, [
      tasks.map(({ taskId }) => taskId),
      tasks.map(({ agentId }) => agentId),
      tasks.map(({ schedule }) => schedule),
      tasks.map(({ dueAtMs }) => new Date(dueAtMs)),
    ]);
    return tasks.map(({ taskId, dueAtMs }) => ({ taskId, dueAtMs }));
  }

  /** Runs that the schedules of these agents' tasks have begun so far. */
  async firedCount(agentIds: readonly string[]): Promise<number> {
    const [row] = await this.#query<{ count: number }>(
      `SELECT count(*)::int AS count FROM task_run WHERE origin = 'schedule' AND agent_id = ANY($1)`,
      [agentIds],
    );
    return row?.count ?? 0;
  }

  /** Events that are still on their way. */
  async pendingEvents(): Promise<number> {
    const [row] = await this.#query<{ count: number }>(
      `SELECT count(*)::int AS count FROM event e JOIN waiting_up_to w USING (agent_id, type) WHERE e.state = 'open' AND e.push_no > w.push_no`,
    );
    return row?.count ?? 0;
  }

  /** All runs of these agents. */
  async runs(agentIds: readonly string[]): Promise<StoredRun[]> {
    const rows = await this.#query<RunRow>(RUNS, [agentIds]);
    return rows.map((row) => ({
      runId: row.id,
      taskId: row.task_id,
      agentId: row.agent_id,
      origin: row.origin,
      scheduledForMs: row.scheduled_for?.getTime() ?? null,
      eventIds: row.event_ids,
      payload: row.trigger_frame === null ? null : payloadOf(row.trigger_frame),
    }));
  }

  async #query<T>(text: string, values: unknown[] = []): Promise<T[]> {
    const client = new Client({ connectionString: this.#databaseUrl });
    await client.connect();
    try {
      return (await client.query(text, values)).rows as T[];
    } finally {
      await client.end();
    }
  }
}

interface RunRow {
  id: string;
  task_id: string;
  agent_id: string;
  origin: StoredRun['origin'];
  scheduled_for: Date | null;
  event_ids: string[];
  trigger_frame: string | null;
}

const PLAN = `
  INSERT INTO task (id, agent_id, name, prompt, schedule, trigger_type, timezone, run_at, next_run_at, updated_at)
  SELECT t.id, t.agent_id, 'Under fire', 'Do it once.', t.schedule, 'scheduled', 'UTC',
         CASE WHEN t.schedule = 'once' THEN t.due_at END, t.due_at, now()
    FROM unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[]) AS t (id, agent_id, schedule, due_at)`;

const RUNS = `
  SELECT r.id, r.task_id, r.agent_id, r.origin, r.scheduled_for,
         coalesce(array_agg(e.id) FILTER (WHERE e.id IS NOT NULL), '{}') AS event_ids,
         min(e.frame) FILTER (WHERE e.type = 'task_trigger') AS trigger_frame
    FROM task_run r LEFT JOIN event e ON e.subject_id = r.id
   WHERE r.agent_id = ANY($1) GROUP BY r.id`;

function payloadOf(frame: string): number {
  return (JSON.parse(frame) as { payload: { number: number } }).payload.number;
}
