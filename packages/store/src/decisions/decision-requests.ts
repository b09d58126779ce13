import * as sql from '../database/statements/generated/index.js';
import { firstRow, rows } from '../database/statements/statement.js';
import { lockingTransaction } from '../database/bulkhead.js';
import { transaction } from '../database/transaction.js';
import { OPEN_DECISIONS_PER_AGENT_MAX, parseActionPattern, newId } from '@svc/domain';
import type { AnswerSchema, AnswerValues } from '@svc/domain';
import type { DecisionOutcome, OutgoingEvent } from '../events/frames/frames.js';
import type { ClientBase, Pool } from 'pg';
import { writeAuditEntry, writeAuditEntries } from '../audit/audit-log.js';
import { appendedEvent, byPushNo, decisionResolvedFrame } from '../events/frames/frames.js';

export type DecisionRecord = NonNullable<typeof sql.decisions.find.row>;

/** With the ids of everything that may be written with it. */
export interface NewDecision {
  decisionId: string;
  messageId: string;
  eventId: string;
  agentId: string;
  /** `null` for the newest conversation with the owner. */
  conversationId: string | null;
  /** For the conversation that is opened if there is none. */
  newConversationId: string;
  taskRunId: string | null;
  title: string;
  description: string | null;
  action: string | null;
  suggestedPattern: string | null;
  /** If the agent has a request with this key already, nothing is stored. */
  key: string | null;
  /** `null` if the user only approves or not. */
  form: NewForm | null;
  expiresInSeconds: number | null;
}

export interface NewForm {
  schema: AnswerSchema;
  proposed: AnswerValues | null;
  /** If a rule covers the request; `null` if the user has to fill in something: no rule may approve it. */
  ruleAnswer: AnswerValues | null;
}

export type RequestedDecision =
  | {
      outcome: 'requested';
      decision: DecisionRecord;
      /** `null` unless a rule has approved the request. */
      event: OutgoingEvent | null;
    }
  /** The agent has asked with this key before. */
  | { outcome: 'known'; decision: DecisionRecord }
  /** Agent, conversation or run does not exist, or is not the agent's. */
  | { outcome: 'not_found' }
  | { outcome: 'too_many_open' };

/**
 * Stores a request with its card in the conversation. If an always-allow rule covers its action, also its
 * answer and the event. Nothing is stored unless the outcome is `requested`.
 *
 * One agent's requests are stored one after another, so that two do not each open a conversation. A rule that
 * approves one is locked until the commit, so that nothing is approved after the user has seen it revoked.
 */
export function requestDecision(pool: Pool, request: NewDecision): Promise<RequestedDecision> {
  const { agentId, conversationId, key, taskRunId: runId } = request;
  return lockingTransaction(pool, agentId, async (client) => {
    if (runId !== null && conversationId === null)
      await rows(client, sql.runs.lockOpening, { openerId: runId });
    const [agent] = await rows(client, sql.agents.lock, { id: agentId, ownerId: null });
    if (agent === undefined) return { outcome: 'not_found' };
    const { owner_id: ownerId, agent_name: agentName } = agent;
    if (key !== null) {
      // The agent is locked, so no other request with the key is being stored.
      const [known] = await rows(client, sql.decisions.findByKey, { agentId, key });
      if (known !== undefined) return { outcome: 'known', decision: await readDecision(client, known.id) };
    }
    const [ofRun] =
      runId === null ? [] : await rows(client, sql.runs.findConversation, { id: runId, agentId });
    const wanted = { agentId, ownerId, conversationId: conversationId ?? ofRun?.id ?? null, runId };
    const [target] = await rows(client, sql.decisions.findConversation, wanted);
    if (target === undefined || !target.has_run) return { outcome: 'not_found' };
    if (target.conversation_id === null && conversationId !== null) return { outcome: 'not_found' };
    const rule = await coveringRule(client, request);
    if (rule === null && target.open >= OPEN_DECISIONS_PER_AGENT_MAX) return { outcome: 'too_many_open' };
    const found = { ownerId, agentName, conversationId: target.conversation_id, rule };
    const written = await write(client, request, found);
    if (runId !== null)
      await rows(client, sql.runs.settleConversation, {
        id: runId,
        conversationId: written.decision.conversationId,
      });
    return { outcome: 'requested', ...written };
  });
}

interface CoveringRule {
  id: string;
  pattern: string;
}

/** The oldest, which is locked until the commit. */
async function coveringRule(
  client: ClientBase,
  { agentId, action, form }: NewDecision,
): Promise<CoveringRule | null> {
  if (action === null || form?.ruleAnswer === null) return null;
  for (const { id, pattern } of await rows(client, sql.decisions.listRules, { agentId })) {
    if (!parseActionPattern(pattern).matches(action)) continue;
    // It may have been revoked since it was read.
    const locked = await rows(client, sql.decisions.lockRule, { id });
    if (locked.length > 0) return { id, pattern };
  }
  return null;
}

