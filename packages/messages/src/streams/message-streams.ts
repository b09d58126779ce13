import { setTimeout as pause } from 'node:timers/promises';
import {
  Budget,
  newId,
  ServiceError,
  STREAM_BEAT_MS,
  STREAM_MS_MAX,
  STREAMS_PER_AGENT_MAX,
  STREAMS_PER_OWNER_MAX,
} from '@svc/domain';
import type { AgentKind, Share } from '@svc/domain';
import type { Hints, IdempotentCalls, MessageStreams as StreamStore } from '@svc/store';
import type { AcceptedMessage, AgentMessage } from '../agent-message.js';
import type { Messages } from '../messages.js';
import { GrowingMessage } from './growing-message.js';
import type { RestOfMessage, StreamEndKind } from './growing-message.js';
import { acceptOnce } from './keyed-end.js';
import type { EndedMessage } from './keyed-end.js';

export interface MessageStreamsDependencies {
  store: {
    messageStreams: Pick<StreamStore, 'begin' | 'keep' | 'forget' | 'writtenInto'>;
    idempotentCalls: Pick<IdempotentCalls, 'isKept' | 'once'>;
  };
  messages: Pick<Messages, 'acceptGrownMessage'>;
  hints: Pick<Hints, 'streamGrew' | 'streamEnded'>;
  logger: { warn(fields: object, text: string): void };
  /** Monotonic. Default: the process's. */
  nowMs?: () => number;
}

export interface StreamOpening {
  agentId: string;
  ownerId: string;
  kind: AgentKind;
  /** Default: a new one, when the message is stored. */
  conversationId?: string | undefined;
  /** The message is stored once under it. One that is stored already is not shown. */
  key?: string | undefined;
  /** Called if the message breaks off by no doing of its sender. */
  onCut: (reason: ServiceError) => void;
}

/** In one process. */
const STREAMS_MAX = 1_000;

const TOO_MANY_OF_AGENT = `More than ${STREAMS_PER_AGENT_MAX} messages of the agent are being written`;
const TOO_MANY_OF_OWNER = `More than ${STREAMS_PER_OWNER_MAX} messages of the account are being written`;

/** Between two keepings of texts. */
const TICK_MS = 1_000;
/** Until it is kept that messages broke off, for all of them together. */
const END_MS = 20;
/** How long a process that stops waits for the store. */
const STOP_MS_MAX = 1_000;
/** Texts that one statement keeps, of 64 KiB each at most. */
const KEPT_AT_ONCE = 64;

/**
 * Consoles are told text at once. A second later the store keeps it, for those that open the conversation
 * then at any hub. It is written for all messages together, and no caller waits for that.
 */
export class MessageStreams {
  readonly name = 'message-streams';
  readonly #deps: MessageStreamsDependencies;
  readonly #nowMs: () => number;
  readonly #growing = new Map<GrowingMessage, StreamOpening>();
  /** What is over, while the store does not know. Without it, a silent message counts as cut off after a time. */
  readonly #ended = new Map<GrowingMessage, 'cut' | 'aborted'>();
  readonly #budget = new Budget(STREAMS_MAX, 'Temporarily unavailable');
  #beatAtMs = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  #soon: NodeJS.Timeout | undefined;
  #isStopping = false;
  #keeping: Promise<void> | undefined;

  constructor(deps: MessageStreamsDependencies) {
    this.#deps = deps;
    this.#nowMs = deps.nowMs ?? (() => performance.now());
  }

