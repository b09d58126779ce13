import { Listeners } from './listeners.ts';
import type { ChangeFrame } from './live-frame.ts';

/** An agent that goes on writing says so again every few seconds. In milliseconds. */
const SHOWN_MS = 6_000;

/** How many are remembered at once; further ones are not shown. */
const COUNT_MAX = 100;

const writing = new Map<string, ReturnType<typeof setTimeout>>();
const listeners = new Listeners();

export const typingStore = {
  subscribe: listeners.subscribe,
  isWriting: (agentId: string, conversationId: string | null): boolean =>
    conversationId !== null && writing.has(keyOf(agentId, conversationId)),
  /** Takes every frame: a message ends what was being written. */
  hear: ({ type, agent_id: agentId, conversation_id: conversationId }: ChangeFrame): void => {
    if (agentId === undefined || conversationId === undefined) return;
    const key = keyOf(agentId, conversationId);
    if (type === 'message') forget(key);
    else if (type === 'typing' && (writing.has(key) || writing.size < COUNT_MAX)) {
      clearTimeout(writing.get(key));
      const timer = setTimeout(() => forget(key), SHOWN_MS);
      writing.set(key, timer);
      listeners.tell();
    }
  },
};

function forget(key: string): void {
  clearTimeout(writing.get(key));
  if (writing.delete(key)) listeners.tell();
}

function keyOf(agentId: string, conversationId: string): string {
  return `${agentId} ${conversationId}`;
}
