import { answerOf, optional } from '../api/client-api.js';
import type { ClientApi, Schemas } from '../api/client-api.js';
import type { Frame } from './socket-frames.js';

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
  readonly #agentId: string;
  readonly #known = new Set<string>();
  readonly #shown = new Map<string, number>();
  /** `null` until something was said. */
  #id: string | null;
  #saying: Promise<void> = Promise.resolve();

  constructor(api: ClientApi, agentId: string, conversationId: string | null) {
    this.#api = api;
    this.#agentId = agentId;
    this.#id = conversationId;
  }

  /** The newest messages, oldest first. {@link follow} brings none of them again. */
  async begin(limit: number): Promise<ChatMessage[]> {
    const newest = await this.#page();
    for (const { id } of newest) this.#known.add(id);
    return newest.slice(0, limit).reverse();
  }

  /** A conversation that is not open yet begins with it. */
  async say(text: string): Promise<void> {
    const body = { text, ...optional({ conversation_id: this.#id ?? undefined }) };
    const call = { params: { path: { agent_id: this.#agentId } }, body };
    const sending = answerOf(this.#api.POST('/api/client/agents/{agent_id}/messages', call));
    this.#saying = sending.then(({ conversation_id, message_id }) => {
      this.#id = conversation_id;
      this.#known.add(message_id);
    });
    await this.#saying;
  }

  /** @param hints of a socket that is open, which says `auth_ok` when it has been opened again. */
  async *follow(hints: AsyncIterable<Frame>): AsyncGenerator<ChatNews> {
    yield* this.#stored();
    for await (const hint of hints) {
      // A hint may come before the answer that says of which conversation it is.
      await this.#saying.catch(() => {});
      const isOurs = hint['conversation_id'] === this.#id;
      if (hint.type === 'stream' && isOurs) yield* this.#piece(hint);
      else if (hint.type === 'auth_ok' || (hint.type === 'message' && isOurs)) yield* this.#stored();
    }
  }

  /** What follows on what was shown. Text behind a gap comes with the stored message. */
  *#piece({ message_id: messageId, at, text, end }: Frame): Generator<ChatNews> {
    if (typeof messageId !== 'string' || this.#known.has(messageId)) return;
    const shown = this.#shown.get(messageId) ?? 0;
    if (typeof at === 'number' && typeof text === 'string') {
      const fresh = at <= shown ? text.slice(shown - at) : '';
      if (fresh === '') return;
      this.#shown.set(messageId, shown + fresh.length);
      yield { news: 'text', messageId, text: fresh };
    } else if (end === 'cut' || end === 'aborted') {
      this.#shown.delete(messageId);
      yield { news: 'cut', messageId };
    }
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

  async #page(): Promise<ChatMessage[]> {
    if (this.#id === null) return [];
    const params = { path: { conversation_id: this.#id }, query: { limit: PAGE } };
    return answerOf(this.#api.GET('/api/client/conversations/{conversation_id}/messages', { params }));
  }
}
