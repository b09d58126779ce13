import { previewSchedule, ServiceError, storableTextNotBlank } from '@svc/domain';
import type { Hints } from '@svc/publishing';
import type { Clock } from '@svc/runtime';
import type { Store, TaskRecord, TaskScope } from '@svc/store';
import { taskView } from '../views/task-view.js';

export interface TasksDependencies {
  store: Pick<Store, 'agents' | 'tasks'>;
  hints: Hints;
  clock: Clock;
}

export interface NewTaskBody {
  name: string;
  prompt: string;
  schedule: string;
  timezone?: string;
  run_at?: string | null;
  enabled?: boolean;
}

export type TaskChangesBody = Partial<NewTaskBody>;

/** What agents do with their tasks, and users with those of their agents. What is outside the scope is not found. */
export function tasks({ store, hints, clock }: TasksDependencies) {
  return {
    async list(agentId: string, scope: TaskScope) {
      if (scope.userId !== undefined && (await store.agents.findOwned(agentId, scope.userId)) === null) {
        throw new ServiceError('not_found');
      }
      const found = await store.tasks.listOf(agentId);
      return found.map(taskView);
    },

    async create(agentId: string, scope: TaskScope, body: NewTaskBody) {
      const created = await store.tasks.create(
        {
          agentId,
          name: storableTextNotBlank(body.name, 'body.name'),
          prompt: storableTextNotBlank(body.prompt, 'body.prompt'),
          schedule: body.schedule,
          timezone: body.timezone ?? 'UTC',
          runAt: momentOf(body.run_at) ?? null,
          enabled: body.enabled ?? true,
        },
        scope,
        now(),
      );
      return changed(created);
    },

    /** When a schedule would run, for a form that is being filled in. */
    preview({ schedule, timezone = 'UTC' }: { schedule: string; timezone?: string }) {
      const found = previewSchedule({ schedule, timezone, now: now() });
      return { next_runs_at: found.map((date) => date.toISOString()) };
    },

    async read(taskId: string, scope: TaskScope) {
      return taskView(await store.tasks.find(taskId, scope));
    },

    async change(taskId: string, scope: TaskScope, body: TaskChangesBody) {
      const { name, prompt } = body;
      return changed(
        await store.tasks.change(
          taskId,
          scope,
          {
            name: name === undefined ? undefined : storableTextNotBlank(name, 'body.name'),
            prompt: prompt === undefined ? undefined : storableTextNotBlank(prompt, 'body.prompt'),
            schedule: body.schedule,
            timezone: body.timezone,
            runAt: momentOf(body.run_at),
            enabled: body.enabled,
          },
          now(),
        ),
      );
    },

    async rotateTrigger(taskId: string, scope: TaskScope) {
      return changed(await store.tasks.rotateTrigger(taskId, scope));
    },

    async delete(taskId: string, scope: TaskScope): Promise<void> {
      changed(await store.tasks.delete(taskId, scope));
    },
  };

  function now(): Date {
    return new Date(clock.nowMs());
  }

  function changed(task: TaskRecord) {
    hints.runChanged({ agentId: task.agentId, userId: task.ownerId, taskId: task.taskId });
    return taskView(task);
  }
}

/** The moment that `run_at` names. The form of a date-time allows a leap second and years that the database does not have. */
function momentOf(runAt: string | null | undefined): Date | null | undefined {
  if (runAt === null || runAt === undefined) return runAt;
  const moment = new Date(runAt);
  if (Number.isNaN(moment.getTime())) {
    throw new ServiceError('invalid_request', {
      fields: [{ path: 'body.run_at', message: 'must be an ISO 8601 timestamp' }],
    });
  }
  return new Date(Math.max(0, moment.getTime()));
}
