import type { Store } from '@svc/store';
import { agentView } from '../views/agent-view.js';
import { auditEntryView } from '../views/audit-view.js';
import { decisionRuleView, decisionView } from '../views/decision-view.js';
import { clientMessageView } from '../views/message-view.js';
import { clientRunView } from '../views/run-view.js';
import { taskView } from '../views/task-view.js';

export type ExportStore = Pick<
  Store,
  'agents' | 'audit' | 'conversations' | 'decisionRules' | 'decisions' | 'exports' | 'runs' | 'tasks'
>;

/** Rows that are read at once, so that the memory that an export takes does not depend on its size. */
const PAGE = 100;

/** One line of an export: what it is, and its fields as the client API shows them. */
export interface ExportLine {
  record: string;
  [field: string]: unknown;
}

/**
 * Everything that is kept of a user, page by page: profile, agents without their secrets, tasks without their trigger URLs, runs, files (their
 * ids and sizes), decisions, rules, conversations, messages and the audit log. Empty for a user who is deleted.
 */
export async function* exportPages(store: ExportStore, userId: string): AsyncGenerator<ExportLine[]> {
  const profile = await store.exports.profile(userId);
  if (profile === null) return;
  const { name, email, createdAt } = profile;
  yield [{ record: 'profile', user_id: userId, name, email, created_at: createdAt.toISOString() }];
  for (const agent of await store.agents.listOf(userId)) {
    const { online: _online, ...view } = agentView(agent, false);
    yield [{ record: 'agent', ...view }];
    yield* tasksOf(store, agent.agentId);
    yield* filesOf(store, agent.agentId);
  }
  yield* decisionsOf(store, userId);
  yield* rulesOf(store, userId);
  yield* conversationsOf(store, userId);
  yield* auditOf(store, userId);
}

async function* tasksOf(store: ExportStore, agentId: string): AsyncGenerator<ExportLine[]> {
  for (const task of await store.tasks.listOf(agentId)) {
    yield [{ record: 'task', agent_id: agentId, ...taskView({ ...task, triggerId: null }) }];
    yield* pages(
      (last: { runId: string } | undefined) =>
        store.runs.listOf(task.taskId, { limit: PAGE, cursor: last?.runId }),
      (run) => ({ record: 'run', ...clientRunView(run) }),
    );
  }
}

function filesOf(store: ExportStore, agentId: string): AsyncGenerator<ExportLine[]> {
  return pages(
    (last: { mediaId: string } | undefined) => store.exports.filesOf(agentId, last?.mediaId ?? '', PAGE),
    (file) => ({
      record: 'file',
      ...{ media_id: file.mediaId, agent_id: agentId, message_id: file.messageId },
      ...{ content_type: file.contentType, byte_length: file.byteLength },
      created_at: file.createdAt.toISOString(),
    }),
  );
}

function decisionsOf(store: ExportStore, userId: string): AsyncGenerator<ExportLine[]> {
  return pages(
    (last: { decisionId: string } | undefined) =>
      store.decisions.listForUser({ userId, agentId: undefined, limit: PAGE, cursor: last?.decisionId }),
    (decision) => ({ record: 'decision', ...decisionView(decision) }),
  );
}

function rulesOf(store: ExportStore, userId: string): AsyncGenerator<ExportLine[]> {
  return pages(
    (last: { ruleId: string } | undefined) =>
      store.decisionRules.listOf({ userId, limit: PAGE, cursor: last?.ruleId }),
    (rule) => ({ record: 'rule', ...decisionRuleView(rule) }),
  );
}

async function* conversationsOf(store: ExportStore, userId: string): AsyncGenerator<ExportLine[]> {
  for (let after = ''; ;) {
    const ids = await store.exports.conversationIds(userId, after, PAGE);
    for (const id of ids) {
      yield* pages(
        async (last: { createdAt: Date } | undefined) =>
          (await store.conversations.historyForUser(id, userId, { limit: PAGE, before: last?.createdAt })) ??
          [],
        (message) => ({ record: 'message', ...clientMessageView(message) }),
      );
    }
    const last = ids.at(-1);
    if (last === undefined || ids.length < PAGE) return;
    after = last;
  }
}

function auditOf(store: ExportStore, userId: string): AsyncGenerator<ExportLine[]> {
  return pages(
    (last: { auditId: string } | undefined) =>
      store.audit.listOf({ userId, limit: PAGE, cursor: last?.auditId }),
    (entry) => ({ record: 'audit', ...auditEntryView(entry) }),
  );
}

/** All pages of a list, each read behind the last row of the one before. */
async function* pages<Row>(
  read: (last: Row | undefined) => Promise<Row[]>,
  line: (row: Row) => ExportLine,
): AsyncGenerator<ExportLine[]> {
  for (let last: Row | undefined; ;) {
    const found = await read(last);
    if (found.length > 0) yield found.map(line);
    if (found.length < PAGE) return;
    last = found.at(-1);
  }
}
