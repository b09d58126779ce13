// Generated from packages/store/sql by `npm run sql`.
import { statement } from '../statement.js';

export const change = statement<{ id: string; title: string | null; isPinned: boolean; isArchived: boolean }, object>('conversations/change', ['id', 'title', 'isPinned', 'isArchived'], `
UPDATE conversation
   SET title = $2, pinned_at = CASE WHEN $3::boolean THEN coalesce(pinned_at, now()) END,
       archived_through = CASE WHEN is_test(archived_through) THEN archived_through
                               WHEN $4::boolean THEN last_message_at END
 WHERE id = $1`);

export const countPinned = statement<{ userId: string }, { count: number }>('conversations/count-pinned', ['userId'], `
SELECT count(*) FROM conversation c JOIN agent a ON a.id = c.agent_id
 WHERE c.user_id = $1 AND c.pinned_at IS NOT NULL AND c.deleted_at IS NULL AND a.deleted_at IS NULL`);

export const find = statement<{ id: string; userId: string }, { conversationId: string; userId: string; agentId: string; lastMessageAt: Date | null; lastMessageText: string | null; title: string | null; titledBy: 'user' | 'agent' | null; agentTitle: string | null; isPinned: boolean; isActive: boolean; isArchived: boolean; readThrough: Date | null; unreadCount: number }>('conversations/find', ['id', 'userId'], `
SELECT c.* FROM conversation_record c WHERE c."conversationId" = $1 AND c."userId" = $2`);

export const list = statement<{ userId: string; isActive: boolean; limit: number; lastMessageAt: Date | 'infinity'; id: string }, { conversationId: string; userId: string; agentId: string; lastMessageAt: Date | null; lastMessageText: string | null; title: string | null; titledBy: 'user' | 'agent' | null; agentTitle: string | null; isPinned: boolean; isActive: boolean; isArchived: boolean; readThrough: Date | null; unreadCount: number }>('conversations/list', ['userId', 'isActive', 'limit', 'lastMessageAt', 'id'], `
SELECT c.* FROM conversation_record c
 WHERE c."userId" = $1 AND c."isActive" = $2 AND c."lastMessageAt" <= $4::timestamptz
   AND (c."lastMessageAt" < $4 OR c."conversationId" < $5)
 ORDER BY c."lastMessageAt" DESC NULLS LAST, c."conversationId" DESC LIMIT $3`);

/** The user in CASE leads to no index: so the agent's is read, and those with other agents are not passed by. */
export const listOfAgent = statement<{ userId: string; isActive: boolean; limit: number; lastMessageAt: Date | 'infinity'; id: string; agentId: string }, { conversationId: string; userId: string; agentId: string; lastMessageAt: Date | null; lastMessageText: string | null; title: string | null; titledBy: 'user' | 'agent' | null; agentTitle: string | null; isPinned: boolean; isActive: boolean; isArchived: boolean; readThrough: Date | null; unreadCount: number }>('conversations/list-of-agent', ['userId', 'isActive', 'limit', 'lastMessageAt', 'id', 'agentId'], `
SELECT c.* FROM conversation_record c
 WHERE c."agentId" = $6 AND CASE WHEN c."agentId" = $6 THEN c."userId" = $1 END AND c."isActive" = $2
   AND c."lastMessageAt" <= $4::timestamptz
   AND (c."lastMessageAt" < $4 OR c."conversationId" < $5)
 ORDER BY c."lastMessageAt" DESC NULLS LAST, c."conversationId" DESC LIMIT $3`);

export const listPinned = statement<{ userId: string; limit: number; lastMessageAt: Date | 'infinity'; id: string; agentId: string | null }, { conversationId: string; userId: string; agentId: string; lastMessageAt: Date | null; lastMessageText: string | null; title: string | null; titledBy: 'user' | 'agent' | null; agentTitle: string | null; isPinned: boolean; isActive: boolean; isArchived: boolean; readThrough: Date | null; unreadCount: number }>('conversations/list-pinned', ['userId', 'limit', 'lastMessageAt', 'id', 'agentId'], `
SELECT c.* FROM conversation_record c
 WHERE c."userId" = $1 AND c."isPinned" AND ($5::text IS NULL OR c."agentId" = $5)
   AND c."lastMessageAt" <= $3::timestamptz
   AND (c."lastMessageAt" < $3 OR c."conversationId" < $4)
 ORDER BY c."lastMessageAt" DESC NULLS LAST, c."conversationId" DESC LIMIT $2`);

