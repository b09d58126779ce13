import { invalidField, ServiceError, STREAM_TEXT_BYTES_MAX } from '@svc/domain';
import type { Hints, Streamed } from '@svc/store';
import type { AgentMessage } from '../agent-message.js';
import type { EndedMessage } from './keyed-end.js';

export type RestOfMessage = Pick<
  AgentMessage,
  'mediaIds' | 'reportTitle' | 'reportDescription' | 'taskRunId' | 'quickReplies'
>;

export interface GrowingMessageContext {
  hints: Pick<Hints, 'streamGrew' | 'streamEnded'>;
  /** Writes the message, once however often it is called. */
  write: (message: RestOfMessage & { text: string }) => Promise<EndedMessage>;
  onOver: (message: GrowingMessage, end: StreamEndKind) => void;
}

export type StreamEndKind = 'stored' | 'cut' | 'aborted';

/** Consoles see its text come. It is stored only when it ends: one that breaks off leaves nothing. */
export class GrowingMessage {
  readonly ids: Streamed;
  readonly startedMs: number;
  /** Before it is stored. */
  readonly isShown: boolean;
  readonly #context: GrowingMessageContext;
  #text = '';
  #bytes = 0;
  /** In UTF-16 code units. */
  #keptTo = 0;
  #state: 'growing' | 'ending' | 'over' = 'growing';

  constructor(
    opening: { ids: Streamed; isShown: boolean; startedMs: number },
    context: GrowingMessageContext,
  ) {
    this.ids = opening.ids;
    this.startedMs = opening.startedMs;
    this.isShown = opening.isShown;
    this.#context = context;
  }

  get text(): string {
    return this.#text;
  }

  get isOver(): boolean {
    return this.#state === 'over';
  }

  get isEnding(): boolean {
    return this.#state === 'ending';
  }

  /** @throws ServiceError `too_large` beyond 64 KiB, `invalid_request` for U+0000. Then it is over. */
  append(text: string): void {
    if (this.#state !== 'growing') return;
    this.#bytes += Buffer.byteLength(text);
    const refusal = this.#refusalOf(text);
    if (refusal !== null) {
      this.cut();
      throw refusal;
    }
    if (this.isShown) this.#context.hints.streamGrew({ ...this.ids, at: this.#text.length, text });
    this.#text += text;
  }

  /**
   * Stores the message. After a refusal it is over; if the store is away, `end` may be called again.
   *
   * @throws ServiceError as for a message that is sent whole.
   */
  async end(rest: RestOfMessage): Promise<EndedMessage> {
    this.#state = 'ending';
    try {
      const ended = await this.#context.write({ ...rest, text: this.#text });
      // A replayed one was stored under other ids.
      this.#over(ended.isReplayed ? 'aborted' : 'stored');
      return ended;
    } catch (error) {
      if (error instanceof ServiceError && error.status < 500) this.#over('cut');
      else this.#state = 'growing';
      throw error;
    }
  }

  abort(): void {
    if (this.#state === 'growing') this.#over('aborted');
  }

  /** A message that is being stored does not break off. */
  cut(): void {
    if (this.#state === 'growing') this.#over('cut');
  }

  /** The text so far; `null` if all is kept. Half a surrogate pair waits for the other half. */
  unkept(): string | null {
    const last = this.#text.charCodeAt(this.#text.length - 1);
    const end = last >= 0xd800 && last <= 0xdbff ? this.#text.length - 1 : this.#text.length;
    return end <= this.#keptTo ? null : this.#text.slice(0, end);
  }

  kept(text: string): void {
    this.#keptTo = text.length;
  }

  #refusalOf(text: string): ServiceError | null {
    if (text.includes('\0')) return invalidField('text', 'must not contain the character U+0000');
    if (this.#bytes <= STREAM_TEXT_BYTES_MAX) return null;
    return new ServiceError('too_large', { detail: 'The text of the message is larger than 64 KiB' });
  }

  #over(end: StreamEndKind): void {
    this.#state = 'over';
    if (this.isShown) this.#context.hints.streamEnded({ ...this.ids, end });
    this.#context.onOver(this, end);
  }
}
