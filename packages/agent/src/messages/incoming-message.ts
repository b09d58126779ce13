import type { Message, UserMessageEvent } from '../contract.js';
import { AgentError, asError } from '../errors.js';
import { bytesUpTo } from '../http/calls.js';
import type { Calls } from '../http/calls.js';
import type { Connection } from '../socket/connection.js';
import { sendMessage } from './outgoing-message.js';
import type { OutgoingMessage, SentMessage } from './outgoing-message.js';
import { streamMessage } from './streamed-message.js';
import type { StreamedRest, TextSource } from './streamed-message.js';

/** A message of a person, and what can be done about it. */
export class IncomingMessage {
  /** As the service sent it. */
  readonly event: UserMessageEvent;
  /** Markdown as the person typed it; of a recording, its transcription. May be empty if there are files. */
  readonly text: string;
  /** The name of the person, as others see it. */
  readonly senderName: string;
  /** The conversation, `conv_…`. */
  readonly conversationId: string;
  /** The message, `msg_…`. */
  readonly messageId: string;
  /** The button that the person has pressed, if the message came from one. `value` is null if it had none. */
  readonly quickReply: { messageId: string; index: number; value: string | null } | undefined;
  /** Images, recordings and files of any kind. */
  readonly files: readonly ReceivedFile[];
  readonly #calls: Calls;
  readonly #connection: Pick<Connection, 'send'>;

  constructor(event: UserMessageEvent, calls: Calls, connection: Pick<Connection, 'send'>) {
    this.event = event;
    this.text = event.text;
    this.senderName = event.sender_name;
    this.conversationId = event.conversation_id;
    this.messageId = event.message_id;
    const pressed = event.quick_reply;
    this.quickReply = pressed && {
      ...{ messageId: pressed.message_id, index: pressed.index, value: pressed.value },
    };
    this.files = filesOf(event);
    this.#calls = calls;
    this.#connection = connection;
  }

  /**
   * Answers in the same conversation. The message is stored once, however often it had to be sent.
   *
   * @throws {CallError} if the service refuses it, or cannot be reached for as long as calls are tried.
   */
  reply(message: OutgoingMessage | string): Promise<SentMessage> {
    return sendMessage(this.#calls, message, { conversationId: this.conversationId });
  }

  /**
   * Answers with a text that the person sees grow, such as that of a language model. It is stored once, when
   * the source has ended; if the connection breaks, it begins again with what has come so far.
   *
   * @param source gives the pieces of the Markdown text: at most 64 KiB, in ten minutes.
   * @param rest files, buttons and a report card, which appear at the end.
   * @throws what the source throws; then nothing is stored. {@link AgentError} `too_much` beyond 64 KiB.
   * @throws {CallError} as {@link reply}.
   */
  stream(source: TextSource, rest: StreamedRest = {}): Promise<SentMessage> {
    return streamMessage(this.#calls, source, { ...rest, conversationId: this.conversationId });
  }

  /** Shows the person for some seconds that an answer is being written, if a socket is open. */
  typing(): void {
    this.#connection.send({ type: 'typing', conversation_id: this.conversationId });
  }

  /**
   * The conversation, newest message first.
   *
   * @param page.limit how many messages at most, 1 to 100. Default 50.
   * @param page.before the `created_at` of a message; older ones are listed.
   * @throws {CallError} as {@link reply}.
   */
  history({ limit, before }: { limit?: number; before?: string } = {}): Promise<Message[]> {
    const path = `/api/agent/conversations/${this.conversationId}/messages`;
    return this.#calls.call<Message[]>({ method: 'GET', path, query: { limit, cursor: before } });
  }
}

function filesOf(event: UserMessageEvent): ReceivedFile[] {
  const images = event.image_urls ?? [event.image_url ?? []].flat();
  return [
    ...images.map((url) => new ReceivedFile(url, 'image/*')),
    ...[event.audio_url ?? []].flat().map((url) => new ReceivedFile(url, 'audio/*')),
    ...(event.files ?? []).map((file) => new ReceivedFile(file.url, file.content_type, file.name)),
  ];
}

const BYTES_MAX = 25 * 1024 * 1024;
const DOWNLOAD_MS_MAX = 120_000;

/** A file that a person has sent. */
export class ReceivedFile {
  /** A link that needs no authentication, and ends after some days. */
  readonly url: string;
  /** What its first bytes say, such as `application/pdf`; of images `image/*`, of recordings `audio/*`. */
  readonly contentType: string;
  /** Its name, without a path. Images have none. */
  readonly name: string | undefined;

  constructor(url: string, contentType: string, name?: string) {
    this.url = url;
    this.contentType = contentType;
    this.name = name;
  }

  /**
   * Downloads it, within two minutes.
   *
   * @throws {AgentError} `too_much` beyond 25 MiB, `unavailable` if it cannot be had, as when its link has ended.
   */
  async bytes(): Promise<Uint8Array> {
    let bytes: Uint8Array | null;
    try {
      const response = await fetch(this.url, { signal: AbortSignal.timeout(DOWNLOAD_MS_MAX) });
      if (!response.ok) throw new Error(`${response.status}: its link may have ended`);
      bytes = await bytesUpTo(BYTES_MAX, response.body as AsyncIterable<Uint8Array> | null);
    } catch (cause) {
      throw new AgentError('unavailable', `The file could not be had (${asError(cause).message}).`, {
        cause,
      });
    }
    if (bytes === null) throw new AgentError('too_much', `The file is larger than ${BYTES_MAX} bytes.`);
    return bytes;
  }

  /** Downloads it, as UTF-8; it throws as {@link bytes}. What is no UTF-8 becomes U+FFFD. */
  async text(): Promise<string> {
    return new TextDecoder().decode(await this.bytes());
  }
}
