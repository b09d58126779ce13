import type { NewTask, RunRecord, TaskRecord } from './agent-tasks.js';
import { unexpected } from './http-call.js';
import type { HttpAnswer, HttpCall } from './http-call.js';

/** What a person does with tasks. Each call must succeed; for refusals there is {@link Person.call}. */
export class PersonTasks {
  readonly #call: (path: string, call?: HttpCall) => Promise<HttpAnswer>;

  constructor(call: (path: string, call?: HttpCall) => Promise<HttpAnswer>) {
    this.#call = call;
  }

  async list(agentId: string): Promise<TaskRecord[]> {
    return (await this.#succeed('listing tasks', `/agents/${agentId}/tasks`)) as TaskRecord[];
  }

  async create(agentId: string, task: NewTask): Promise<TaskRecord> {
    const body = { name: 'Tidy up', prompt: 'Tidy the mailbox.', ...task };
    return (await this.#succeed('creating a task', `/agents/${agentId}/tasks`, { body })) as TaskRecord;
  }

  async change(taskId: string, body: Record<string, unknown>): Promise<TaskRecord> {
    const call = { method: 'PATCH', body };
    return (await this.#succeed('changing a task', `/tasks/${taskId}`, call)) as TaskRecord;
  }

  async delete(taskId: string): Promise<void> {
    await this.#succeed('deleting a task', `/tasks/${taskId}`, { method: 'DELETE' });
  }

  /** Fires it now. Resolves with the id of the run. */
  async run(taskId: string): Promise<string> {
    const body = await this.#succeed('running a task', `/tasks/${taskId}/run`, { method: 'POST' });
    return (body as { run_id: string }).run_id;
  }

  /** Cancels an open run. Resolves with what it is then. */
  async cancelRun(runId: string): Promise<RunRecord> {
    const call = { method: 'POST' };
    return (await this.#succeed('cancelling a run', `/runs/${runId}/cancel`, call)) as RunRecord;
  }

  /** Resolves with the new `trigger_id`. */
  async rotateTrigger(taskId: string): Promise<string> {
    const call = { method: 'POST' };
    const body = await this.#succeed('rotating a trigger', `/tasks/${taskId}/trigger/rotate`, call);
    return (body as { trigger_id: string }).trigger_id;
  }

  /** Newest first. */
  async runs(taskId: string, query = ''): Promise<RunRecord[]> {
    return (await this.#succeed('listing runs', `/tasks/${taskId}/runs${query}`)) as RunRecord[];
  }

  async #succeed(what: string, path: string, call?: HttpCall): Promise<unknown> {
    const answer = await this.#call(path, call);
    if (answer.status < 200 || answer.status > 299) throw unexpected(what, answer);
    return answer.body;
  }
}
