import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { ChangeFrame } from './live-frame.ts';

/** An agent that goes on writing says so again every few seconds. In milliseconds. */
const SHOWN_MS = 6_000;

/** Whether an agent is writing in a conversation: it has stopped when it has not said so again in time. */
export function typingQuery(agentId: string | undefined, conversationId: string | null | undefined) {
  return queryOptions({
    queryKey: ['typing', agentId, conversationId],
    queryFn: (): boolean => false,
    initialData: false,
    staleTime: Infinity,
    networkMode: 'always',
    refetchInterval: ({ state }) => (state.data === true ? SHOWN_MS : false),
    refetchIntervalInBackground: true,
  });
}

/** Takes every frame: a message ends what was being written. Only what a page shows is remembered. */
export function hearTyping(queries: QueryClient, frame: ChangeFrame): void {
  if (frame.type !== 'typing' && frame.type !== 'message') return;
  const { queryKey } = typingQuery(frame.agent_id, frame.conversation_id);
  if (queries.getQueryState(queryKey) !== undefined) queries.setQueryData(queryKey, frame.type === 'typing');
}
