import type {
  AgentRecord,
  ConversationRecord,
  EventRecord,
  ExportedBlock,
  ExportedFile,
  RunRecord,
  Store,
} from '@svc/store';
import { viewOf } from '@svc/http-contract';
import { auditEntryView } from '../operations/account.js';
import { agentView } from '../operations/agents.js';
import { clientDecisionView } from '../views/decision-view.js';
import { clientMessageView, conversationView } from '../views/message-view.js';
import { clientRunView, contextBlockView, clientTaskView } from '../views/task-view.js';

/** Rows in memory at once, whatever the size of an export. */
const PAGE = 100;

/** The fields as the client API shows them. */
export interface ExportLine {
  record: string;
  [field: string]: unknown;
}

export interface ExportedUser {
  userId: string;
  profile: ExportLine;
  agents: readonly AgentRecord[];
}

/** `null` for a user who is deleted. */
export async function exportedUser(store: Store, userId: string): Promise<ExportedUser | null> {
  const profile = await store.exports.profile(userId);
  if (profile === null) return null;
  const { name, email, createdAt } = profile;
  const line = { record: 'profile', user_id: userId, name, email, created_at: createdAt.toISOString() };
  return { userId, profile: line, agents: await store.agents.listOf(userId) };
}

/**
 * Everything but the contents of files, without secrets, texts of keys and trigger URLs. Runs are read anew for each noun
 * below them. A page without lines says that the export goes on: thousands of runs may have nothing to tell.
 */
export const NOUNS: Readonly<
  Record<string, (store: Store, user: ExportedUser) => AsyncGenerator<ExportLine[]>>
> = {
  async *profile(_store, { profile }) {
    yield [profile];
  },
  async *agents(store, { agents }) {
    for (const agent of agents) {
      const shown = agentView(agent, { connections: 0, webhookBreaker: null });
      const { online: _online, connections: _connections, webhook_breaker: _breaker, ...view } = shown;
      yield [{ record: 'agent', ...view }];
    }
  },
  async *agent_keys(store, { userId, agents }) {
    for (const { agentId } of agents) {
      const keys = await store.agentKeys.listOf(agentId, userId);
      yield keys.map((key) => {
        const { online: _online, ...view } = viewOf('AgentKey', key);
        return { record: 'agent_key', agent_id: agentId, ...view };
      });
    }
  },
  async *tasks(store, { agents }) {
    for (const { agentId } of agents) {
      const tasks = await store.tasks.listOf(agentId);
      yield tasks.map((task) => ({
        ...{ record: 'task', agent_id: agentId },
        ...clientTaskView({ ...task, triggerId: null }),
      }));
    }
  },
  async *runs(store, { agents }) {
    for await (const runs of runPages(store, agents))
      yield runs.map((run) => ({ record: 'run', ...clientRunView(run) }));
  },
  async *context_blocks(store, { agents }) {
    for await (const runs of runPages(store, agents)) {
      yield [];
      yield* blocksOf(store, runs);
    }
  },
  async *events(store, { agents }) {
    for (const agent of agents) yield* eventsOf(store, agent);
  },
  decisions: (store, { userId }) =>
    linePages(
      (last: { decisionId: string } | undefined) =>
        store.decisions.listOf({ userId, agentId: undefined, limit: PAGE, cursor: last?.decisionId }),
      (decision) => ({ record: 'decision', ...clientDecisionView(decision) }),
    ),
  rules: (store, { userId }) =>
    linePages(
      (last: { ruleId: string } | undefined) =>
        store.decisionRules.listOf({ userId, limit: PAGE, cursor: last?.ruleId }),
      (rule) => ({ record: 'rule', ...viewOf('DecisionRule', rule) }),
    ),
  async *conversations(store, { userId }) {
    for await (const page of conversationPages(store, userId))
      yield page.map((conversation) => ({
        ...{ record: 'conversation', ...conversationView(conversation) },
        agent_title: conversation.agentTitle,
      }));
  },
  async *messages(store, { userId }) {
    for await (const page of conversationPages(store, userId))
      for (const { conversationId } of page) yield* messagesOf(store, userId, conversationId);
  },
  async *invitations(store, { userId }) {
    const invitations = await store.invitations.listOf(userId);
    yield invitations.map((invitation) => ({ record: 'invitation', ...viewOf('Invitation', invitation) }));
  },
  async *api_keys(store, { userId }) {
    const keys = await store.apiKeys.listOf(userId);
    yield keys.map((key) => ({ record: 'api_key', ...viewOf('ApiKey', key) }));
  },
  audit: (store, { userId }) =>
    linePages(
      (last: { auditId: string } | undefined) =>
        store.audit.listOf({ userId, limit: PAGE, cursor: last?.auditId }),
      (entry) => ({ record: 'audit', ...auditEntryView(entry) }),
    ),
  async *files(store, { userId }) {
    for await (const page of filePages(store, userId)) yield page.map(fileLine);
  },
};

