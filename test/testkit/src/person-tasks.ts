import type { NewTask, RunRecord, TaskRecord } from './agent-tasks.js';
import { succeeded } from './http-call.js';
import type { HttpAnswer, HttpCall } from './http-call.js';

const POST = { method: 'POST' };

/** What a person does with tasks. Each call must succeed; for refusals there is {@link Person.call}. */
export class PersonTasks {
  readonly #call: (path: string, call?: HttpCall) => Promise<HttpAnswer>;

  constructor(call: (path: string, call?: HttpCall) => Promise<HttpAnswer>) {
    this.#call = call;
  }

  list = (agentId: string) => this.#succeed<TaskRecord[]>(`/agents/${agentId}/tasks`);

  create = (agentId: string, task: NewTask) =>
    this.#succeed<TaskRecord>(`/agents/${agentId}/tasks`, {
      body: { name: 'Tidy up', prompt: 'Tidy the mailbox.', ...task },
    });

  change = (taskId: string, body: Record<string, unknown>) =>
    this.#succeed<TaskRecord>(`/tasks/${taskId}`, { method: 'PATCH', body });

  delete = (taskId: string) => this.#succeed(`/tasks/${taskId}`, { method: 'DELETE' });

  /** Fires it now. Resolves with the id of the run. */
  run = async (taskId: string) =>
    (await this.#succeed<{ run_id: string }>(`/tasks/${taskId}/run`, POST)).run_id;

  /** Cancels an open run. Resolves with what it is then. */
  cancelRun = (runId: string) => this.#succeed<RunRecord>(`/runs/${runId}/cancel`, POST);

  /** Resolves with the new `trigger_id`. */
  rotateTrigger = async (taskId: string) =>
    (await this.#succeed<{ trigger_id: string }>(`/tasks/${taskId}/trigger/rotate`, POST)).trigger_id;

  /** Newest first. */
  runs = (taskId: string) => this.#succeed<RunRecord[]>(`/tasks/${taskId}/runs`);

  async #succeed<T>(path: string, call?: HttpCall): Promise<T> {
    return succeeded<T>(`${call?.method ?? ''} ${path}`, await this.#call(path, call));
  }
}
