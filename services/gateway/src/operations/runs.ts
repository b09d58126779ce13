import { PAGE_SIZE, storableText, storableTextNotBlank } from '@svc/domain';
import type { OperationHandlers } from '@svc/http-contract';
import type { AgentIdentity, ManualRun, RunRecord } from '@svc/store';
import type { AgentCaller } from '../agent-guard.js';
import type { ClientCaller } from '../user-guard.js';
import { clientMessageView } from '../views/message-view.js';
import {
  clientRunDetailsView,
  clientRunView,
  contextBlockView,
  runInProgressView,
  runPageView,
  runView,
} from '../views/task-view.js';
import { found } from './parts.js';
import type { OperationParts } from './parts.js';

/** Specification, "Tasks". */
export function agentRuns({ store, hints }: OperationParts) {
  return {
    async completeRun({ auth, params, body }) {
      const { agentId, ownerId: userId } = auth;
      const { run_id: runId } = params;
      const summary = body.summary === undefined ? null : storableText(body.summary, 'body.summary');
      const completed = await store.runCompletions.complete({ runId, agentId, status: body.status, summary });
      if (completed !== null) {
        const { conversationId, messageId } = completed;
        runChanged(auth, completed.taskId, runId);
        hints.messageChanged({ agentId, userId, conversationId, messageId });
      }
      return { status: body.status, run_id: runId };
    },

    async listRuns({ auth, query }) {
      const { agentId } = auth;
      const { status, task_id: taskId, cursor, limit = PAGE_SIZE.default } = query;
      const page = await store.runs.listOf({ agentId, status, taskId, cursor, limit });
      const showsContents = (status === 'pending' || status === 'running') && auth.may('tasks');
      const contents = showsContents
        ? await store.runs.contentsOf(page.runs.map(({ runId }) => runId))
        : null;
      const runs = page.runs.map((run) => runFor(auth, run));
      return runPageView({ ...page, runs }, contents);
    },

    async heartbeatRun({ auth, params: { run_id: runId }, body }) {
      const { lease_seconds: leaseSeconds, attempt } = body;
      const { agentId } = auth;
      const sign = await store.runSigns.heartbeat({ runId, agentId, leaseSeconds, attempt });
      if (sign.hasBegun) runChanged(auth, sign.taskId, runId);
      const lease = { lease_expires_at: sign.leaseUntil.toISOString(), attempt: sign.attempt };
      return { run_id: runId, status: 'running', ...lease };
    },

    async releaseRun({ auth, params: { run_id: runId }, body }) {
      const { agentId } = auth;
      const released = await store.runSigns.release({ runId, agentId, attempt: body.attempt });
      if (released.hasChanged) runChanged(auth, released.taskId, runId);
      return { run_id: runId, status: 'pending' };
    },

    async reportProgress({ auth, params: { run_id: runId }, body }) {
      const text = storableTextNotBlank(body.text, 'body.text');
      const { agentId } = auth;
      const { percent = null, attempt } = body;
      const { taskId } = await store.runSigns.progress({ runId, agentId, percent, text, attempt });
      runChanged(auth, taskId, runId);
      return { run_id: runId, status: 'running' };
    },

    async getRun({ auth, params }) {
      const run = found(await store.runs.find(params.run_id, { agentId: auth.agentId }));
      return runView(runFor(auth, run));
    },

    async appendContext({ auth, params, body }) {
      const { blockId, begunTaskId } = await store.contextBlocks.append({
        runId: params.run_id,
        agentId: auth.agentId,
        text: storableText(body.text, 'body.text'),
        attempt: body.attempt,
      });
      if (begunTaskId !== null) runChanged(auth, begunTaskId, params.run_id);
      return { status: 'ok', block_id: blockId };
    },

    async listContext({ auth, params: { run_id } }) {
      const blocks = found(await store.contextBlocks.listOf(run_id, { agentId: auth.agentId }));
      return { run_id, blocks: blocks.map(contextBlockView) };
    },
  } satisfies OperationHandlers<AgentCaller>;

  /** Headers are what came in, as the payload is. */
  function runFor(agent: AgentCaller, run: RunRecord): RunRecord {
    return agent.may('tasks') ? run : { ...run, headers: null };
  }

  function runChanged(agent: AgentIdentity, taskId: string, runId: string): void {
    hints.runChanged({ agentId: agent.agentId, userId: agent.ownerId, taskId, runId });
  }
}

export function clientRuns({ store, announcer, hints, mediaLinks }: OperationParts) {
  return {
    async runTaskNow({ auth: { userId, call }, params: { task_id: taskId } }) {
      return started(found(await store.runNow.fire({ taskId, userId, call })));
    },

    async runTaskAgain({ auth: { userId, call }, params: { run_id: runId } }) {
      return started(found(await store.runNow.again({ runId, userId, call })));
    },

    async listTaskRuns({ auth: { userId }, params: { task_id: taskId }, query }) {
      const { agentId } = await store.tasks.find(taskId, { userId });
      const { limit = PAGE_SIZE.default, cursor } = query;
      const { runs } = await store.runs.listOf({ agentId, taskId, limit, cursor });
      return runs.map(clientRunView);
    },

    async listRunsInProgress({ auth: { userId }, params: { agent_id: agentId } }) {
      found(await store.agents.findOwned(agentId, userId));
      const { runs, conversationId } = await store.runs.inProgress(agentId, userId);
      return { conversation_id: conversationId, runs: runs.map(runInProgressView) };
    },

    async getTaskRun({ auth: { userId }, params: { run_id: runId } }) {
      const run = found(await store.runs.find(runId, { userId }));
      const blocks = found(await store.contextBlocks.listOf(runId, { userId }));
      return clientRunDetailsView(run, blocks);
    },

    async listRunMessages({ auth: { userId }, params: { run_id: runId }, query }) {
      found(await store.runs.find(runId, { userId }));
      const page = { limit: query.limit ?? PAGE_SIZE.default, before: query.cursor };
      const messages = await store.conversations.messagesOfRun(runId, userId, page);
      const link = (url: string): string => mediaLinks.forPerson(url);
      return messages.map((message) => clientMessageView(message, link));
    },

    async cancelTaskRun({ auth: { userId, call }, params: { run_id: runId } }) {
      const cancelled = await store.runCancellations.cancel({ runId, userId, call });
      if (cancelled !== null) {
        const { agentId, taskId, conversationId, messageId, event } = cancelled;
        if (event !== null) announcer.announce(event);
        hints.runChanged({ agentId, userId, taskId, runId });
        hints.messageChanged({ agentId, userId, conversationId, messageId });
      }
      return clientRunView(found(await store.runs.find(runId, { userId })));
    },
  } satisfies OperationHandlers<ClientCaller>;

  function started({ taskId, runId, event }: ManualRun) {
    announcer.announce(event);
    hints.runChanged({ agentId: event.agentId, userId: event.userId, taskId, runId });
    return { run_id: runId };
  }
}
