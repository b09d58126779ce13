import type { MessageStreams as StreamStore, StreamPiece } from '@svc/store';
import type { GrowingMessage, StreamEndKind } from './growing-message.js';

/** In UTF-16 code units, but for the last piece of a statement. */
const TEXT_PER_STATEMENT_MAX = 1024 * 1024;
/** Ends that wait for the store. Without its end, a silent message counts as cut off after a time. */
const ENDS_MAX = 1_000;
/** Between two warnings that the store is away. */
const TOLD_EVERY_MS = 10_000;

interface Part {
  piece: StreamPiece;
  kept: () => void;
}

/** Keeps the texts of growing messages together. What the store does not take waits for the next call. */
export class StreamKeeper {
  readonly #store: Pick<StreamStore, 'keep' | 'forget'>;
  readonly #logger: { warn(fields: object, text: string): void };
  readonly #cut = new Map<string, StreamPiece | null>();
  readonly #aborted = new Set<string>();
  #keeping: Promise<void> | undefined;
  #toldAtMs = -Infinity;

  constructor(
    store: Pick<StreamStore, 'keep' | 'forget'>,
    logger: { warn(fields: object, text: string): void },
  ) {
    this.#store = store;
    this.#logger = logger;
  }

  /** The statement that stored a message has removed what was kept. */
  ended(message: GrowingMessage, end: StreamEndKind): void {
    const { messageId } = message.ids;
    if (end === 'cut') this.#cut.set(messageId, message.unkept());
    else if (end === 'aborted') this.#aborted.add(messageId);
    const [oldestCut] = this.#cut.keys();
    if (this.#cut.size > ENDS_MAX && oldestCut !== undefined) this.#cut.delete(oldestCut);
    const [oldestAborted] = this.#aborted;
    if (this.#aborted.size > ENDS_MAX && oldestAborted !== undefined) this.#aborted.delete(oldestAborted);
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
      const beating = new Set(isBeat ? growing.map(({ ids }) => ids.messageId) : []);
      let batch: Part[] = [];
      let length = 0;
      for (const part of [...partsOf(growing), ...this.#partsOfCut()]) {
        batch.push(part);
        length += part.piece.text.length;
        if (length < TEXT_PER_STATEMENT_MAX) continue;
        await this.#keep(batch, new Set());
        [batch, length] = [[], 0];
      }
      if (batch.length > 0 || beating.size > 0 || this.#cut.size > 0) await this.#keep(batch, beating);
      if (this.#aborted.size > 0) {
        const messageIds = [...this.#aborted];
        await this.#store.forget(messageIds);
        for (const messageId of messageIds) this.#aborted.delete(messageId);
      }
    } catch (error) {
      if (performance.now() - this.#toldAtMs < TOLD_EVERY_MS) return;
      this.#toldAtMs = performance.now();
      this.#logger.warn({ err: error }, 'could not keep the text of messages that grow, trying again');
    }
  }

  async #keep(batch: readonly Part[], beating: ReadonlySet<string>): Promise<void> {
    const pieces = batch.map(({ piece }) => piece);
    const cut = [...this.#cut.keys()];
    const growing = [...new Set([...beating, ...pieces.map(({ messageId }) => messageId)])];
    await this.#store.keep({
      pieces,
      growing: growing.filter((messageId) => !this.#cut.has(messageId)),
      cut,
    });
    for (const { kept } of batch) kept();
    // Of those whose last text is in another statement, only the text is missing.
    for (const messageId of cut) if (this.#cut.get(messageId) === null) this.#cut.delete(messageId);
  }

  #partsOfCut(): Part[] {
    return [...this.#cut].flatMap(([messageId, piece]) =>
      piece === null ? [] : [{ piece, kept: () => void this.#cut.set(messageId, null) }],
    );
  }
}

function partsOf(growing: readonly GrowingMessage[]): Part[] {
  return growing.flatMap((message) => {
    const piece = message.unkept();
    return piece === null ? [] : [{ piece, kept: () => message.kept(piece) }];
  });
}
