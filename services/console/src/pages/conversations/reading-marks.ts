import { call } from '../../api/client.ts';
import { Pace } from '../../live/pace.ts';

/** Marks that follow within this time become one, in milliseconds. */
const PAUSE_MS = 1_000;

const pace = new Pace<string>({
  work: (conversationId, at) =>
    // A mark that is lost comes again with the next message, or when the person comes back.
    void call('put', '/api/client/conversations/{conversation_id}/reading', {
      path: { conversation_id: conversationId },
      body: { read_through: at },
    }).catch(() => {}),
  joined: (waiting, next) => (waiting < next ? next : waiting),
  pauseMs: PAUSE_MS,
  schedule: (task, delayMs) => void setTimeout(task, delayMs),
});

/** The service tells all consoles of the person of it, this one as well. */
export const readingMarks = {
  /** @param at when the newest message was written that is seen */
  see: (conversationId: string, at: string): void => pace.run(conversationId, at),
  /** The person marks the conversation as unread: what waits is no longer true. */
  hold: (conversationId: string): void => pace.drop(conversationId),
};