/** What messages have brought, also what waits for one. */
export function filePages(store: Store, userId: string): AsyncGenerator<ExportedFile[]> {
  return rowPages((last: ExportedFile | undefined) =>
    store.exports.filesOf(userId, last?.mediaId ?? '', PAGE),
  );
}

const fileLine = ({ mediaId, fileName, ...file }: ExportedFile): ExportLine => ({
  ...{ record: 'file', media_id: mediaId, path: `media/${mediaId}` },
  ...{ agent_id: file.agentId, message_id: file.messageId, content_type: file.contentType },
  ...{ byte_length: file.byteLength, ...(fileName !== null && { name: fileName }) },
  created_at: file.createdAt.toISOString(),
});

/** Each page is read behind the last row of the one before. */
async function* rowPages<Row>(read: (last: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row[]> {
  for (let last: Row | undefined; ;) {
    const found = await read(last);
    if (found.length > 0) yield found;
    if (found.length < PAGE) return;
    last = found.at(-1);
  }
}

async function* linePages<Row>(
  read: (last: Row | undefined) => Promise<Row[]>,
  line: (row: Row) => ExportLine,
): AsyncGenerator<ExportLine[]> {
  for await (const page of rowPages(read)) yield page.map(line);
}

/** At least one page of each task, though it may be empty, and of all deleted tasks. */
async function* runPages(store: Store, agents: ExportedUser['agents']): AsyncGenerator<RunRecord[]> {
  for (const { agentId } of agents) {
    const tasks = await store.tasks.listOf(agentId);
    for (const taskId of [...tasks.map((task) => task.taskId), null]) {
      yield [];
      yield* rowPages(async (last: RunRecord | undefined) => {
        const page = { agentId, taskId, limit: PAGE, cursor: last?.runId };
        return (await store.runs.listOf(page)).runs;
      });
    }
  }
}

/** Blocks are only added, behind others of their run, so none is left out or comes twice. */
async function* blocksOf(store: Store, runs: readonly RunRecord[]): AsyncGenerator<ExportLine[]> {
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

/** Newest first, by numbers that never change. What is written meanwhile is left out. */
async function* eventsOf(store: Store, agent: AgentRecord): AsyncGenerator<ExportLine[]> {
  const { agentId, ownerId } = agent;
  const listed = rowPages(
    async (last: EventRecord | undefined) =>
      (await store.eventLog.list({ agentId, ownerId, limit: PAGE, cursor: last?.eventId })) ?? [],
  );
  for await (const events of listed) {
    for (let rest = events; rest.length > 0;) {
      const frames = await store.eventLog.framesOf(rest.map(({ eventId }) => eventId));
      yield frames.flatMap((frame, index) => {
        const event = rest[index];
        // It was removed after it was listed.
        if (event === undefined || frame === null) return [];
        return [{ record: 'event', agent_id: agentId, ...viewOf('Event', event), frame }];
      });
      rest = rest.slice(frames.length);
    }
  }
}

function conversationPages(store: Store, userId: string): AsyncGenerator<ConversationRecord[]> {
  return rowPages((last: ConversationRecord | undefined) =>
    store.conversations.pageById(userId, last?.conversationId ?? '', PAGE),
  );
}

function messagesOf(store: Store, userId: string, conversationId: string) {
  return linePages(
    async (last: { createdAt: Date } | undefined) => {
      const page = { limit: PAGE, before: last?.createdAt };
      return (await store.conversations.historyForUser(conversationId, userId, page)) ?? [];
    },
    // A link would end, and the files are in the export.
    (message) => ({ record: 'message', ...clientMessageView(message, (url) => url) }),
  );
}