async function write(
  client: ClientBase,
  request: NewDecision,
  found: { ownerId: string; agentName: string; conversationId: string | null; rule: CoveringRule | null },
): Promise<{ decision: DecisionRecord; event: OutgoingEvent | null }> {
  const { decisionId, agentId, eventId, messageId, newConversationId, expiresInSeconds, form, ...asked } =
    request;
  const { ownerId, agentName, rule } = found;
  const conversationId = found.conversationId ?? newConversationId;
  const answer = rule === null ? null : (form?.ruleAnswer ?? null);
  const end =
    rule === null
      ? { status: 'pending' as const, resolutionReason: null, alwaysAllowPattern: null }
      : { status: 'approved' as const, resolutionReason: 'rule' as const, alwaysAllowPattern: rule.pattern };
  const [written] = await rows(client, sql.decisions.insert, {
    ...{ ...asked, ...end, id: decisionId, agentId, ownerId, agentName, conversationId, messageId },
    ...{ opensConversation: found.conversationId === null, expiresInSeconds },
    ...{ answerSchema: jsonOf(form?.schema), proposed: jsonOf(form?.proposed), answer: jsonOf(answer) },
    ...{ eventId: rule === null ? null : eventId, ruleId: rule?.id ?? null },
  });
  const decision = await readDecision(client, decisionId);
  if (rule === null) return { decision, event: null };
  const { pattern: alwaysAllowPattern, id } = rule;
  await writeAuditEntry(client, {
    ...{ userId: ownerId, action: 'decision.resolved', actor: { kind: 'system', id: null } },
    ...{ subjectId: decisionId, agentId },
    details: {
      ...{ status: 'approved', reason: 'rule', action: written?.action ?? null },
      ...{ rule_id: id, pattern: alwaysAllowPattern },
    },
  });
  const [resolved] = await appendResolved(client, [
    {
      ...{ eventId, agentId, decisionId, status: 'approved', note: null, conversationId, alwaysAllowPattern },
      ...(form !== null && { answer }),
    },
  ]);
  return { decision, event: resolved?.event ?? null };
}

/** The driver would write an object so too, but not `null` for what is left out. */
function jsonOf(value: object | null | undefined): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

/** With the event that tells of its end. */
export interface ResolvedDecision {
  decisionId: string;
  event: OutgoingEvent;
}

/** Within the transaction that ends the requests. In the order of publishing. */
export async function appendResolved(
  client: ClientBase,
  requests: (DecisionOutcome & { eventId: string; agentId: string })[],
): Promise<ResolvedDecision[]> {
  if (requests.length === 0) return [];
  const frames = new Map(requests.map((request) => [request.eventId, decisionResolvedFrame(request)]));
  const appended = await rows(client, sql.decisions.appendEvents, {
    eventIds: requests.map(({ eventId }) => eventId),
    agentIds: requests.map(({ agentId }) => agentId),
    frames: [...frames.values()],
    decisionIds: requests.map(({ decisionId }) => decisionId),
  });
  return appended.sort(byPushNo).map((row) => ({
    decisionId: row.subject_id,
    event: appendedEvent(row, frames.get(row.event_id) ?? ''),
  }));
}

/**
 * Those that expired first before the others. Of several processes only one dismisses a request.
 * @param decisionId dismisses only this request, which the caller has found to be expired.
 */
export function expireDecisions(
  pool: Pool,
  { limit, decisionId = null }: { limit: number; decisionId?: string | null },
): Promise<ResolvedDecision[]> {
  const eventIds = Array.from({ length: limit }, () => newId('event'));
  return transaction(pool, async (client) => {
    const dismissed = await rows(client, sql.decisions.dismissOverdue, { limit, id: decisionId, eventIds });
    await writeAuditEntries(
      client,
      dismissed.map(({ decisionId: subjectId, agentId, userId, action }) => ({
        ...{ userId, action: 'decision.resolved', actor: { kind: 'system', id: null }, subjectId, agentId },
        details: { status: 'dismissed', reason: 'expired', action },
      })),
    );
    return appendResolved(
      client,
      dismissed
        .toSorted((a, b) => a.ordinal - b.ordinal)
        .map(({ hasForm, ...request }) => ({
          ...{ ...request, status: 'dismissed', note: null, alwaysAllowPattern: null },
          ...(hasForm && { answer: null }),
        })),
    );
  });
}

/** `null` if it is not the agent's, or not of an agent of the user. */
export function findDecision(
  on: Pool | ClientBase,
  id: string,
  by: { agentId?: string; userId?: string } = {},
): Promise<DecisionRecord | null> {
  const { agentId = null, userId = null } = by;
  return firstRow(on, sql.decisions.find, { id, agentId, userId });
}

/** Within the transaction that has written it. */
export async function readDecision(client: ClientBase, id: string): Promise<DecisionRecord> {
  const found = await findDecision(client, id);
  if (found === null) throw new Error('A decision is missing');
  return found;
}
