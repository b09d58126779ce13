import { invalidField, PAGE_SIZE } from '@svc/domain';
import type { MediaLinks } from '@svc/domain';
import { frameWithLinks, tellOfEvent } from '@svc/store';
import { viewOf, writtenJson } from '@svc/http-contract';
import type { components, OperationHandlers } from '@svc/http-contract';
import type { Store } from '@svc/store';
import type { AgentCaller } from '../agent-guard.js';
import { pendingTriggersView } from '../views/task-view.js';
import { found } from './parts.js';
import type { OperationParts } from './parts.js';

/** Other open runs that `run/start` names. */
const OPEN_RUNS_MAX = 10;

/** An agent asks for its work (specification, "Tasks") and its events, instead of having them pushed. */
export function agentPolls({ store, hints, mediaLinks, logger }: OperationParts) {
  function notePoll(agentId: string): void {
    store.polls.notePoll(agentId).catch((error: unknown) => {
      logger.warn({ err: error, agent_id: agentId }, 'could not record a poll of an agent');
    });
  }

  return {
    /** Changes nothing but when the agent last polled. */
    async listDueTasks({ auth }) {
      notePoll(auth.agentId);
      const due = await store.channels.poll.listDueTasks(auth.agentId);
      return due.map((task) => viewOf('DueTask', { ...task, id: task.taskId }));
    },

    /** Leases what it returns. */
    async listPendingTriggers({ auth }) {
      notePoll(auth.agentId);
      const taken = await store.channels.poll.takePendingTriggers(auth.agentId);
      return pendingTriggersView(taken);
    },

    async startRun({ auth: { agentId, ownerId: userId }, params: { task_id: taskId } }) {
      const open = await store.runs.openOf(taskId, OPEN_RUNS_MAX + 1);
      const { runId } = found(await store.runs.start(taskId, agentId));
      hints.runChanged({ agentId, userId, taskId, runId });
      const others = open.filter((id) => id !== runId).slice(0, OPEN_RUNS_MAX);
      return { run_id: runId, open_runs: others };
    },

    /** Its open events count as handed out. */
    async listOwnEvents({ auth, query }) {
      notePoll(auth.agentId);
      const { after = null, wait = 0, limit = PAGE_SIZE.default } = query;
      const asked = { agentId: auth.agentId, after, limit };
      const look = () => store.channels.long_poll.look(asked);
      const { isFound, lastSeq } = await look();
      assertWithin('query.after', after ?? 0, lastSeq);
      const isThere = async () => (await look()).isFound;
      if (isFound || (wait > 0 && (await auth.until(wait * 1_000, isThere))))
        return ownEventsView(await store.channels.long_poll.read(asked), mediaLinks);
      const nothing = { entries: [], gaps: [], nextAfter: lastSeq, lastSeq, receipt: 0 };
      return ownEventsView(nothing, mediaLinks);
    },

    async acknowledgeEvents({ auth: { agentId, ownerId: userId }, body: { upto, receipt } }) {
      const { lastSeq, received } = await store.channels.long_poll.acknowledge(agentId, upto, receipt);
      assertWithin('body.upto', upto, lastSeq);
      for (const event of received) tellOfEvent(hints, { ...event, agentId, userId });
      return { acknowledged: received.length };
    },
  } satisfies OperationHandlers<AgentCaller>;
}

/** @throws ServiceError `invalid_request` beyond the agent's log: the caller means another log. */
function assertWithin(path: string, seq: number, lastSeq: number): void {
  if (seq <= lastSeq) return;
  throw invalidField(path, `must not be beyond the number of the newest event, which is ${lastSeq}`);
}

/** The frames are those of a socket, because an agent may have both. */
function ownEventsView(
  page: Awaited<ReturnType<Store['channels']['long_poll']['read']>>,
  links: Pick<MediaLinks, 'forAgent'>,
): components['schemas']['OwnEvents'] {
  const events = page.entries.map(({ eventId, seq, state, createdAt, frame }) => {
    const entry = JSON.stringify({ event_id: eventId, seq, state, created_at: createdAt.toISOString() });
    return `${entry.slice(0, -1)},"event":${frameWithLinks(frame, links)}}`;
  });
  const { gaps, nextAfter, lastSeq, receipt } = page;
  const rest = JSON.stringify({ gaps, next_after: nextAfter, last_seq: lastSeq, receipt });
  return writtenJson(`{"events":[${events.join(',')}],${rest.slice(1)}`);
}
