import type { MediaStorage } from '@svc/messages';
import type { ConversationRecord, Store } from '@svc/store';
import { apiKeyView } from '../views/key-view.js';
import { auditEntryView } from '../views/audit-view.js';
import { clientDecisionView, decisionRuleView } from '../views/decision-view.js';
import { invitationView } from '../views/invitation-view.js';
import { clientMessageView, conversationView } from '../views/message-view.js';
import { agentPages } from './export-agents.js';
import type { AgentExportStore } from './export-agents.js';
import { filesOf, MediaRoom } from './export-media.js';
import { linePages, PAGE, rowPages } from './export-pages.js';
import type { ExportLine } from './export-pages.js';

export type ExportStore = AgentExportStore &
  Pick<
    Store,
    | 'agents'
    | 'apiKeys'
    | 'audit'
    | 'conversations'
    | 'decisionRules'
    | 'decisions'
    | 'exports'
    | 'invitations'
  >;

export interface ExportSources {
  store: ExportStore;
  media: Pick<MediaStorage, 'open'>;
  /** Bytes of files that one export of lines alone holds at most. Default 1.5 GiB: written as base64 and compressed they take hardly more. */
  mediaBytesMax?: number;
  /** What a zip may grow to by files. Default: what an export may have, less 64 MiB for the lines that list the files and the zip's own directory. */
  zipBytesMax?: number;
}

const MEDIA_BYTES_MAX = 1.5 * 1024 ** 3;

/**
 * Everything that is kept of a user, page by page: profile, files that wait for a message, agents with their keys, tasks, runs, context blocks, events and files, decisions, rules,
 * conversations with their titles and marks, messages, invitations and the audit log; no secrets. Empty for a user who is deleted.
 */
export async function* exportPages(
  { store, media, mediaBytesMax = MEDIA_BYTES_MAX }: ExportSources,
  userId: string,
): AsyncGenerator<ExportLine[]> {
  const profile = await profileLine(store, userId);
  if (profile === null) return;
  yield [profile];
  const room = new MediaRoom(mediaBytesMax);
  // First, so that none is missing which a message takes meanwhile.
  yield* filesOf(media, room, (after) => store.exports.uploadsOf(userId, after, PAGE));
  for (const agent of await store.agents.listOf(userId)) {
    yield* agentPages(store, agent);
    yield* filesOf(media, room, (after) => store.exports.filesOf(agent.agentId, after, PAGE));
  }
  for (const pagesOf of Object.values(USER_NOUNS)) yield* pagesOf(store, userId);
}

/** `null` for a user who is deleted. */
export async function profileLine(store: ExportStore, userId: string): Promise<ExportLine | null> {
  const profile = await store.exports.profile(userId);
  if (profile === null) return null;
  const { name, email, createdAt } = profile;
  return { record: 'profile', user_id: userId, name, email, created_at: createdAt.toISOString() };
}

/** What belongs to the user and to no agent, in the order of an export, under the names of the nouns. */
export const USER_NOUNS: Readonly<
  Record<string, (store: ExportStore, userId: string) => AsyncGenerator<ExportLine[]>>
> = {
  decisions: decisionsOf,
  rules: rulesOf,
  async *conversations(store, userId) {
    for await (const page of conversationPages(store, userId)) yield page.map(conversationLine);
  },
  messages: messagesOf,
  async *invitations(store, userId) {
    const invitations = await store.invitations.listOf(userId);
    yield invitations.map((invitation) => ({ record: 'invitation', ...invitationView(invitation) }));
  },
  async *api_keys(store, userId) {
    const keys = await store.apiKeys.listOf(userId);
    yield keys.map((key) => ({ record: 'api_key', ...apiKeyView(key) }));
  },
  audit: auditOf,
};

function decisionsOf(store: ExportStore, userId: string): AsyncGenerator<ExportLine[]> {
  return linePages(
    (last: { decisionId: string } | undefined) =>
      store.decisions.listForUser({ userId, agentId: undefined, limit: PAGE, cursor: last?.decisionId }),
    (decision) => ({ record: 'decision', ...clientDecisionView(decision) }),
  );
}

function rulesOf(store: ExportStore, userId: string): AsyncGenerator<ExportLine[]> {
  return linePages(
    (last: { ruleId: string } | undefined) =>
      store.decisionRules.listOf({ userId, limit: PAGE, cursor: last?.ruleId }),
    (rule) => ({ record: 'rule', ...decisionRuleView(rule) }),
  );
}

async function* messagesOf(store: ExportStore, userId: string): AsyncGenerator<ExportLine[]> {
  for await (const page of conversationPages(store, userId)) {
    for (const { conversationId } of page) {
      yield* linePages(
        async (last: { createdAt: Date } | undefined) =>
          (await store.conversations.historyForUser(conversationId, userId, {
            limit: PAGE,
            before: last?.createdAt,
          })) ?? [],
        (message) => ({ record: 'message', ...clientMessageView(message, asStored) }),
      );
    }
  }
}

function conversationPages(store: ExportStore, userId: string): AsyncGenerator<ConversationRecord[]> {
  return rowPages((last: ConversationRecord | undefined) =>
    store.conversations.pageById(userId, last?.conversationId ?? '', PAGE),
  );
}

/** A link would end. The files themselves are in the export. */
const asStored = (url: string): string => url;

function conversationLine(conversation: ConversationRecord): ExportLine {
  const { agentTitle } = conversation;
  return { record: 'conversation', ...conversationView(conversation), agent_title: agentTitle };
}

function auditOf(store: ExportStore, userId: string): AsyncGenerator<ExportLine[]> {
  return linePages(
    (last: { auditId: string } | undefined) =>
      store.audit.listOf({ userId, limit: PAGE, cursor: last?.auditId }),
    (entry) => ({ record: 'audit', ...auditEntryView(entry) }),
  );
}
