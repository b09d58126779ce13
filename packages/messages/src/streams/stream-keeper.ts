import type { KeptStream, MessageStreams as StreamStore } from '@svc/store';
import type { GrowingMessage, StreamEndKind } from './growing-message.js';

/** In UTF-16 code units, but for the last text of a statement. */
const TEXT_PER_STATEMENT_MAX = 1024 * 1024;
/** Ends that wait for the store. Without its end, a silent message counts as cut off after a time. */
const ENDS_MAX = 1_000;
/** Between two warnings that the store is away. */
const TOLD_EVERY_MS = 10_000;

type Part = Pick<KeptStream, 'text' | 'isCut'> & { message: GrowingMessage };

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
      const cut = new Set([...this.#ended.values()].filter((message) => message !== null));
      for (const message of [...growing, ...cut]) {
        const [text, isCut] = [message.unkept(), cut.has(message)];
        if (text === null && !isCut && !isBeat) continue;
        batch.push({ message, text, isCut });
        length += text?.length ?? 0;
        if (length < TEXT_PER_STATEMENT_MAX) continue;
        await this.#keep(batch);
        [batch, length] = [[], 0];
      }
      if (batch.length > 0) await this.#keep(batch);
      const aborted = [...this.#ended.keys()].filter((messageId) => this.#ended.get(messageId) === null);
      if (aborted.length > 0) await this.#store.forget(aborted);
      for (const messageId of aborted) this.#ended.delete(messageId);
    } catch (error) {
      if (performance.now() - this.#toldAtMs < TOLD_EVERY_MS) return;
      this.#toldAtMs = performance.now();
      this.#logger.warn({ err: error }, 'could not keep the text of messages that grow, trying again');
    }
  }

  async #keep(batch: readonly Part[]): Promise<void> {
    await this.#store.keep(
      batch.map(({ message, text, isCut }) => ({ messageId: message.ids.messageId, text, isCut })),
    );
    for (const { message, text, isCut } of batch) {
      if (text !== null) message.kept(text);
      if (isCut) this.#ended.delete(message.ids.messageId);
    }
  }
}
