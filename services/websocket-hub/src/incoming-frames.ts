import { parseBoundedJson, ServiceError } from '@svc/domain';
import {
  fieldErrorsOf,
  validateAckFrame,
  validateMessageFrame,
  validateTypingFrame,
} from '@svc/proto-events';
import type { MessageFrame } from '@svc/proto-events';
import { toServiceError } from '@svc/runtime';
import type { Logger, RateLimit, JointLimits } from '@svc/runtime';
import { acknowledge, answer, errorFrame, invalidFrame, refOf, textIn } from './frame-answers.js';
import { FrameRate } from './frame-bytes.js';
import type { MessageBuffers } from './message-buffers.js';
import { isStreamFrame, STREAM_FRAMES } from './incoming-streams.js';
import type { IncomingStreams } from './incoming-streams.js';
import type { HubLimits } from './limits.js';
import type { AcceptAgentMessage, TellTyping } from './claims.js';
import type { Session } from './session.js';
import { smallFrame } from './upgrade.js';

interface IncomingFramesContext {
  accept: AcceptAgentMessage;
  tellTyping: TellTyping;
  streams: IncomingStreams;
  limits: HubLimits;
  jointLimits: Pick<JointLimits, 'limit'>;
  buffers: MessageBuffers;
  logger: Logger;
}

/**
 * One after the other per socket, so that messages keep their order. A frame that is not valid, or over the
 * agent's bytes of a minute, gets an error frame; too many frames close the socket with 4008.
 */
export class IncomingFrames {
  readonly #queues = new WeakMap<Session, { frames: Buffer[]; rate: FrameRate; isClosed: boolean }>();
  /** When the consoles of a session's owner last heard that its agent is writing. */
  readonly #typedAtMs = new WeakMap<Session, number>();
  readonly #typingRate: FrameRate;
  readonly #bytes: RateLimit;
  readonly #context: IncomingFramesContext;

  constructor(context: IncomingFramesContext) {
    this.#context = context;
    const { typingPerSecond, agentBytesPerMinute } = context.limits;
    const rate = { perSecond: typingPerSecond, burst: typingPerSecond };
    this.#typingRate = new FrameRate(rate, performance.now());
    this.#bytes = context.jointLimits.limit('frame bytes', agentBytesPerMinute);
  }

  /** Returns false when the agent sends more than it may: the caller closes the socket. */
  receive(session: Session, data: Buffer): boolean {
    const queue = this.#queueOf(session);
    if (!queue.rate.take(performance.now())) return false;
    // If an agent sends and does not read, its answers would fill the memory here.
    if (session.socket.bufferedAmount > this.#context.limits.bufferedBytesMax) return false;
    queue.frames.push(data);
    this.#context.buffers.complete(session, data.length);
    if (queue.frames.length === 1) void this.#run(session, queue);
    if (this.#isFull(session, queue.frames)) session.socket.pause();
    return true;
  }

  #queueOf(session: Session) {
    let queue = this.#queues.get(session);
    if (queue === undefined) {
      const { framesPerSecond, framesBurst } = this.#context.limits;
      queue = {
        frames: [],
        rate: new FrameRate({ perSecond: framesPerSecond, burst: framesBurst }, performance.now()),
        isClosed: false,
      };
      this.#queues.set(session, queue);
    }
    return queue;
  }

  /** The socket has closed. What it has brought before is still taken. */
  closed(session: Session): void {
    const queue = this.#queues.get(session);
    if (queue !== undefined && queue.frames.length > 0) queue.isClosed = true;
    else this.#context.streams.closed(session);
  }

  async #run(session: Session, queue: { frames: Buffer[]; isClosed: boolean }): Promise<void> {
    const { frames } = queue;
    for (let frame = frames[0]; frame !== undefined; frame = frames[0]) {
      await this.#take(session, frame);
      frames.shift();
      this.#context.buffers.take(session, frame.length);
      if (session.socket.isPaused && !this.#isFull(session, frames)) session.socket.resume();
    }
    if (queue.isClosed) this.#context.streams.closed(session);
  }

  #isFull({ buffered }: Session, { length }: Buffer[]): boolean {
    return (
      length >= this.#context.limits.incomingFramesMax ||
      buffered.waiting >= this.#context.limits.incomingBytesMax
    );
  }

