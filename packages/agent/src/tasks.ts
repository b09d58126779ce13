import type { NewTask, RunPage, Task, TaskChanges, TaskRun } from './contract.js';
import type { Calls } from './http/calls.js';
import { readRun } from './runs/run-calls.js';

/** The tasks of an agent and their runs. Fields are named as in the service's contract. */
export class Tasks {
  readonly #calls: Calls;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  /**
   * All tasks, oldest first.
   *
   * @throws {CallError} if the service refuses the call, or cannot be reached for as long as calls are tried.
   *   So do all calls of this class.
   */
  list(): Promise<Task[]> {
    return this.#calls.call<Task[]>({ method: 'GET', path: '/api/agent/tasks' });
  }

  /** One task, `tsk_…`. */
  get(taskId: string): Promise<Task> {
    return this.#calls.call<Task>({ method: 'GET', path: `/api/agent/tasks/${taskId}` });
  }

  /** Makes a task. With the schedule `event` it comes with a `trigger_id`, for `/webhook/{trigger_id}`. */
  create(task: NewTask): Promise<Task> {
    return this.#calls.call<Task>({ method: 'POST', path: '/api/agent/tasks', body: task });
  }

  /** Changes a task, `tsk_…`. */
  update(taskId: string, changes: TaskChanges): Promise<Task> {
    return this.#calls.call<Task>({ method: 'PATCH', path: `/api/agent/tasks/${taskId}`, body: changes });
  }

  /** Deletes a task, `tsk_…`; its open runs are cancelled. */
  async delete(taskId: string): Promise<void> {
    await this.#calls.call({ method: 'DELETE', path: `/api/agent/tasks/${taskId}` });
  }

  /**
   * A page of the agent's runs, newest first.
   *
   * @param query.taskId only runs of this task, `tsk_…`.
   * @param query.limit how many runs at most, 1 to 100. Default 50.
   * @param query.cursor the `next_cursor` of the page before.
   */
  runs(
    query: { status?: TaskRun['status']; taskId?: string; limit?: number; cursor?: string } = {},
  ): Promise<RunPage> {
    const { taskId, ...rest } = query;
    const path = '/api/agent/tasks/runs';
    return this.#calls.call<RunPage>({ method: 'GET', path, query: { ...rest, task_id: taskId } });
  }

  /** One of the agent's runs, `run_…`. */
  run(runId: string): Promise<TaskRun> {
    return readRun(this.#calls, runId);
  }
}