/** Locks a conversation for a change or deletion by its user, in the order of all statements: after its agent. A test, which is put away for ever, counts as if it were not. */
export const lock = statement<{ id: string; userId: string }, { agentId: string; title: string | null; isPinned: boolean; isArchived: boolean }>('conversations/lock', ['id', 'userId'], `
WITH known AS MATERIALIZED (
  SELECT a.id FROM agent a JOIN conversation c ON c.agent_id = a.id
   WHERE c.id = $1 AND c.user_id = $2 AND a.owner_id = $2 AND a.deleted_at IS NULL FOR KEY SHARE OF a
)
SELECT c.agent_id AS "agentId", c.title, c.pinned_at IS NOT NULL AS "isPinned",
       NOT is_test(c.archived_through)
         AND NOT coalesce(c.archived_through < c.last_message_at, true) AS "isArchived"
  FROM conversation c
 WHERE c.id = $1 AND c.agent_id = (SELECT id FROM known) AND c.deleted_at IS NULL FOR UPDATE`);

export const pageById = statement<{ userId: string; after: string; limit: number }, { conversationId: string; userId: string; agentId: string; lastMessageAt: Date | null; lastMessageText: string | null; title: string | null; titledBy: 'user' | 'agent' | null; agentTitle: string | null; isPinned: boolean; isActive: boolean; isArchived: boolean; readThrough: Date | null; unreadCount: number }>('conversations/page-by-id', ['userId', 'after', 'limit'], `
SELECT c.* FROM conversation_record c
 WHERE c."userId" = $1 AND c."conversationId" > $2 ORDER BY c."conversationId" LIMIT $3`);

/** A user has read a conversation up to a moment: moves on, and never back, at most to the newest message. */
export const read = statement<{ id: string; userId: string; readThrough: Date }, { agentId: string; hasMoved: boolean }>('conversations/read', ['id', 'userId', 'readThrough'], `
WITH known AS MATERIALIZED (
  SELECT c.id, c.agent_id FROM conversation c JOIN agent a ON a.id = c.agent_id
   WHERE c.id = $1 AND c.user_id = $2 AND c.deleted_at IS NULL AND a.deleted_at IS NULL
), moved AS (
  UPDATE conversation c SET read_through = LEAST($3::timestamptz, c.last_message_at)
    FROM known k WHERE c.id = k.id AND c.last_message_at IS NOT NULL
     AND coalesce(c.read_through, '-infinity') < LEAST($3::timestamptz, c.last_message_at)
  RETURNING c.id
)
SELECT agent_id AS "agentId", EXISTS (SELECT FROM moved) AS "hasMoved" FROM known`);

export const titleByAgent = statement<{ id: string; agentId: string; title: string | null }, { userId: string; isShown: boolean; hasChanged: boolean }>('conversations/title-by-agent', ['id', 'agentId', 'title'], `
WITH known AS MATERIALIZED (
  SELECT id FROM agent WHERE id = $2 AND deleted_at IS NULL FOR KEY SHARE
), former AS MATERIALIZED (
  SELECT c.id, c.user_id, c.title, c.agent_title FROM conversation c
   WHERE c.id = $1 AND c.agent_id = (SELECT id FROM known) AND c.deleted_at IS NULL FOR NO KEY UPDATE
), titled AS (
  UPDATE conversation c SET agent_title = $3 FROM former f
   WHERE c.id = f.id AND f.agent_title IS DISTINCT FROM $3
  RETURNING c.id
)
SELECT user_id AS "userId", title IS NULL AND $3::text IS NOT NULL AS "isShown",
       EXISTS (SELECT FROM titled) AS "hasChanged"
  FROM former`);

export const unread = statement<{ id: string; userId: string }, { agentId: string; hasMoved: boolean }>('conversations/unread', ['id', 'userId'], `
WITH known AS MATERIALIZED (
  SELECT c.id, c.agent_id FROM conversation c JOIN agent a ON a.id = c.agent_id
   WHERE c.id = $1 AND c.user_id = $2 AND c.deleted_at IS NULL AND a.deleted_at IS NULL
), newest AS (
  SELECT max(m.created_at) - interval '1 millisecond' AS before FROM known k CROSS JOIN LATERAL (
    SELECT n.sender, n.created_at FROM message n
     WHERE n.conversation_id = k.id ORDER BY n.created_at DESC LIMIT 100
  ) m WHERE m.sender = 'agent'
), moved AS (
  UPDATE conversation c SET read_through = n.before
    FROM known k, newest n WHERE c.id = k.id AND c.read_through > n.before
  RETURNING c.id
)
SELECT agent_id AS "agentId", EXISTS (SELECT FROM moved) AS "hasMoved" FROM known`);
