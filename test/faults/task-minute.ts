import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** An occurrence that was planned: the task and its moment. */
export interface PlannedOccurrence {
  taskId: string;
  dueAtMs: number;
}

/** A run with what the database holds about it. */
export interface StoredRun {
  runId: string;
  taskId: string;
  agentId: string;
  origin: 'schedule' | 'trigger' | 'manual';
  scheduledForMs: number | null;
  /** The events of the run; there should be one. */
  eventIds: string[];
  /** The number in the trigger's payload. */
  payload: string | null;
}

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
  runs(agentIds: readonly string[]): Promise<StoredRun[]> {
    return this.#query(RUNS, [agentIds]);
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

const PLAN = `
  INSERT INTO task (id, agent_id, name, prompt, schedule, trigger_type, timezone, run_at, next_run_at, updated_at)
  SELECT t.id, t.agent_id, 'Under fire', 'Do it once.', t.schedule, 'scheduled', 'UTC',
         CASE WHEN t.schedule = 'once' THEN t.due_at END, t.due_at, now()
    FROM unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[]) AS t (id, agent_id, schedule, due_at)`;

const RUNS = `
  SELECT r.id AS "runId", r.task_id AS "taskId", r.agent_id AS "agentId", r.origin,
         (extract(epoch FROM r.scheduled_for) * 1000)::float8 AS "scheduledForMs",
         coalesce(array_agg(e.id) FILTER (WHERE e.id IS NOT NULL), '{}') AS "eventIds",
         min(e.frame) FILTER (WHERE e.type = 'task_trigger')::jsonb #>> '{payload,number}' AS payload
    FROM task_run r LEFT JOIN event e ON e.subject_id = r.id
   WHERE r.agent_id = ANY($1) GROUP BY r.id`;
