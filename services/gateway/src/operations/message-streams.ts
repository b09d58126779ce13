import type { OperationHandlers } from '@svc/http-contract';
import type { SessionUser } from '@svc/sign-in';
import type { Store } from '@svc/store';
import { found } from './found.js';

/** What agents are writing in a conversation of a user. */
export function messageStreams({ store }: { store: Pick<Store, 'messageStreams'> }) {
  return {
    async listMessageStreams({ auth, params }) {
      const streams = found(await store.messageStreams.listOf(params.conversation_id, auth.userId));
      return {
        status: 200,
        body: streams.map(({ messageId, agentId, isCut, startedAt, text }) => ({
          message_id: messageId,
          agent_id: agentId,
          state: isCut ? ('cut' as const) : ('writing' as const),
          text,
          started_at: startedAt.toISOString(),
        })),
      };
    },
  } satisfies OperationHandlers<SessionUser>;
}
