import { ServiceError, storableText } from '@svc/domain';
import type { RunResult } from '@svc/domain';
import type { Hints } from '@svc/publishing';
import type { AgentIdentity, Store } from '@svc/store';
import { contextBlockView, runView } from '../views/run-view.js';
import { dueTaskView, pendingTriggersView } from '../views/task-view.js';

export interface AgentRunsDependencies {
  store: Pick<Store, 'contextBlocks' | 'polls' | 'runCompletions' | 'runs'>;
  hints: Hints;
}

export interface RunCompletionBody {
  status: RunResult;
  summary?: string;
}

/** What an agent does with runs (specification, "Tasks"). */
export function agentRuns({ store, hints }: AgentRunsDependencies) {
  return {
    /** Changes nothing. */
    async due(agent: AgentIdentity) {
      const found = await store.polls.listDueTasks(agent.agentId);
      return found.map(dueTaskView);
    },

    /** Leases what it returns. */
    async pendingTriggers(agent: AgentIdentity) {
      return pendingTriggersView(await store.polls.takePendingTriggers(agent.agentId));
    },

    async start(agent: AgentIdentity, taskId: string) {
      const started = found(await store.runs.start(taskId, agent.agentId));
      runChanged(agent, taskId, started.runId);
      return { run_id: started.runId };
    },

    async complete(agent: AgentIdentity, runId: string, body: RunCompletionBody) {
      const { agentId, ownerId: userId } = agent;
      const summary = body.summary === undefined ? null : storableText(body.summary, 'body.summary');
      const completed = await store.runCompletions.complete({ runId, agentId, status: body.status, summary });
      if (completed !== null) {
        const { conversationId, messageId } = completed;
        runChanged(agent, completed.taskId, runId);
        hints.messageChanged({ agentId, userId, conversationId, messageId });
      }
      return { status: body.status, run_id: runId };
    },

    async read(agent: AgentIdentity, runId: string) {
      return runView(found(await store.runs.find(runId, { agentId: agent.agentId })));
    },

    async appendContext(agent: AgentIdentity, runId: string, text: string) {
      const appended = await store.contextBlocks.append({
        runId,
        agentId: agent.agentId,
        text: storableText(text, 'body.text'),
      });
      if (appended.begunTaskId !== null) runChanged(agent, appended.begunTaskId, runId);
      return { status: 'ok' as const, block_id: appended.blockId };
    },

    async context(agent: AgentIdentity, runId: string) {
      const blocks = found(await store.contextBlocks.listOf(runId, { agentId: agent.agentId }));
      return { run_id: runId, blocks: blocks.map(contextBlockView) };
    },
  };

  function runChanged(agent: AgentIdentity, taskId: string, runId: string): void {
    hints.runChanged({ agentId: agent.agentId, userId: agent.ownerId, taskId, runId });
  }
}

function found<T>(record: T | null): T {
  if (record === null) throw new ServiceError('not_found');
  return record;
}
