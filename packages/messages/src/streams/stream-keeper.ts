import type { MessageStreams as StreamStore, StreamPiece } from '@svc/store';
import type { GrowingMessage, StreamEndKind } from './growing-message.js';

/** In UTF-16 code units, but for the last piece of a statement. */
const TEXT_PER_STATEMENT_MAX = 1024 * 1024;
/** Ends that wait for the store. Without its end, a silent message counts as cut off after a time. */
const ENDS_MAX = 1_000;
/** Between two warnings that the store is away. */
const TOLD_EVERY_MS = 10_000;

interface Part {
  message: GrowingMessage;
  piece: StreamPiece;
}

/** Keeps the texts of growing messages together. What the store does not take waits for the next call. */
export class StreamKeeper {
  readonly #store: Pick<StreamStore, 'keep' | 'forget'>;
  readonly #logger: { warn(fields: object, text: string): void };
  /** What has broken off and the store does not know of, by its id; `null` for what its sender has aborted. */
  readonly #ended = new Map<string, GrowingMessage | null>();
  #keeping: Promise<void> | undefined;
  #toldAtMs = -Infinity;

  constructor(
    store: Pick<StreamStore, 'keep' | 'forget'>,
    logger: { warn(fields: object, text: string): void },
  ) {
    this.#store = store;
    this.#logger = logger;
  }

  ended(message: GrowingMessage, end: Exclude<StreamEndKind, 'stored'>): void {
    this.#ended.set(message.ids.messageId, end === 'cut' ? message : null);
    const [oldest] = this.#ended.keys();
    if (this.#ended.size > ENDS_MAX && oldest !== undefined) this.#ended.delete(oldest);
  }

  /** Never rejects. One call is under way at a time. `isBeat` says that all grow, even without text. */
  keep(growing: readonly GrowingMessage[], { isBeat }: { isBeat: boolean }): Promise<void> {
    this.#keeping ??= this.#keepAll(growing, isBeat).finally(() => (this.#keeping = undefined));
    return this.#keeping;
  }

  /** What has ended, after the call that is under way. */
  async keepLast(): Promise<void> {
    await this.#keeping;
    await this.keep([], { isBeat: false });
  }

  async #keepAll(growing: readonly GrowingMessage[], isBeat: boolean): Promise<void> {
    try {
      let batch: Part[] = [];
      let length = 0;
      for (const message of [...growing, ...this.#cut().values()]) {
        const piece = message.unkept();
        if (piece === null) continue;
        batch.push({ message, piece });
        length += piece.text.length;
        if (length < TEXT_PER_STATEMENT_MAX) continue;
        await this.#keep(batch, []);
        [batch, length] = [[], 0];
      }
      const beating = isBeat ? growing.map(({ ids }) => ids.messageId) : [];
      if (batch.length > 0 || beating.length > 0 || this.#cut().size > 0) await this.#keep(batch, beating);
      const aborted = [...this.#ended.keys()].filter((messageId) => this.#ended.get(messageId) === null);
      if (aborted.length > 0) await this.#store.forget(aborted);
      for (const messageId of aborted) this.#ended.delete(messageId);
    } catch (error) {
      if (performance.now() - this.#toldAtMs < TOLD_EVERY_MS) return;
      this.#toldAtMs = performance.now();
      this.#logger.warn({ err: error }, 'could not keep the text of messages that grow, trying again');
    }
  }

  async #keep(batch: readonly Part[], beating: readonly string[]): Promise<void> {
    const pieces = batch.map(({ piece }) => piece);
    const cut = this.#cut();
    const growing = new Set([...beating, ...pieces.map(({ messageId }) => messageId)]);
    for (const messageId of cut.keys()) growing.delete(messageId);
    await this.#store.keep({ pieces, growing: [...growing], cut: [...cut.keys()] });
    for (const { message, piece } of batch) message.kept(piece);
    // Of those whose last text is in another statement, only the text is missing.
    for (const [messageId, message] of cut) if (message.unkept() === null) this.#ended.delete(messageId);
  }

  #cut(): Map<string, GrowingMessage> {
    return new Map([...this.#ended].flatMap(([id, message]) => (message === null ? [] : [[id, message]])));
  }
}
