import { NOW_MS, rows, transaction } from '@svc/database';
import type { Decision } from '@svc/database';
import { OPEN_DECISIONS_PER_AGENT_MAX, parseActionPattern } from '@svc/domain';
import {
  appendedColumns,
  appendedEvent,
  appendEvents,
  decisionResolvedFrame,
  OPEN_RUN,
  touchRun,
} from '@svc/events';
import type { AppendedRow } from '@svc/events';
import type { ActionPattern, AnswerSchema, AnswerValues } from '@svc/domain';
import type { OutgoingEvent } from '@svc/events';
import type { ClientBase, Pool } from 'pg';
import { writeAuditEntry } from '../audit/audit-entry.js';
import { LATEST_FIRST } from '../messages/conversation-order.js';
import { decisionColumns, decisionRecord } from './decision-record.js';
import type { DecisionRecord } from './decision-record.js';

/** A request of an agent, with the ids of everything that may be written with it. */
export interface NewDecision {
  decisionId: string;
  messageId: string;
  eventId: string;
  agentId: string;
  /** The conversation that is to show it; `null` for the newest conversation with the owner. */
  conversationId: string | null;
  /** The id of the conversation that is opened if there is none. */
  newConversationId: string;
  taskRunId: string | null;
  title: string;
  description: string | null;
  action: string | null;
  suggestedPattern: string | null;
  /** What the agent calls the request. If it has one with this key already, nothing is stored. `null` for none. */
  key: string | null;
  /** `null` if the user only has to approve or not. */
  form: NewForm | null;
  /** `null` if the request does not expire. */
  expiresInSeconds: number | null;
}

/** What the user is to fill in. */
export interface NewForm {
  schema: AnswerSchema;
  proposed: AnswerValues | null;
  /** The answer if a rule covers the request; `null` if the user has to fill in something, so that no rule may approve it. */
  ruleAnswer: AnswerValues | null;
}

export type RequestedDecision =
  | {
      outcome: 'requested';
      decision: DecisionRecord;
      /** The owner, whose consoles get a hint. */
      userId: string;
      /** The event of a request that a rule has approved; `null` if the request is open. */
      event: OutgoingEvent | null;
    }
  /** The agent has asked with this key before, whatever it asked and whatever became of it. */
  | { outcome: 'known'; decision: DecisionRecord }
  /** Agent, conversation or run does not exist, or is not the agent's. */
  | { outcome: 'not_found' }
  /** The agent has as many open requests as it may have. */
  | { outcome: 'too_many_open' };

/**
 * Stores a request with its card in the conversation. If an always-allow rule covers its action, also stores its answer and the event.
 * Nothing is stored unless the outcome is `requested`.
 *
 * One agent's requests are stored one after another, so that two of them do not each open a conversation. A rule that approves a request is
 * locked until the commit, so that no later request is approved after the user has seen the rule revoked.
 */
export function requestDecision(pool: Pool, request: NewDecision): Promise<RequestedDecision> {
  return transaction(pool, async (client) => {
    const [agent] = await rows<{ owner_id: string; agent_name: string }>(client, LOCK_AGENT, [
      request.agentId,
    ]);
    if (agent === undefined) return { outcome: 'not_found' };
    if (request.key !== null) {
      // The agent is locked, so no other request with the key is being stored.
      const [known] = await rows<Decision>(client, READ_KNOWN, [request.agentId, request.key]);
      if (known !== undefined) return { outcome: 'known', decision: decisionRecord(known) };
    }
    const [place] = await rows<{ conversation_id: string | null; has_run: boolean; open: number }>(
      client,
      READ_PLACE,
      [request.agentId, agent.owner_id, request.conversationId, request.taskRunId],
    );
    if (place === undefined || !place.has_run) return { outcome: 'not_found' };
    if (place.conversation_id === null && request.conversationId !== null) return { outcome: 'not_found' };
    const rule = await coveringRule(client, request);
    if (rule === null && place.open >= OPEN_DECISIONS_PER_AGENT_MAX) return { outcome: 'too_many_open' };
    const written = await write(client, request, {
      ownerId: agent.owner_id,
      agentName: agent.agent_name,
      conversationId: place.conversation_id,
      rule,
    });
    if (rule !== null) {
      await writeAuditEntry(client, {
        ...{ userId: agent.owner_id, action: 'decision.resolved', actor: { kind: 'system', id: null } },
        ...{ subjectId: request.decisionId, agentId: request.agentId },
        details: {
          ...{ status: 'approved', reason: 'rule', action: request.action?.slice(0, 200) ?? null },
          ...{ rule_id: rule.id, pattern: rule.pattern },
        },
      });
    }
    return { outcome: 'requested', userId: agent.owner_id, ...written };
  });
}

