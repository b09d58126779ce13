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
   * @throws {CallError} if the service refuses the call, or cannot be reached for as long as calls are tried. So do all calls of this class.
   */
  list(): Promise<Task[]> {
    return this.#calls.call<Task[]>({ method: 'GET', path: '/api/agent/tasks' });
  }

  /**
   * One task.
   *
   * @param taskId the task, `tsk_…`.
   */
  get(taskId: string): Promise<Task> {
    return this.#calls.call<Task>({ method: 'GET', path: `/api/agent/tasks/${taskId}` });
  }

  /**
   * Makes a task. An event task comes with a `trigger_id`, and a POST to `/webhook/{trigger_id}` of the service starts a run.
   * With `retry` a run whose process was killed is offered again.
   *
   * @param task its name, its prompt and its schedule are needed.
   */
  create(task: NewTask): Promise<Task> {
    return this.#calls.call<Task>({ method: 'POST', path: '/api/agent/tasks', body: task });
  }

  /**
   * Changes a task.
   *
   * @param taskId the task, `tsk_…`.
   * @param changes what is left out stays as it is.
   */
  update(taskId: string, changes: TaskChanges): Promise<Task> {
    return this.#calls.call<Task>({ method: 'PATCH', path: `/api/agent/tasks/${taskId}`, body: changes });
  }

  /**
   * Deletes a task; its open runs are cancelled.
   *
   * @param taskId the task, `tsk_…`.
   */
  async delete(taskId: string): Promise<void> {
    await this.#calls.call({ method: 'DELETE', path: `/api/agent/tasks/${taskId}` });
  }

  /**
   * A page of the agent's runs, newest first.
   *
   * @param query.status only runs with this status. Default: all.
   * @param query.taskId only runs of this task, `tsk_…`. Default: of all tasks.
   * @param query.limit how many runs at most, 1 to 100. Default 50.
   * @param query.cursor the `next_cursor` of the page before. Default: the first page.
   */
  runs(
    query: { status?: TaskRun['status']; taskId?: string; limit?: number; cursor?: string } = {},
  ): Promise<RunPage> {
    const { status, taskId, limit, cursor } = query;
    return this.#calls.call<RunPage>({
      ...{ method: 'GET', path: '/api/agent/tasks/runs', query: { status, task_id: taskId, limit, cursor } },
    });
  }

  /**
   * One of the agent's runs.
   *
   * @param runId the run, `run_…`.
   */
  run(runId: string): Promise<TaskRun> {
    return readRun(this.#calls, runId);
  }
}
