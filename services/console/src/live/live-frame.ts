/** It says what changed, never the new state. Without an id, everything of that type may have changed. */
export interface ChangeFrame {
  type: 'message' | 'run' | 'decision' | 'agent' | 'event' | 'conversation' | 'typing';
  agent_id?: string;
  conversation_id?: string;
  message_id?: string;
  task_id?: string;
  run_id?: string;
  decision_id?: string;
  event_id?: string;
}

/** Text of a message that an agent is writing, or that no more of it comes. */
export type StreamFrame = {
  type: 'stream';
  agent_id: string;
  conversation_id: string;
  message_id: string;
} & (
  | { /** How much text is before it, in UTF-16 code units. */ at: number; text: string }
  | { end: 'stored' | 'cut' | 'aborted' }
);

/** `auth_ok`: from now on the service sends a hint for every change. */
type LiveFrame = ChangeFrame | StreamFrame | { type: 'auth_ok' };

const TYPES: ReadonlySet<unknown> = new Set(
  'auth_ok message run decision agent event conversation typing stream'.split(' '),
);

/** `null` for a frame that this page does not know, such as one of a newer service. */
export function parseLiveFrame(text: unknown): LiveFrame | null {
  if (typeof text !== 'string') return null;
  try {
    const frame = JSON.parse(text) as { type?: unknown } | null;
    return TYPES.has(frame?.type) ? (frame as LiveFrame) : null;
  } catch {
    return null;
  }
}