interface CoveringRule {
  id: string;
  pattern: string;
}

/** The agent's oldest rule that may approve the request. The rule is locked until the commit. */
async function coveringRule(
  client: ClientBase,
  { agentId, action, form }: NewDecision,
): Promise<CoveringRule | null> {
  if (action === null || form?.ruleAnswer === null) return null;
  for (const { id, pattern } of await rows<CoveringRule>(client, READ_RULES, [agentId])) {
    if (!parsedRule(pattern).matches(action)) continue;
    // It may have been revoked since it was read.
    const locked = await rows(client, LOCK_RULE, [id]);
    if (locked.length > 0) return { id, pattern };
  }
  return null;
}

/** Rules that stay parsed: as many as ten agents may have, of a few kilobytes each. */
const PARSED_RULES_MAX = 2_000;
const parsedRules = new Map<string, ActionPattern>();

function parsedRule(text: string): ActionPattern {
  const pattern = parsedRules.get(text) ?? parseActionPattern(text);
  // The one that was used last stands last.
  parsedRules.delete(text);
  parsedRules.set(text, pattern);
  if (parsedRules.size > PARSED_RULES_MAX) {
    const [oldest] = parsedRules.keys();
    if (oldest !== undefined) parsedRules.delete(oldest);
  }
  return pattern;
}

async function write(
  client: ClientBase,
  request: NewDecision,
  found: { ownerId: string; agentName: string; conversationId: string | null; rule: CoveringRule | null },
): Promise<{ decision: DecisionRecord; event: OutgoingEvent | null }> {
  const { decisionId, agentId, eventId, form } = request;
  const { rule } = found;
  const conversationId = found.conversationId ?? request.newConversationId;
  const frame =
    rule === null
      ? null
      : decisionResolvedFrame({
          ...{ decisionId, status: 'approved', note: null, conversationId, alwaysAllowPattern: rule.pattern },
          ...(form !== null && { answer: form.ruleAnswer }),
        });
  const [row] = await rows<WrittenRow>(client, WRITE, [
    decisionId,
    agentId,
    found.ownerId,
    found.agentName,
    conversationId,
    found.conversationId === null,
    request.messageId,
    request.taskRunId,
    request.title,
    request.description,
    request.action,
    request.suggestedPattern,
    request.expiresInSeconds,
    rule?.pattern ?? null,
    eventId,
    frame,
    request.key,
    jsonOf(form?.schema),
    jsonOf(form?.proposed),
    rule === null ? null : jsonOf(form?.ruleAnswer),
    rule?.id ?? null,
  ]);
  if (row === undefined) throw new Error('The decision was not written');
  const event = row.event_id === null || frame === null ? null : appendedEvent(row, frame);
  return { decision: decisionRecord(row), event };
}

/** As text: the driver would write an object so too, but not `null` for what is left out. */
function jsonOf(value: object | null | undefined): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

/** The decision with its event, if it has one. */
type WrittenRow = Decision & (AppendedRow | { event_id: null });

// Not FOR UPDATE, which would also block the foreign keys of messages and events.
const LOCK_AGENT = {
  name: 'decision-lock-agent',
  text: `SELECT owner_id, agent_name FROM agent WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE`,
};

