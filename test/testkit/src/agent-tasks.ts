import type { components } from '@svc/http-contract';
import { unexpected } from './http-call.js';
import type { HttpAnswer, HttpCall } from './http-call.js';

type Schemas = components['schemas'];
/** Name and prompt have defaults. */
export type NewTask = Partial<Schemas['NewTask']> & Pick<Schemas['NewTask'], 'schedule'>;
export type TaskRecord = Schemas['Task'];
export type RunRecord = Schemas['TaskRun'];

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

  async due(): Promise<Schemas['DueTask'][]> {
    return (await this.#succeed('polling due tasks', `${TASKS}/due`)) as Schemas['DueTask'][];
  }

  async pendingTriggers(): Promise<Schemas['PendingTrigger'][]> {
    return (await this.#succeed(
      'polling triggers',
      `${TASKS}/triggers/pending`,
    )) as Schemas['PendingTrigger'][];
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
  async complete(runId: string, result: Schemas['RunCompletion'] = { status: 'completed' }): Promise<void> {
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

  async blocks(runId: string): Promise<Schemas['ContextBlock'][]> {
    const body = await this.#succeed('reading a context', `${TASKS}/runs/${runId}/context`);
    return (body as Schemas['RunContext']).blocks;
  }

  async #succeed(what: string, path: string, call?: HttpCall): Promise<unknown> {
    const answer = await this.#call(path, call);
    // The specification leaves the status of a success open; the suites check it call by call.
    if (answer.status !== 200 && answer.status !== 201) throw unexpected(what, answer);
    return answer.body;
  }
}
