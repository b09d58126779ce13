// Generated from packages/store/sql by `npm run sql`.
import { statement } from '../statement.js';

export const insert = statement<{ id: string; userId: string | null; conversationId: string | null }, object>('erasures/insert', ['id', 'userId', 'conversationId'], `
INSERT INTO erasure (id, user_id, conversation_id) VALUES ($1, $2, $3)`);
