import type { Message, UserMessageEvent } from '../contract.js';
import type { Calls } from '../http/calls.js';
import { sendMessage } from './outgoing-message.js';
import type { OutgoingMessage, SentMessage } from './outgoing-message.js';
import { streamMessage } from './streamed-message.js';
import type { StreamedRest, TextSource } from './streamed-message.js';
import { AgentError, asError } from '../errors.js';
import { bytesUpTo } from '../http/calls.js';

export interface MessageParts {
  calls: Calls;
  /** Hands a frame to the socket, if one is open. */
  sendFrame: (frame: object) => boolean;
}

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
  /** The button that the person has pressed, if the message came from one. `value` is null if the button had none. */
  readonly quickReply: { messageId: string; index: number; value: string | null } | undefined;
  /** Images, recordings and files of any kind. */
  readonly files: readonly ReceivedFile[];
  readonly #parts: MessageParts;

  constructor(event: UserMessageEvent, parts: MessageParts) {
    this.event = event;
    this.text = event.text;
    this.senderName = event.sender_name;
    this.conversationId = event.conversation_id;
    this.messageId = event.message_id;
    const pressed = event.quick_reply;
    this.quickReply =
      pressed === undefined
        ? undefined
        : { messageId: pressed.message_id, index: pressed.index, value: pressed.value };
    this.files = filesOf(event);
    this.#parts = parts;
  }

  /**
   * Answers in the same conversation. The message is stored once, however often it had to be sent.
   *
   * @param message a text in Markdown, or more than that.
   * @throws {CallError} if the service refuses it, or cannot be reached for as long as calls are tried.
   */
  reply(message: OutgoingMessage | string): Promise<SentMessage> {
    return sendMessage(this.#parts.calls, message, { conversationId: this.conversationId });
  }

  /**
   * Answers in the same conversation with a text that the person sees grow, such as that of a language model. It is stored once, when the source has ended; if the
   * connection breaks meanwhile, it begins again with what has come so far. At most 64 KiB, in ten minutes.
   *
   * @param source gives the pieces of the Markdown text.
   * @param rest files, buttons and a report card, which appear at the end.
   * @throws what the source throws; then nothing is stored. {@link AgentError} `too_much` beyond 64 KiB. {@link CallError} as for {@link reply}.
   */
  stream(source: TextSource, rest: StreamedRest = {}): Promise<SentMessage> {
    return streamMessage(this.#parts.calls, source, { ...rest, conversationId: this.conversationId });
  }

  /** Shows the person for some seconds that an answer is being written. Nothing happens if no socket is open. */
  typing(): void {
    this.#parts.sendFrame({ type: 'typing', conversation_id: this.conversationId });
  }

  /**
   * The conversation, newest message first.
   *
   * @param page.limit how many messages at most, 1 to 100. Default 50.
   * @param page.before the `created_at` of a message; older ones are listed. Default: from the newest on.
   * @throws {CallError} as for {@link reply}.
   */
  history({ limit, before }: { limit?: number; before?: string } = {}): Promise<Message[]> {
    return this.#parts.calls.call<Message[]>({
      ...{ method: 'GET', path: `/api/agent/conversations/${this.conversationId}/messages` },
      query: { limit, cursor: before },
    });
  }
}

function filesOf(event: UserMessageEvent): ReceivedFile[] {
  const images = event.image_urls ?? (event.image_url === null ? [] : [event.image_url]);
  const recordings = event.audio_url === null ? [] : [event.audio_url];
  return [
    ...images.map((url) => receivedFile({ url, contentType: 'image/*' })),
    ...recordings.map((url) => receivedFile({ url, contentType: 'audio/*' })),
    ...(event.files ?? []).map((file) =>
      receivedFile({
        ...{ url: file.url, name: file.name },
        ...{ contentType: file.content_type, byteLength: file.byte_length },
      }),
    ),
  ];
}

/** A file that a person has sent. */
export interface ReceivedFile {
  /** Its name, without a path. Images have none. */
  readonly name: string | undefined;
  /** What its first bytes say, such as `application/pdf`; of images `image/*`, of recordings `audio/*`. */
  readonly contentType: string;
  /** Its size in bytes, if the service has told it. */
  readonly byteLength: number | undefined;
  /** A link that needs no authentication, and ends after some days. */
  readonly url: string;
  /**
   * Downloads it, within two minutes.
   *
   * @param options.bytesMax how many bytes it may have. Default 25 MiB.
   * @param options.signal ends the download.
   * @throws {AgentError} `too_much` if it has more, `unavailable` if it cannot be had, as when its link has ended. The reason of the signal if that aborts.
   */
  bytes(options?: { bytesMax?: number; signal?: AbortSignal }): Promise<Uint8Array>;
  /**
   * Downloads it, as UTF-8. What is no UTF-8 becomes U+FFFD.
   *
   * @param options as for {@link bytes}.
   * @throws as {@link bytes}.
   */
  text(options?: { bytesMax?: number; signal?: AbortSignal }): Promise<string>;
}

const BYTES_MAX = 25 * 1024 * 1024;
const DOWNLOAD_MS_MAX = 120_000;

export function receivedFile(file: {
  url: string;
  contentType: string;
  name?: string;
  byteLength?: number;
}): ReceivedFile {
  const bytes = (options = {}) => download(file.url, options);
  return {
    ...{ name: file.name, contentType: file.contentType, byteLength: file.byteLength, url: file.url, bytes },
    text: async (options) => new TextDecoder().decode(await bytes(options)),
  };
}

async function download(
  url: string,
  { bytesMax = BYTES_MAX, signal }: { bytesMax?: number; signal?: AbortSignal },
): Promise<Uint8Array> {
  const signals = [AbortSignal.timeout(DOWNLOAD_MS_MAX), ...(signal === undefined ? [] : [signal])];
  let bytes: Uint8Array | null;
  try {
    const response = await fetch(url, { signal: AbortSignal.any(signals) });
    if (!response.ok)
      throw new AgentError(
        'unavailable',
        `The file could not be had (${response.status}). Links end: read the conversation again for a fresh one.`,
      );
    bytes = await bytesUpTo(bytesMax, response.body as AsyncIterable<Uint8Array> | null);
  } catch (thrown) {
    signal?.throwIfAborted();
    if (thrown instanceof AgentError) throw thrown;
    const { message } = asError(thrown);
    throw new AgentError('unavailable', `The file could not be had (${message}).`, { cause: thrown });
  }
  if (bytes === null) throw new AgentError('too_much', `The file is larger than ${bytesMax} bytes.`);
  return bytes;
}
