import type { ConversationMessage } from '../contract.js';
import type { TestPerson } from './test-person.js';

interface Conversation {
  id: string;
  last_message_at: string | null;
}

/** Conversations and messages of one that are looked at: an agent is not far ahead of its test. */
const PAGE = 100;
/** Conversations that are looked at each time. Two messages of one millisecond look like one in the list. */
const NEWEST = 3;

/** The agent's messages in all its conversations, each once, in their order. */
export class Inbox {
  readonly #person: Pick<TestPerson, 'call'>;
  readonly #agentId: string;
  readonly #seen = new Set<string>();
  readonly #lastAt = new Map<string, string | null>();
  #waiting: ConversationMessage[] = [];

  constructor(person: Pick<TestPerson, 'call'>, agentId: string) {
    this.#person = person;
    this.#agentId = agentId;
  }

  get waiting(): readonly ConversationMessage[] {
    return this.#waiting;
  }

  /** Takes the first message that fits, and with it all that came before it. */
  async take(fits: (message: ConversationMessage) => boolean): Promise<ConversationMessage | undefined> {
    const first = this.#takeFirst(fits);
    if (first !== undefined) return first;
    await this.#read();
    return this.#takeFirst(fits);
  }

  #takeFirst(fits: (message: ConversationMessage) => boolean): ConversationMessage | undefined {
    const at = this.#waiting.findIndex(fits);
    return at < 0 ? undefined : this.#waiting.splice(0, at + 1).at(-1);
  }

  async #read(): Promise<void> {
    const path = `/conversations?agent_id=${this.#agentId}&limit=${PAGE}`;
    const conversations = await this.#person.call<Conversation[]>(path);
    const changed = conversations.filter(
      ({ id, last_message_at }, place) => place < NEWEST || this.#lastAt.get(id) !== last_message_at,
    );
    for (const conversation of changed) await this.#readOne(conversation);
    this.#waiting.sort((a, b) => (a.created_at + a.id < b.created_at + b.id ? -1 : 1));
  }

  async #readOne({ id, last_message_at }: Conversation): Promise<void> {
    const path = `/conversations/${id}/messages?limit=${PAGE}`;
    for (const message of await this.#person.call<ConversationMessage[]>(path)) {
      if (message.sender === 'agent' && !this.#seen.has(message.id)) this.#waiting.push(message);
      this.#seen.add(message.id);
    }
    this.#lastAt.set(id, last_message_at);
  }
}
