import type { components } from '@svc/http-contract';
import type { Caller } from './caller.js';
import type { HttpCall } from './http-call.js';
import { eventually } from './signal.js';

type Schemas = components['schemas'];
/** Name and prompt have defaults. */
export type NewTask = Partial<Schemas['NewTask']> & Pick<Schemas['NewTask'], 'schedule'>;
export type TaskRecord = Schemas['Task'];
export type RunRecord = Schemas['TaskRun'];

/** Calls about tasks and runs. Each must succeed; for refusals there is {@link AgentClient.call}. */
export class AgentTasks {
  readonly #agent: Caller;

  constructor(agent: Caller) {
    this.#agent = agent;
  }

  list = () => this.#succeed<TaskRecord[]>('');

  /** @param task name and prompt have defaults. */
  create = (task: NewTask) => this.#succeed<TaskRecord>('', { body: { ...WORK, ...task } });

  /** A task that is triggered by webhook, with its credential. */
  createTriggered = async (task: Partial<NewTask> = {}) =>
    (await this.create({ schedule: 'event', ...task })) as TaskRecord & { trigger_id: string };

  read = (taskId: string) => this.#succeed<TaskRecord>(`/${taskId}`);

  change = (taskId: string, body: Record<string, unknown>) =>
    this.#succeed<TaskRecord>(`/${taskId}`, { method: 'PATCH', body });

  delete = (taskId: string) => this.#succeed(`/${taskId}`, { method: 'DELETE' });

  due = () => this.#succeed<Schemas['DueTask'][]>('/due');

  pendingTriggers = () => this.#succeed<Schemas['PendingTrigger'][]>('/triggers/pending');

  /** Resolves with the id of the run. */
  start = async (taskId: string) =>
    (await this.#succeed<{ run_id: string }>(`/${taskId}/run/start`, { method: 'POST' })).run_id;

  /** Starts a run of a new task that no clock starts. */
  async startNew(task: Partial<NewTask> = {}): Promise<{ taskId: string; runId: string }> {
    const { id } = await this.create({ schedule: '0 9 1 1 *', ...task });
    return { taskId: id, runId: await this.start(id) };
  }

  /** @param result default: completed, without a summary. */
  complete = (runId: string, result: Schemas['RunCompletion'] = { status: 'completed' }) =>
    this.#succeed(`/runs/${runId}/complete`, { body: result });

  run = (runId: string) => this.#succeed<RunRecord>(`/runs/${runId}`);

  /** Says that it works on a run, whatever comes of it. */
  heartbeat = (runId: string, body: object) =>
    this.#agent.call(`/api/agent/tasks/runs/${runId}/heartbeat`, { body });

  /** Takes a run on lease. */
  lease = (runId: string, seconds: number) =>
    this.#succeed(`/runs/${runId}/heartbeat`, { body: { lease_seconds: seconds } });

  /** Resolves with the run once it is as asked for. */
  runThatIs(runId: string, wanted: Partial<RunRecord>, waitMsMax?: number): Promise<RunRecord> {
    const fits = (run: RunRecord) =>
      Object.entries(wanted).every(([field, value]) => run[field as keyof RunRecord] === value);
    const what = `the run to be ${JSON.stringify(wanted)}`;
    return eventually(() => this.run(runId), fits, { what, ...(waitMsMax && { waitMsMax }) });
  }

  append = (runId: string, text: string) => this.#succeed(`/runs/${runId}/context`, { body: { text } });

  blocks = async (runId: string) =>
    (await this.#succeed<Schemas['RunContext']>(`/runs/${runId}/context`)).blocks;

  #succeed<T>(path: string, call?: HttpCall): Promise<T> {
    return this.#agent.succeed<T>(`/api/agent/tasks${path}`, call);
  }
}

/** Of tasks that say no more. */
export const WORK = { name: 'Tidy up', prompt: 'Tidy the mailbox.' };
