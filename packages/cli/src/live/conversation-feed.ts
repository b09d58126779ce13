import { answerOf } from '../api/client-api.js';
import type { ClientApi, Schemas } from '../api/client-api.js';
import type { Hint } from './hints.js';

export type ChatMessage = Schemas['ConversationMessage'];

export type ChatNews =
  | { news: 'text'; messageId: string; text: string }
  | { news: 'cut'; messageId: string }
  /** `shown` is how much of its text has been shown before, in UTF-16 code units. */
  | { news: 'message'; message: ChatMessage; shown: number };

const PAGE = 100;

/** Text that a socket has lost comes with the stored message: a screen that prints all has all of it. */
export class ConversationFeed {
  readonly #api: ClientApi;
  readonly #conversationId: string;
  readonly #known = new Set<string>();
  readonly #shown = new Map<string, number>();

  constructor(api: ClientApi, conversationId: string) {
    this.#api = api;
    this.#conversationId = conversationId;
  }

  /** The newest messages, oldest first. {@link follow} brings none of them again. */
  async begin(limit: number): Promise<ChatMessage[]> {
    const newest = await this.#page();
    for (const { id } of newest) this.#known.add(id);
    return newest.slice(0, limit).reverse();
  }

  /** A message that is known without being shown, such as the person's own. */
  know(messageId: string): void {
    this.#known.add(messageId);
  }

  async *follow(hints: AsyncIterable<Hint>): AsyncGenerator<ChatNews> {
    for await (const hint of hints) {
      if (hint.type === 'auth_ok') {
        yield* this.#grown();
        yield* this.#stored();
      } else if (hint.type === 'look_again') {
        yield* this.#grown();
      } else if (hint['conversation_id'] === this.#conversationId || hint['conversation_id'] === undefined) {
        if (hint.type === 'stream') yield* this.#piece(hint);
        else if (hint.type === 'message') yield* this.#stored();
      }
    }
  }

  /** What was written before the socket was open. */
  async *#grown(): AsyncGenerator<ChatNews> {
    const params = { path: { conversation_id: this.#conversationId } };
    const streams = await answerOf(
      this.#api.GET('/api/client/conversations/{conversation_id}/streams', { params }),
    );
    for (const { message_id, state, text } of streams)
      if (state === 'writing') yield* this.#more(message_id, 0, text);
  }

  *#piece({ message_id: messageId, at, text, end }: Hint): Generator<ChatNews> {
    if (typeof messageId !== 'string' || this.#known.has(messageId)) return;
    if (typeof at === 'number' && typeof text === 'string') yield* this.#more(messageId, at, text);
    else if (end === 'cut' || end === 'aborted') {
      this.#shown.delete(messageId);
      yield { news: 'cut', messageId };
    }
  }

  /** What follows on what was shown. Text behind a gap waits for the stored message. */
  *#more(messageId: string, at: number, text: string): Generator<ChatNews> {
    const shown = this.#shown.get(messageId) ?? 0;
    const fresh = at <= shown ? text.slice(shown - at) : '';
    if (fresh === '') return;
    this.#shown.set(messageId, shown + fresh.length);
    yield { news: 'text', messageId, text: fresh };
  }

  async *#stored(): AsyncGenerator<ChatNews> {
    const fresh = (await this.#page()).filter(({ id }) => !this.#known.has(id));
    for (const message of fresh.reverse()) {
      this.#known.add(message.id);
      const shown = this.#shown.get(message.id) ?? 0;
      this.#shown.delete(message.id);
      yield { news: 'message', message, shown };
    }
  }

  #page(): Promise<ChatMessage[]> {
    const params = { path: { conversation_id: this.#conversationId }, query: { limit: PAGE } };
    return answerOf(this.#api.GET('/api/client/conversations/{conversation_id}/messages', { params }));
  }
}
