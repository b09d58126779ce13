import { unexpected } from './http-call.js';
import type { HttpAnswer, HttpCall } from './http-call.js';

export interface NewTask {
  name?: string;
  prompt?: string;
  /** Five cron fields, `once` or `event`. */
  schedule: string;
  timezone?: string;
  /** For `once`. */
  run_at?: string;
  /** For `event`. */
  trigger_headers?: string[];
}

/** What the specification says of a task; the contract adds more. */
export interface TaskRecord {
  id: string;
  name: string;
  prompt: string;
  schedule: string;
  trigger_type: 'scheduled' | 'event';
  enabled: boolean;
  next_run_at?: string | null;
  last_run_status?: string | null;
  trigger_id?: string | null;
  timezone?: string;
}

export interface RunRecord {
  id: string;
  task_id: string | null;
  agent_id: string;
  status: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled';
  summary: string | null;
  started_at: string;
  finished_at: string | null;
}

export interface DueTask {
  id: string;
  name: string;
  prompt: string;
  schedule: string;
  trigger_type: string;
  enabled: boolean;
}

export interface PendingTrigger {
  id: string;
  task_id: string;
  task_name: string;
  task_prompt: string;
  payload: Record<string, unknown>;
  run_id: string;
  received_at: string;
}

export interface ContextBlockRecord {
  id: number;
  text: string;
  created_at: string;
}

export interface RunResult {
  status: 'completed' | 'failed';
  summary?: string;
}

const TASKS = '/api/agent/tasks';

/** Calls about tasks and runs. Each must succeed; for refusals there is {@link AgentClient.call}. */
export class AgentTasks {
  readonly #call: (path: string, call?: HttpCall) => Promise<HttpAnswer>;

  constructor(call: (path: string, call?: HttpCall) => Promise<HttpAnswer>) {
    this.#call = call;
  }

  async list(): Promise<TaskRecord[]> {
    return (await this.#succeed('listing tasks', TASKS)) as TaskRecord[];
  }

  /** @param task name and prompt have defaults. */
  async create(task: NewTask): Promise<TaskRecord> {
    const body = { name: 'Tidy up', prompt: 'Tidy the mailbox.', ...task };
    return (await this.#succeed('creating a task', TASKS, { body })) as TaskRecord;
  }

  /** A task that is triggered by webhook, with its credential. */
  async createTriggered(task: Partial<NewTask> = {}): Promise<TaskRecord & { trigger_id: string }> {
    const created = await this.create({ schedule: 'event', ...task });
    if (typeof created.trigger_id !== 'string') throw new Error('An event task came without trigger_id');
    return { ...created, trigger_id: created.trigger_id };
  }

  async read(taskId: string): Promise<TaskRecord> {
    return (await this.#succeed('reading a task', `${TASKS}/${taskId}`)) as TaskRecord;
  }

  async change(taskId: string, body: Record<string, unknown>): Promise<TaskRecord> {
    const call = { method: 'PATCH', body };
    return (await this.#succeed('changing a task', `${TASKS}/${taskId}`, call)) as TaskRecord;
  }

  async delete(taskId: string): Promise<void> {
    const answer = await this.#call(`${TASKS}/${taskId}`, { method: 'DELETE' });
    if (answer.status !== 200 && answer.status !== 204) throw unexpected('deleting a task', answer);
  }

  async due(): Promise<DueTask[]> {
    return (await this.#succeed('polling due tasks', `${TASKS}/due`)) as DueTask[];
  }

  async pendingTriggers(): Promise<PendingTrigger[]> {
    return (await this.#succeed('polling triggers', `${TASKS}/triggers/pending`)) as PendingTrigger[];
  }

  /** Resolves with the id of the run. */
  async start(taskId: string): Promise<string> {
    const call = { method: 'POST' };
    const body = await this.#succeed('starting a run', `${TASKS}/${taskId}/run/start`, call);
    return (body as { run_id: string }).run_id;
  }

  /** Starts a run of a new task that no clock starts. */
  async startNew(task: Partial<NewTask> = {}): Promise<{ taskId: string; runId: string }> {
    const { id } = await this.create({ schedule: '0 9 1 1 *', ...task });
    return { taskId: id, runId: await this.start(id) };
  }

  /** @param result default: completed, without a summary. */
  async complete(runId: string, result: RunResult = { status: 'completed' }): Promise<void> {
    await this.#succeed('completing a run', `${TASKS}/runs/${runId}/complete`, { body: result });
  }

  async run(runId: string): Promise<RunRecord> {
    return (await this.#succeed('reading a run', `${TASKS}/runs/${runId}`)) as RunRecord;
  }

  /** Resolves with the id of the block. */
  async append(runId: string, text: string): Promise<number> {
    const path = `${TASKS}/runs/${runId}/context`;
    const body = await this.#succeed('appending a block', path, { body: { text } });
    return (body as { block_id: number }).block_id;
  }

  async blocks(runId: string): Promise<ContextBlockRecord[]> {
    const body = await this.#succeed('reading a context', `${TASKS}/runs/${runId}/context`);
    return (body as { blocks: ContextBlockRecord[] }).blocks;
  }

  async #succeed(what: string, path: string, call?: HttpCall): Promise<unknown> {
    const answer = await this.#call(path, call);
    // The specification leaves the status of a success open; the suites check it call by call.
    if (answer.status !== 200 && answer.status !== 201) throw unexpected(what, answer);
    return answer.body;
  }
}
