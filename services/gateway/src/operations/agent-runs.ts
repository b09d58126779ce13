import { PAGE_SIZE, storableText, storableTextNotBlank } from '@svc/domain';
import type { Hints } from '@svc/events';
import type { OperationHandlers } from '@svc/http-contract';
import type { AgentIdentity, Store } from '@svc/store';
import { contextBlockView, runView } from '../views/run-view.js';
import { found } from './found.js';

export interface AgentRunsDependencies {
  store: Pick<Store, 'contextBlocks' | 'runCompletions' | 'runs' | 'runSigns'>;
  hints: Hints;
}

/** Operations of an agent on the runs that it has (specification, "Tasks"). */
export function agentRuns({ store, hints }: AgentRunsDependencies) {
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
      return { status: 200, body: { status: body.status, run_id: runId } };
    },

    async listRuns({ auth: { agentId }, query }) {
      const { status, task_id: taskId, cursor, limit = PAGE_SIZE.default } = query;
      const page = await store.runs.listOfAgent({ agentId, status, taskId, cursor, limit });
      return { status: 200, body: { runs: page.runs.map(runView), next_cursor: page.nextCursor } };
    },

    async heartbeatRun({ auth, params: { run_id: runId }, body }) {
      const { lease_seconds: leaseSeconds, attempt } = body;
      const { agentId } = auth;
      const sign = await store.runSigns.heartbeat({ runId, agentId, leaseSeconds, attempt });
      if (sign.hasBegun) runChanged(auth, sign.taskId, runId);
      const lease = { lease_expires_at: sign.leaseUntil.toISOString(), attempt: sign.attempt };
      return { status: 200, body: { run_id: runId, status: 'running', ...lease } };
    },

    async releaseRun({ auth, params: { run_id: runId }, body }) {
      const { agentId } = auth;
      const released = await store.runSigns.release({ runId, agentId, attempt: body.attempt });
      if (released.hasChanged) runChanged(auth, released.taskId, runId);
      return { status: 200, body: { run_id: runId, status: 'pending' } };
    },

    async reportProgress({ auth, params: { run_id: runId }, body }) {
      const text = storableTextNotBlank(body.text, 'body.text');
      const { agentId } = auth;
      const { percent = null, attempt } = body;
      const { taskId } = await store.runSigns.progress({ runId, agentId, percent, text, attempt });
      runChanged(auth, taskId, runId);
      return { status: 200, body: { run_id: runId, status: 'running' } };
    },

    async getRun({ auth, params }) {
      const run = found(await store.runs.find(params.run_id, { agentId: auth.agentId }));
      return { status: 200, body: runView(run) };
    },

    async appendContext({ auth, params, body }) {
      const { blockId, begunTaskId } = await store.contextBlocks.append({
        runId: params.run_id,
        agentId: auth.agentId,
        text: storableText(body.text, 'body.text'),
        attempt: body.attempt,
      });
      if (begunTaskId !== null) runChanged(auth, begunTaskId, params.run_id);
      return { status: 200, body: { status: 'ok', block_id: blockId } };
    },

    async listContext({ auth, params: { run_id } }) {
      const blocks = found(await store.contextBlocks.listOf(run_id, { agentId: auth.agentId }));
      return { status: 200, body: { run_id, blocks: blocks.map(contextBlockView) } };
    },
  } satisfies OperationHandlers<AgentIdentity>;

  function runChanged(agent: AgentIdentity, taskId: string, runId: string): void {
    hints.runChanged({ agentId: agent.agentId, userId: agent.ownerId, taskId, runId });
  }
}