  async start(): Promise<void> {
    if (this.#isStopping) return;
    this.#timer ??= setInterval(() => this.tick(), TICK_MS).unref();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#timer);
    this.cutAll();
    clearTimeout(this.#soon);
    const last = async () => {
      await this.#keeping;
      await this.#keep();
    };
    await Promise.race([last(), pause(STOP_MS_MAX, undefined, { ref: false })]);
  }

  /** What grows breaks off, and nothing more begins. */
  cutAll(): void {
    this.#isStopping = true;
    const reason = new ServiceError('unavailable', { retryAfterSeconds: 1 });
    for (const [message, { onCut }] of this.#growing) if (!message.isEnding) cut(message, onCut, reason);
  }

  /**
   * @throws ServiceError `kind_not_allowed` for an approval-only agent, `not_found` if the conversation is
   *   not the agent's, `rate_limited` or `unavailable` if too many of the agent, owner or process grow.
   */
  async begin(opening: StreamOpening): Promise<GrowingMessage> {
    const { agentId, ownerId: userId, kind } = opening;
    if (kind !== 'interactive') throw new ServiceError('kind_not_allowed');
    if (this.#isStopping) throw new ServiceError('unavailable', { retryAfterSeconds: 1 });
    const shares = sharesOf(opening);
    const refusal = this.#budget.take(shares);
    if (refusal !== null) throw refusal;
    const leave = () => this.#budget.release(shares);
    const ids = {
      ...{ agentId, userId, messageId: newId('message') },
      conversationId: opening.conversationId ?? newId('conversation'),
    };
    try {
      const isSeen = opening.conversationId !== undefined && !(await this.#isKept(opening));
      if (isSeen) await this.#begin(ids);
      const message = new GrowingMessage(
        { ids, isShown: isSeen, startedMs: this.#nowMs() },
        {
          hints: this.#deps.hints,
          write: this.#writer(ids, opening),
          onOver: (over, end) => {
            leave();
            this.#over(over, end);
          },
        },
      );
      this.#growing.set(message, opening);
      if (isSeen) this.#deps.hints.streamGrew({ ...ids, at: 0, text: '' });
      if (this.#isStopping) this.cutAll();
      return message;
    } catch (error) {
      leave();
      throw error;
    }
  }

  tick(): void {
    const nowMs = this.#nowMs();
    for (const [message, { onCut }] of this.#growing) {
      if (nowMs - message.startedMs >= STREAM_MS_MAX && !message.isEnding) cut(message, onCut, tooLong());
    }
    const isBeat = nowMs - this.#beatAtMs >= STREAM_BEAT_MS;
    if (isBeat) this.#beatAtMs = nowMs;
    const growing = [...this.#growing.keys()].filter(({ isShown }) => isShown);
    void this.#keep(isBeat ? growing : growing.filter((message) => message.unkept() !== null));
  }

  /**
   * Says that these grow, and what has ended. Never rejects. One call is under way at a time; what the store does
   * not take waits for the next one.
   */
  #keep(growing: readonly GrowingMessage[] = []): Promise<void> {
    this.#keeping ??= this.#keepAll(growing)
      .catch((error: unknown) => {
        const text = 'could not keep the text of messages that grow, trying again';
        this.#deps.logger.warn({ err: error }, text);
      })
      .finally(() => (this.#keeping = undefined));
    return this.#keeping;
  }

  async #keepAll(growing: readonly GrowingMessage[]): Promise<void> {
    const store = this.#deps.store.messageStreams;
    const endedBy = (end: 'cut' | 'aborted') =>
      [...this.#ended.keys()].filter((message) => this.#ended.get(message) === end);
    const cut = endedBy('cut');
    const parts = [...growing, ...cut].map((message) => ({ message, text: message.unkept() }));
    for (let at = 0; at < parts.length; at += KEPT_AT_ONCE) {
      const kept = parts.slice(at, at + KEPT_AT_ONCE);
      await store.keep(
        kept.map(({ message, text }) => {
          return { messageId: message.ids.messageId, text, isCut: cut.includes(message) };
        }),
      );
      for (const { message, text } of kept) if (text !== null) message.kept(text);
    }
    for (const message of cut) this.#ended.delete(message);
    const aborted = endedBy('aborted');
    if (aborted.length > 0) await store.forget(aborted.map(({ ids }) => ids.messageId));
    for (const message of aborted) this.#ended.delete(message);
  }

  async #isKept({ ownerId: userId, agentId, key }: StreamOpening): Promise<boolean> {
    if (key === undefined) return false;
    return this.#deps.store.idempotentCalls.isKept({ caller: { userId, agentId }, key });
  }

  async #begin(ids: GrowingMessage['ids']): Promise<void> {
    const outcome = await this.#deps.store.messageStreams.begin(ids);
    if (outcome === 'full')
      throw new ServiceError('rate_limited', { detail: TOO_MANY_OF_AGENT, retryAfterSeconds: 1 });
    if (outcome === 'unknown') throw new ServiceError('not_found');
  }

  #writer(ids: GrowingMessage['ids'], { agentId, ownerId, kind, conversationId, key }: StreamOpening) {
    const write = (message: AgentMessage) => this.#write(message, ids);
    return async (rest: RestOfMessage & { text: string }): Promise<EndedMessage> => {
      const message = { ...rest, agentId, kind, conversationId };
      if (key === undefined) return { ...(await write(message)), isReplayed: false };
      const asked = { ownerId, key, message, operation: 'streamAgentMessage' };
      return acceptOnce(this.#deps.store.idempotentCalls, asked, () => write(message));
    };
  }

  /** A try that failed may be committed nevertheless. Then the next one is refused. */
  async #write(message: AgentMessage, ids: GrowingMessage['ids']): Promise<AcceptedMessage> {
    const { messages, store } = this.#deps;
    const { messageId } = ids;
    try {
      return await messages.acceptGrownMessage(message, ids);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status >= 500) throw error;
      const conversationId = await store.messageStreams.writtenInto(messageId);
      if (conversationId === null) throw error;
      return { messageId, conversationId };
    }
  }

  #over(message: GrowingMessage, end: StreamEndKind): void {
    this.#growing.delete(message);
    if (!message.isShown || end === 'stored') return;
    this.#ended.set(message, end);
    // The agent's next message may begin in a moment, and takes the place of this one.
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      void this.#keep();
    }, END_MS).unref();
  }
}

function cut(message: GrowingMessage, onCut: StreamOpening['onCut'], reason: ServiceError): void {
  message.cut();
  onCut(reason);
}

function tooLong(): ServiceError {
  return new ServiceError('request_timeout', { detail: 'The message was not complete after ten minutes' });
}

/** A person may have many agents, so the account has a share too. */
function sharesOf({ agentId, ownerId }: StreamOpening): Share[] {
  return [
    { key: `agent ${agentId}`, max: STREAMS_PER_AGENT_MAX, detail: TOO_MANY_OF_AGENT },
    { key: `account ${ownerId}`, max: STREAMS_PER_OWNER_MAX, detail: TOO_MANY_OF_OWNER },
  ];
}
