import type { ServiceError } from '@svc/domain';
import {
  fieldErrorsOf,
  validateMessageAbortFrame,
  validateMessageDeltaFrame,
  validateMessageEndFrame,
  validateMessageStartFrame,
} from '@svc/proto-events';
import type {
  MessageAbortFrame,
  MessageDeltaFrame,
  MessageEndFrame,
  MessageStartFrame,
  Validate,
} from '@svc/proto-events';
import type { GrowingMessage } from '@svc/messages';
import { toServiceError } from '@svc/runtime';
import type { Logger } from '@svc/runtime';
import { acknowledge, answer, errorFrame, invalidFrame, refOf, textIn } from './frame-answers.js';
import type { OpenStreams } from './claims.js';
import type { Session } from './session.js';

const PER_SOCKET_MAX = 8;
/** Of those that broke off, so many are remembered for each socket, until the agent ends them. */
const BROKEN_MAX = 64;

type StreamFrame = MessageStartFrame | MessageDeltaFrame | MessageEndFrame | MessageAbortFrame;

interface StreamsOfSession {
  /** By `ref`. */
  growing: Map<string, GrowingMessage>;
  /** Their agent may go on for a moment, until it has read that they are over. */
  broken: Set<string>;
}

const FRAMES: Record<StreamFrame['type'], Validate<StreamFrame>> = {
  message_start: validateMessageStartFrame,
  message_delta: validateMessageDeltaFrame,
  message_end: validateMessageEndFrame,
  message_abort: validateMessageAbortFrame,
};

export const STREAM_FRAMES = Object.keys(FRAMES);

/** Whether a frame calls itself one of a message that grows. Whether it is valid is another question. */
export function isStreamFrame(frame: unknown): frame is { type: StreamFrame['type'] } {
  return Object.hasOwn(FRAMES, textIn(frame, 'type') ?? '');
}

/** What is wrong with one message ends it alone, because text would be missing. The socket's end ends all. */
export class IncomingStreams {
  readonly #ofSessions = new WeakMap<Session, StreamsOfSession>();
  readonly #streams: Pick<OpenStreams, 'begin'>;
  readonly #logger: Logger;

  constructor(context: { streams: Pick<OpenStreams, 'begin'>; logger: Logger }) {
    this.#streams = context.streams;
    this.#logger = context.logger;
  }

  /** @param refusal what keeps the session's credentials from messages. */
  async take(
    session: Session,
    frame: { type: StreamFrame['type'] },
    refusal: ServiceError | null,
  ): Promise<void> {
    const ref = refOf(frame);
    if (refusal !== null) return answer(session, errorFrame(refusal.detail, ref));
    const validate = FRAMES[frame.type];
    const given: unknown = frame;
    if (validate(given)) return this.#takeValid(session, given);
    const detail = invalidFrame(fieldErrorsOf(validate));
    if (ref !== undefined && this.#of(session).growing.has(ref)) this.#break(session, ref, detail);
    else answer(session, errorFrame(detail, ref));
  }

  /** A frame was dropped unread, and what was in it is unknown. */
  lost(session: Session, { detail }: ServiceError): void {
    for (const ref of this.#ofSessions.get(session)?.growing.keys() ?? []) this.#break(session, ref, detail);
  }

  /** The socket has closed, and all of its frames are taken. */
  closed(session: Session): void {
    const streams = this.#ofSessions.get(session);
    this.#ofSessions.delete(session);
    for (const message of streams?.growing.values() ?? []) message.cut();
  }

  async #takeValid(session: Session, frame: StreamFrame): Promise<void> {
    if (frame.type === 'message_start') return this.#begin(session, frame);
    const { ref } = frame;
    const { growing, broken } = this.#of(session);
    const message = growing.get(ref);
    if (message === undefined) {
      const isBroken = broken.has(ref);
      // The agent has been told. Deltas that were on their way need no answer each.
      if (isBroken && frame.type === 'message_delta') return;
      broken.delete(ref);
      if (isBroken && frame.type === 'message_abort') return;
      const detail = isBroken ? 'The message of this ref is over' : 'No message of this ref is being written';
      return answer(session, errorFrame(detail, ref));
    }
    if (frame.type === 'message_abort') {
      growing.delete(ref);
      return message.abort();
    }
    try {
      if (frame.type === 'message_delta') return message.append(frame.text);
      const accepted = await message.end({
        mediaIds: frame.media_ids,
        reportTitle: frame.report_title,
        reportDescription: frame.report_description,
        taskRunId: frame.task_run_id,
        quickReplies: frame.quick_replies,
      });
      growing.delete(ref);
      acknowledge(session, ref, accepted);
    } catch (error) {
      this.#refuse(session, ref, { message, error });
    }
  }

  async #begin(session: Session, frame: MessageStartFrame): Promise<void> {
    const { ref, conversation_id: conversationId, idempotency_key: key } = frame;
    const { growing, broken } = this.#of(session);
    if (growing.has(ref))
      return answer(session, errorFrame('A message of this ref is being written already', ref));
    if (growing.size >= PER_SOCKET_MAX) {
      const detail = `More than ${PER_SOCKET_MAX} messages are being written on this socket`;
      return this.#remember(session, ref, detail);
    }
    broken.delete(ref);
    try {
      const message = await this.#streams.begin({
        ...{ agentId: session.agentId, ownerId: session.ownerId, kind: session.agentKind },
        ...{ conversationId, key },
        onCut: ({ detail }) => this.#break(session, ref, detail),
      });
      // In a hub that stops it may be over already.
      if (!message.isOver) growing.set(ref, message);
    } catch (error) {
      this.#remember(session, ref, this.#detailOf(session, error));
    }
  }

  /** If the store is away for a moment, the message stays, and its agent may end it again. */
  #refuse(
    session: Session,
    ref: string,
    { message, error }: { message: GrowingMessage; error: unknown },
  ): void {
    const detail = this.#detailOf(session, error);
    if (message.isOver) this.#break(session, ref, detail);
    else answer(session, errorFrame(detail, ref));
  }

  #break(session: Session, ref: string, detail: string): void {
    const { growing } = this.#of(session);
    growing.get(ref)?.cut();
    growing.delete(ref);
    this.#remember(session, ref, detail);
  }

  /** Tells the agent that the message is over, and expects some more of it. */
  #remember(session: Session, ref: string, detail: string): void {
    const { broken } = this.#of(session);
    broken.add(ref);
    const [oldest] = broken;
    if (broken.size > BROKEN_MAX && oldest !== undefined) broken.delete(oldest);
    answer(session, errorFrame(detail, ref));
  }

  #detailOf(session: Session, error: unknown): string {
    const refusal = toServiceError(error);
    if (refusal.code === 'internal_error')
      this.#logger.error({ err: error, agent_id: session.agentId }, 'could not take a message that grows');
    return refusal.code === 'invalid_request' ? invalidFrame(refusal.fields, refusal.detail) : refusal.detail;
  }

  #of(session: Session): StreamsOfSession {
    let streams = this.#ofSessions.get(session);
    if (streams === undefined) {
      streams = { growing: new Map(), broken: new Set() };
      this.#ofSessions.set(session, streams);
    }
    return streams;
  }
}