  async #take(session: Session, data: Buffer): Promise<void> {
    let frame: unknown;
    try {
      await this.#bytes.consume(session.agentId, data.length);
      frame = parseBoundedJson(data);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.code === 'rate_limited') this.#context.streams.lost(session, error);
      const detail = invalidFrame(error.fields, error.detail);
      answer(session, errorFrame(detail, refOf(smallFrame(data))));
      return;
    }
    const ref = refOf(frame);
    if (isStreamFrame(frame)) return this.#context.streams.take(session, frame, refusalOf(session));
    const type = textIn(frame, 'type');
    if (type === 'typing') return this.#takeTyping(session, frame, ref);
    if (type === 'ack') return this.#takeAck(session, frame, ref);
    if (type !== undefined && type !== 'message') return answer(session, errorFrame(unknownType(type), ref));
    if (!validateMessageFrame(frame)) {
      answer(session, errorFrame(invalidFrame(fieldErrorsOf(validateMessageFrame)), ref));
      return;
    }
    try {
      const refusal = refusalOf(session);
      if (refusal !== null) throw refusal;
      const { idempotency_key: key } = frame;
      const keyed = key === undefined ? undefined : { ownerId: session.ownerId, key };
      const accepted = await this.#context.accept(agentMessage(session, frame), keyed);
      if (ref !== undefined) acknowledge(session, ref, accepted);
    } catch (error) {
      const refused = toServiceError(error);
      if (refused.code === 'internal_error') {
        this.#context.logger.error(
          { err: error, agent_id: session.agentId },
          'could not take a message frame',
        );
      }
      answer(session, errorFrame(refused.detail, ref));
    }
  }

  #takeAck(session: Session, frame: unknown, ref: string | undefined): void {
    if (!validateAckFrame(frame)) {
      return answer(session, errorFrame(invalidFrame(fieldErrorsOf(validateAckFrame)), ref));
    }
    if (!session.features.waitsForAcks) {
      return answer(session, errorFrame('The auth frame of this socket had no "ack": "program"', ref));
    }
    // There are no more of them than events, so they do not count.
    if (session.acknowledge(frame.event_id)) this.#queueOf(session).rate.giveBack();
  }

  /** The conversation is not looked up: a console of the owner shows it only with this agent. */
  #takeTyping(session: Session, frame: unknown, ref: string | undefined): void {
    if (!validateTypingFrame(frame)) {
      return answer(session, errorFrame(invalidFrame(fieldErrorsOf(validateTypingFrame)), ref));
    }
    const isAllowed = session.agentKind === 'interactive';
    const refusal = isAllowed ? refusalOf(session) : new ServiceError('kind_not_allowed');
    if (refusal !== null) return answer(session, errorFrame(refusal.detail, ref));
    const nowMs = performance.now();
    if (nowMs - (this.#typedAtMs.get(session) ?? -Infinity) < this.#context.limits.typingIntervalMs) return;
    if (!this.#typingRate.take(nowMs)) return;
    this.#typedAtMs.set(session, nowMs);
    const { agentId, ownerId: userId } = session;
    this.#context.tellTyping({ agentId, userId, conversationId: frame.conversation_id });
  }
}

function unknownType(type: string): string {
  const known = ['message', 'typing', 'ack', ...STREAM_FRAMES].join(', ');
  return `Invalid frame: the type ${JSON.stringify(type.slice(0, 40))} is none of ${known}`;
}

/** What keeps a socket's key from the agent's messages. */
function refusalOf({ key }: Session): ServiceError | null {
  return key === null || key.scopes.includes('messages') ? null : new ServiceError('scope_missing');
}

function agentMessage(session: Session, frame: MessageFrame) {
  return {
    agentId: session.agentId,
    kind: session.agentKind,
    text: frame.text,
    image: frame.image_base64,
    mediaIds: frame.media_ids,
    conversationId: frame.conversation_id,
    reportTitle: frame.report_title,
    reportDescription: frame.report_description,
    taskRunId: frame.task_run_id,
    quickReplies: frame.quick_replies,
  };
}
