import type { FieldError } from '@svc/domain';
import type { ErrorFrame, MessageAckFrame } from '@svc/proto-events';
import type { Session } from './session.js';

/** Length of an answer's `detail` at most, so that a bad frame never gets a large answer. */
const DETAIL_LENGTH_MAX = 300;

/** A text in what may be a frame. Whether the frame is valid is another question. */
export function textIn(frame: unknown, field: 'type' | 'ref'): string | undefined {
  const text: unknown = typeof frame === 'object' && frame !== null ? Reflect.get(frame, field) : undefined;
  return typeof text === 'string' ? text : undefined;
}

/** What a frame calls itself by, if it is a text of at most 200 characters. */
export function refOf(frame: unknown): string | undefined {
  const ref = textIn(frame, 'ref');
  return ref !== undefined && ref.length <= 200 ? ref : undefined;
}

/** @param detail the answer if no field is named. */
export function invalidFrame(errors: readonly FieldError[], detail = ''): string {
  if (errors.length === 0) return detail;
  const problems = errors.map(({ path, message }) => `${path || 'frame'} ${message}`);
  return `Invalid frame: ${problems.join('; ')}`.slice(0, DETAIL_LENGTH_MAX);
}

export function errorFrame(detail: string, ref?: string): ErrorFrame {
  return ref === undefined ? { type: 'error', detail } : { type: 'error', detail, ref };
}

export function answer(session: Session, frame: ErrorFrame | MessageAckFrame): void {
  if (!session.closed) session.socket.send(JSON.stringify(frame));
}

export function acknowledge(
  session: Session,
  ref: string,
  { messageId, conversationId }: { messageId: string; conversationId: string },
): void {
  answer(session, { type: 'message_ack', ref, message_id: messageId, conversation_id: conversationId });
}
