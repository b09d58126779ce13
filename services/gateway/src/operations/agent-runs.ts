import { storableText } from '@svc/domain';
import type { Hints } from '@svc/events';
import type { OperationHandlers } from '@svc/http-contract';
import type { AgentIdentity, Store } from '@svc/store';
import { contextBlockView, runView } from '../views/run-view.js';
import { found } from './found.js';

export interface AgentRunsDependencies {
  store: Pick<Store, 'contextBlocks' | 'runCompletions' | 'runs'>;
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

    async getRun({ auth, params }) {
      const run = found(await store.runs.find(params.run_id, { agentId: auth.agentId }));
      return { status: 200, body: runView(run) };
    },

    async appendContext({ auth, params, body }) {
      const { blockId, begunTaskId } = await store.contextBlocks.append({
        runId: params.run_id,
        agentId: auth.agentId,
        text: storableText(body.text, 'body.text'),
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
