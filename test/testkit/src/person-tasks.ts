import { WORK } from './agent-tasks.js';
import type { NewTask, RunRecord, TaskRecord } from './agent-tasks.js';
import type { Caller } from './caller.js';

const POST = { method: 'POST' };

/** What a person does with tasks. Each call must succeed; for refusals there is {@link Person.call}. */
export class PersonTasks {
  readonly #person: Caller;

  constructor(person: Caller) {
    this.#person = person;
  }

  list = (agentId: string) => this.#person.succeed<TaskRecord[]>(`/agents/${agentId}/tasks`);

  create = (agentId: string, task: NewTask) =>
    this.#person.succeed<TaskRecord>(`/agents/${agentId}/tasks`, {
      body: { ...WORK, ...task },
    });

  change = (taskId: string, body: Record<string, unknown>) =>
    this.#person.succeed<TaskRecord>(`/tasks/${taskId}`, { method: 'PATCH', body });

  delete = (taskId: string) => this.#person.succeed(`/tasks/${taskId}`, { method: 'DELETE' });

  /** Fires it now. Resolves with the id of the run. */
  run = async (taskId: string) =>
    (await this.#person.succeed<{ run_id: string }>(`/tasks/${taskId}/run`, POST)).run_id;

  /** Cancels an open run. Resolves with what it is then. */
  cancelRun = (runId: string) => this.#person.succeed<RunRecord>(`/runs/${runId}/cancel`, POST);

  /** Resolves with the new `trigger_id`. */
  rotateTrigger = async (taskId: string) =>
    (await this.#person.succeed<{ trigger_id: string }>(`/tasks/${taskId}/trigger/rotate`, POST)).trigger_id;

  /** Newest first. */
  runs = (taskId: string) => this.#person.succeed<RunRecord[]>(`/tasks/${taskId}/runs`);
}
