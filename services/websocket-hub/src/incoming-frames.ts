import { ERROR_CODES, parseBoundedJson, ServiceError } from '@svc/domain';
import type { FieldError } from '@svc/domain';
import { fieldErrorsOf, validateMessageFrame } from '@svc/proto-events';
import type { ErrorFrame, MessageAckFrame, MessageFrame } from '@svc/proto-events';
import type { Logger, RateLimit, JointLimits } from '@svc/runtime';
import { FrameRate } from './frame-rate.js';
import type { HeldMessages } from './held-messages.js';
import type { HubLimits } from './limits.js';
import type { AcceptAgentMessage } from './ports.js';
import type { Session } from './session.js';

/** Length of an answer's `detail` at most, so that a bad frame never gets a large answer. */
const DETAIL_LENGTH_MAX = 300;

/**
 * Handles the frames of authenticated agents, one after the other per socket, so that messages keep their order. If a frame is not valid,
 * or is beyond the bytes that its agent may send in a minute, it gets an error frame and the socket stays open. A socket that sends too many frames is closed with 4008.
 */
export class IncomingFrames {
  readonly #queues = new WeakMap<Session, { frames: Buffer[]; rate: FrameRate }>();
  readonly #held: HeldMessages;
  readonly #accept: AcceptAgentMessage;
  readonly #limits: HubLimits;
  readonly #bytes: RateLimit;
  readonly #logger: Logger;

  constructor(context: {
    accept: AcceptAgentMessage;
    limits: HubLimits;
    jointLimits: Pick<JointLimits, 'limit'>;
    held: HeldMessages;
    logger: Logger;
  }) {
    this.#held = context.held;
    this.#accept = context.accept;
    this.#limits = context.limits;
    this.#bytes = context.jointLimits.limit('frame bytes', context.limits.agentBytesPerMinute);
    this.#logger = context.logger;
  }

  /** Returns false when the agent sends more than it may: the caller closes the socket. */
  receive(session: Session, data: Buffer, isBinary: boolean): boolean {
    const queue = this.#queueOf(session);
    if (!queue.rate.take(performance.now())) return false;
    // If an agent sends and does not read, its answers would fill the memory here.
    if (session.socket.bufferedAmount > this.#limits.bufferedBytesMax) return false;
    if (isBinary) {
      answer(session, errorFrame('Binary frames are not supported'));
      return true;
    }
    queue.frames.push(data);
    this.#held.complete(session, data.length);
    if (queue.frames.length === 1) void this.#run(session, queue.frames);
    if (this.#isFull(session, queue.frames)) session.socket.pause();
    return true;
  }

  #queueOf(session: Session) {
    let queue = this.#queues.get(session);
    if (queue === undefined) {
      const { framesPerSecond, framesBurst } = this.#limits;
      queue = {
        frames: [],
        rate: new FrameRate({ perSecond: framesPerSecond, burst: framesBurst }, performance.now()),
      };
      this.#queues.set(session, queue);
    }
    return queue;
  }

  async #run(session: Session, frames: Buffer[]): Promise<void> {
    for (let frame = frames[0]; frame !== undefined; frame = frames[0]) {
      await this.#take(session, frame);
      frames.shift();
      this.#held.take(session, frame.length);
      if (session.socket.isPaused && !this.#isFull(session, frames)) session.socket.resume();
    }
  }

  #isFull({ held }: Session, { length }: Buffer[]): boolean {
    return length >= this.#limits.incomingFramesMax || held.waiting >= this.#limits.incomingBytesMax;
  }

  async #take(session: Session, data: Buffer): Promise<void> {
    let frame: unknown;
    try {
      await this.#bytes.consume(session.agentId, data.length);
      frame = await parseBoundedJson(data);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      answer(session, errorFrame(invalidFrame(error.fields, error.detail)));
      return;
    }
    const ref = refOf(frame);
    if (!validateMessageFrame(frame)) {
      answer(session, errorFrame(invalidFrame(fieldErrorsOf(validateMessageFrame)), ref));
      return;
    }
    try {
      if (session.key !== null && !session.key.scopes.includes('messages'))
        throw new ServiceError('scope_missing');
      const accepted = await this.#accept(agentMessage(session, frame));
      if (ref === undefined) return;
      const ack: MessageAckFrame = {
        type: 'message_ack',
        ref,
        message_id: accepted.messageId,
        conversation_id: accepted.conversationId,
      };
      answer(session, ack);
    } catch (error) {
      if (!(error instanceof ServiceError)) {
        this.#logger.error({ err: error, agent_id: session.agentId }, 'could not take a message frame');
      }
      const detail = error instanceof ServiceError ? error.detail : ERROR_CODES.internal_error.detail;
      answer(session, errorFrame(detail, ref));
    }
  }
}

function refOf(frame: unknown): string | undefined {
  if (typeof frame !== 'object' || frame === null || !('ref' in frame)) return undefined;
  return typeof frame.ref === 'string' && frame.ref.length <= 200 ? frame.ref : undefined;
}

/** @param detail the answer if no field is named. */
function invalidFrame(errors: readonly FieldError[], detail = ''): string {
  if (errors.length === 0) return detail;
  const problems = errors.map(({ path, message }) => `${path || 'frame'} ${message}`);
  return `Invalid frame: ${problems.join('; ')}`.slice(0, DETAIL_LENGTH_MAX);
}

function agentMessage(session: Session, frame: MessageFrame) {
  return {
    agentId: session.agentId,
    kind: session.agentKind,
    text: frame.text,
    imageBase64: frame.image_base64,
    mediaIds: frame.media_ids,
    conversationId: frame.conversation_id,
    reportTitle: frame.report_title,
    reportDescription: frame.report_description,
    taskRunId: frame.task_run_id,
  };
}

function errorFrame(detail: string, ref?: string): ErrorFrame {
  return ref === undefined ? { type: 'error', detail } : { type: 'error', detail, ref };
}

function answer(session: Session, frame: ErrorFrame | MessageAckFrame): void {
  if (!session.closed) session.socket.send(JSON.stringify(frame));
}
