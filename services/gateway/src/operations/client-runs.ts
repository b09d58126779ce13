import { carryEvent } from '@svc/broker';
import type { Broker } from '@svc/broker';
import { PAGE_SIZE, ServiceError } from '@svc/domain';
import type { Hints, Publishing } from '@svc/publishing';
import type { SessionUser } from '@svc/sign-in';
import type { Store } from '@svc/store';
import { clientRunDetailsView, clientRunView } from '../views/run-view.js';

export interface ClientRunsDependencies {
  store: Pick<Store, 'contextBlocks' | 'runNow' | 'runs' | 'tasks'>;
  broker: Broker;
  publishing: Publishing;
  hints: Hints;
}

/** What a user does with the runs of tasks. */
export function clientRuns({ store, broker, publishing, hints }: ClientRunsDependencies) {
  return {
    async runNow(user: SessionUser, taskId: string) {
      const { userId } = user;
      const fired = found(await store.runNow.fire({ taskId, userId }));
      const { agentId, runId, event, slot } = fired;
      // What waits for a poll has nowhere to go now.
      if (fired.state === 'pending') {
        publishing.start(() => carryEvent(broker, event, slot), { event_id: event.eventId });
      }
      hints.runChanged({ agentId, userId, taskId, runId });
      return { run_id: runId };
    },

    async list(user: SessionUser, taskId: string, query: { limit?: number; cursor?: string }) {
      await store.tasks.find(taskId, { userId: user.userId });
      const page = { limit: query.limit ?? PAGE_SIZE.default, cursor: query.cursor };
      const runs = await store.runs.listOf(taskId, page);
      return runs.map(clientRunView);
    },

    async read(user: SessionUser, runId: string) {
      const scope = { userId: user.userId };
      const run = found(await store.runs.find(runId, scope));
      const blocks = found(await store.contextBlocks.listOf(runId, scope));
      return clientRunDetailsView(run, blocks);
    },
  };
}

function found<T>(record: T | null): T {
  if (record === null) throw new ServiceError('not_found');
  return record;
}