const READ_KNOWN = {
  name: 'decision-read-known-3',
  text: `SELECT ${decisionColumns('d')} FROM decision d WHERE agent_id = $1 AND key = $2`,
};

// The conversation is locked, so that nobody deletes it before the card is written.
const READ_PLACE = {
  name: 'decision-read-place-3',
  text: `
    SELECT (SELECT id FROM conversation
             WHERE agent_id = $1 AND user_id = $2 AND ($3::text IS NULL OR id = $3) AND deleted_at IS NULL
             ORDER BY ${LATEST_FIRST}, id DESC LIMIT 1 FOR NO KEY UPDATE) AS conversation_id,
           $4::text IS NULL OR EXISTS (SELECT 1 FROM task_run WHERE id = $4 AND agent_id = $1) AS has_run,
           (SELECT count(*) FROM decision WHERE agent_id = $1 AND status = 'pending') AS open`,
};

const READ_RULES = {
  name: 'decision-read-rules',
  text: `SELECT id, pattern FROM decision_rule WHERE agent_id = $1 ORDER BY id`,
};

const LOCK_RULE = {
  name: 'decision-lock-rule',
  text: `SELECT 1 FROM decision_rule WHERE id = $1 FOR KEY SHARE`,
};

/** The part of a request that a list of conversations shows. Every title fits into it. */
const EXCERPT = `left($9, 200)`;

const WRITE = {
  name: 'decision-write-10',
  text: `
    WITH moment AS MATERIALIZED (SELECT ${NOW_MS} AS now), known AS (
      UPDATE conversation c
         SET last_message_at = GREATEST(${NOW_MS}, c.last_message_at + interval '1 millisecond'), last_message_text = ${EXCERPT}
       WHERE NOT $6::boolean AND c.id = $5
      RETURNING c.id, c.last_message_at
    ), opened AS (
      INSERT INTO conversation (id, agent_id, user_id, created_at, last_message_at, last_message_text)
      SELECT $5, $2, $3, m.now, m.now, ${EXCERPT} FROM moment m WHERE $6::boolean
      RETURNING id, last_message_at
    ), conv AS (
      SELECT * FROM known UNION ALL SELECT * FROM opened
    ), asked AS (
      INSERT INTO decision (id, agent_id, conversation_id, task_run_id, title, description, action, suggested_pattern, created_at,
                            expires_at, status, always_allow, always_allow_pattern, resolution_reason, event_id, resolved_at, key,
                            answer_schema, proposed, answer, resolved_by_rule_id, remind_at)
      SELECT $1, $2, conv.id, $8, $9, $10, $11, $12, m.now, m.now + $13::int * interval '1 second',
             CASE WHEN $14::text IS NULL THEN 'pending' ELSE 'approved' END, $14::text IS NOT NULL, $14::text,
             CASE WHEN $14::text IS NOT NULL THEN 'rule' END, CASE WHEN $14::text IS NOT NULL THEN $15 END, CASE WHEN $14::text IS NOT NULL THEN m.now END,
             $17, $18::json, $19::json, $20::json, $21, m.now + $13::int * interval '500 milliseconds'
        FROM conv, moment m
      RETURNING *
    ), shown AS (
      INSERT INTO message (id, conversation_id, sender, sender_name, kind, text, decision_id, task_run_id, created_at)
      SELECT $7, conv.id, 'agent', $4, 'decision', $9 || coalesce(E'\\n\\n' || $10, ''), $1, $8, conv.last_message_at FROM conv
    ), touched AS (${touchRun('$8', 'FROM asked', OPEN_RUN)}
    ), told AS (
      SELECT $15::text AS event_id, asked.agent_id, 'decision_resolved' AS type, $16::text AS frame, asked.id AS subject_id, 1 AS place
        FROM asked WHERE $14::text IS NOT NULL
    ), ${appendEvents('told')}
    SELECT ${decisionColumns('asked')}, ${appendedColumns()} FROM asked LEFT JOIN appended ON true`,
};
