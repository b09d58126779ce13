import { rows } from '@svc/database';
import { mediaOf } from '../deletions/removed-messages.js';
import type { LockedMessage } from '../deletions/removed-messages.js';
import { EXCERPT_LENGTH } from '../messages/message-writes.js';
import { BOUND, isUntold, lookStatement } from './look.js';
import { EXPIRE_MEDIA } from './retained-media.js';
import type { Retained } from './retained.js';

/**
 * Messages, with their files, and with the request for a decision that they show. A message stays as long as its agent has not heard of it, and
 * a card as long as its request is open or was answered less than so many days ago.
 *
 * A conversation that nobody has written to for so long is locked before its messages, so that it is known afterwards which messages remain. In
 * any other conversation a newer message remains. The messages of a deleted conversation are left to its deletion, which removes their events too.
 */
export const RETAINED_MESSAGES: Retained = {
  look: lookStatement({
    kind: 'message',
    table: 'message',
    time: 'x.created_at',
    among: 'true',
    stays: `
      ${isUntold('x.id')}
      OR (x.decision_id IS NOT NULL
          AND (coalesce((SELECT d.status = 'pending' OR d.resolved_at > ${BOUND} FROM decision d WHERE d.id = x.decision_id), false)
               OR ${isUntold('x.decision_id')}))`,
    dueColumns: ', x.conversation_id',
    held: `active AS MATERIALIZED (
      SELECT c.id FROM conversation c
       WHERE c.id = ANY (ARRAY(SELECT DISTINCT conversation_id FROM due)) AND c.last_message_at > ${BOUND} AND c.deleted_at IS NULL
    ), quiet AS MATERIALIZED (
      SELECT c.id FROM conversation c
       WHERE c.id = ANY (ARRAY(SELECT DISTINCT conversation_id FROM due)) AND c.last_message_at <= ${BOUND} AND c.deleted_at IS NULL
       FOR UPDATE SKIP LOCKED
    ), `,
    isFree: 'x.conversation_id IN (SELECT id FROM active UNION ALL SELECT id FROM quiet)',
  }),
  async remove(client, ids, before) {
    const messages = await rows<MessageRow>(client, DELETE_MESSAGES, [ids]);
    const decisionIds = messages.flatMap(({ decision_id: id }) => (id === null ? [] : [id]));
    const mediaIds = messages.flatMap(mediaOf);
    const conversationIds = [...new Set(messages.map(({ conversation_id: id }) => id))];
    await rows(client, CHANGE_EXCERPTS, [before, conversationIds]);
    const decisions = decisionIds.length === 0 ? [] : await rows(client, DELETE_DECISIONS, [decisionIds]);
    const media = mediaIds.length === 0 ? [] : await rows(client, EXPIRE_MEDIA, [mediaIds]);
    const removed = { message: messages.length, decision: decisions.length, media: media.length };
    return { removed, isWhole: true };
  },
};

/**
 * Conversations without messages. Their days count from their last message. An agent's newest conversation with a user stays, because agents
 * that report seldom keep its id.
 */
export const RETAINED_CONVERSATIONS: Retained = {
  look: lookStatement({
    kind: 'conversation',
    table: 'conversation',
    time: 'x.last_message_at',
    among: 'x.last_message_text IS NULL',
    stays: `
      (SELECT 1 FROM conversation n
        WHERE n.agent_id = x.agent_id AND n.user_id = x.user_id AND n.last_message_at > x.last_message_at AND n.deleted_at IS NULL LIMIT 1) IS NULL
      OR (SELECT 1 FROM message m WHERE m.conversation_id = x.id LIMIT 1) IS NOT NULL OR x.deleted_at IS NOT NULL`,
  }),
  async remove(client, ids) {
    const conversations = await rows(client, DELETE_CONVERSATIONS, [ids]);
    return { removed: { conversation: conversations.length }, isWhole: true };
  },
};

type MessageRow = Pick<LockedMessage, 'decision_id' | 'image_urls' | 'audio_url' | 'files'> & {
  conversation_id: string;
};

const DELETE_MESSAGES = {
  name: 'retention-delete-messages',
  text: `
    DELETE FROM message WHERE id = ANY ($1::text[]) RETURNING conversation_id, decision_id, image_urls, audio_url, files`,
};

// Either a message remains, or none. If none remains, there is no excerpt any more, and only the moment of the last message and the person's own title stay.
const CHANGE_EXCERPTS = {
  name: 'retention-change-excerpts-3',
  text: `
    UPDATE conversation c SET last_message_text = rest.text, agent_title = CASE WHEN rest.text IS NOT NULL THEN c.agent_title END
      FROM (
        SELECT q.id, (SELECT left(coalesce(nullif(m.text, ''), m.report_title, ''), ${EXCERPT_LENGTH}) FROM message m
                       WHERE m.conversation_id = q.id ORDER BY m.created_at DESC LIMIT 1) AS text
          FROM conversation q WHERE q.id = ANY ($2::text[]) AND q.last_message_at <= ${BOUND}
      ) rest
     WHERE c.id = rest.id AND c.last_message_text IS DISTINCT FROM rest.text`,
};

const DELETE_DECISIONS = {
  name: 'retention-delete-decisions',
  text: `DELETE FROM decision WHERE id = ANY ($1::text[]) AND status <> 'pending' RETURNING 1`,
};

const DELETE_CONVERSATIONS = {
  name: 'retention-delete-conversations',
  text: 'DELETE FROM conversation WHERE id = ANY ($1::text[]) RETURNING 1',
};
