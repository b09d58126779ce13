import type { AgentRecord, EventRecord, ExportedBlock, RunRecord, Store, TaskRecord } from '@svc/store';
import { agentKeyView } from '../views/key-view.js';
import { agentView } from '../views/agent-view.js';
import { eventView } from '../views/event-view.js';
import { clientRunView, contextBlockView } from '../views/run-view.js';
import { clientTaskView } from '../views/task-view.js';
import { PAGE, rowPages } from './export-pages.js';
import type { ExportLine } from './export-pages.js';

export type AgentExportStore = Pick<Store, 'agentKeys' | 'eventLog' | 'exports' | 'runs' | 'tasks'>;

/** An agent without its secret, its keys without theirs, its tasks without their trigger URLs, their runs with their context blocks, and the agent's event log. */
export async function* agentPages(store: AgentExportStore, agent: AgentRecord): AsyncGenerator<ExportLine[]> {
  yield [agentLine(agent)];
  yield await keyLines(store, agent);
  for (const task of await store.tasks.listOf(agent.agentId)) {
    yield [taskLine(agent, task)];
    for await (const runs of runsOf(store, task.taskId)) {
      yield runs.map(runLine);
      yield* blocksOf(store, runs);
    }
  }
  yield* eventsOf(store, agent);
}

/**
 * The same noun by noun, under the names of the nouns. Tasks and runs are read anew for each noun that is below them. A page without lines says only that the export goes
 * on: thousands of runs may have nothing to tell, and whoever makes the export has to be heard of meanwhile.
 */
export const AGENT_NOUNS: Readonly<
  Record<string, (store: AgentExportStore, agent: AgentRecord) => AsyncGenerator<ExportLine[]>>
> = {
  async *agents(_store, agent) {
    yield [agentLine(agent)];
  },
  async *agent_keys(store, agent) {
    yield await keyLines(store, agent);
  },
  async *tasks(store, agent) {
    for (const task of await store.tasks.listOf(agent.agentId)) yield [taskLine(agent, task)];
  },
  async *runs(store, agent) {
    for (const { taskId } of await store.tasks.listOf(agent.agentId)) {
      yield [];
      for await (const runs of runsOf(store, taskId)) yield runs.map(runLine);
    }
  },
  async *context_blocks(store, agent) {
    for (const { taskId } of await store.tasks.listOf(agent.agentId)) {
      yield [];
      for await (const runs of runsOf(store, taskId)) {
        yield [];
        yield* blocksOf(store, runs);
      }
    }
  },
  events: eventsOf,
};

function agentLine(agent: AgentRecord): ExportLine {
  const { online: _online, webhook_breaker: _breaker, ...view } = agentView(agent, false, null);
  return { record: 'agent', ...view };
}

async function keyLines(store: AgentExportStore, { agentId, ownerId }: AgentRecord): Promise<ExportLine[]> {
  return (await store.agentKeys.listOf(agentId, ownerId)).map((key) => {
    const { online: _isOnline, ...shown } = agentKeyView(key);
    return { record: 'agent_key', agent_id: agentId, ...shown };
  });
}

const taskLine = ({ agentId }: AgentRecord, task: TaskRecord): ExportLine => ({
  ...{ record: 'task', agent_id: agentId },
  ...clientTaskView({ ...task, triggerId: null }),
});

const runLine = (run: RunRecord): ExportLine => ({ record: 'run', ...clientRunView(run) });

const runsOf = (store: AgentExportStore, taskId: string): AsyncGenerator<RunRecord[]> =>
  rowPages((last: RunRecord | undefined) => store.runs.listOf(taskId, { limit: PAGE, cursor: last?.runId }));

/** Blocks are only added, behind all others of their run, so none is left out or comes twice. */
async function* blocksOf(store: AgentExportStore, runs: readonly RunRecord[]): AsyncGenerator<ExportLine[]> {
  const runIds = runs.map(({ runId }) => runId);
  for (let last = { runId: '', blockId: 0 }; ;) {
    const blocks: ExportedBlock[] = await store.exports.blocksOf(runIds, last, PAGE);
    const newest = blocks.at(-1);
    if (newest === undefined) return;
    yield blocks.map((block) => ({
      record: 'context_block',
      run_id: block.runId,
      ...contextBlockView(block),
    }));
    last = newest;
  }
}

/** Newest first, by their numbers, which no event ever changes. What is written meanwhile has a higher number than the first of them, and is left out. */
async function* eventsOf(store: AgentExportStore, agent: AgentRecord): AsyncGenerator<ExportLine[]> {
  const { agentId, ownerId } = agent;
  const listed = rowPages(
    async (last: EventRecord | undefined) =>
      (await store.eventLog.list({ agentId, ownerId, limit: PAGE, cursor: last?.eventId })) ?? [],
  );
  for await (const events of listed) {
    for (let rest = events; rest.length > 0;) {
      const frames = await store.eventLog.framesOf(rest.map(({ eventId }) => eventId));
      yield frames.flatMap((frame, place) => {
        const event = rest[place];
        // One that was removed after it was listed is left out, like those that were removed before.
        if (event === undefined || frame === null) return [];
        return [{ record: 'event', agent_id: agentId, ...eventView(event), frame }];
      });
      rest = rest.slice(frames.length);
    }
  }
}
