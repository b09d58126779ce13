import type { IncomingMessage } from 'node:http';
import { ServiceError, invalidField } from '@svc/domain';

/** How fast a body has to come as a whole. */
export interface BodyPace {
  graceMs: number;
  /** For each second after the grace. */
  bytesPerSecondMin: number;
}

export interface StreamRules {
  bytesMax: number;
  pace: BodyPace;
  /** How long nothing of it may come, in milliseconds. Default: as long as its pace allows. */
  silenceMsMax?: number;
  /** Gets the count of each piece. Returns why the body is refused, or `null`. */
  onBytes: (count: number) => ServiceError | null;
}

/** Reads nothing ahead. Throws `too_large`, `request_timeout`, `malformed_json`, and what `onBytes` gives. */
export async function* streamedBody(
  request: IncomingMessage,
  { bytesMax, pace, silenceMsMax = Infinity, onBytes }: StreamRules,
): AsyncGenerator<Buffer> {
  const startedMs = performance.now();
  // An iteration would destroy the socket when the body is refused, and the answer with it.
  const pieces = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  let isAsking = false;
  try {
    for (let bytes = 0; ;) {
      isAsking = true;
      const allowedMs = pace.graceMs + (bytes / pace.bytesPerSecondMin) * 1_000;
      const leftMs = startedMs + allowedMs - performance.now();
      const piece = await within(pieces.next().catch(brokenOff), Math.max(0, Math.min(leftMs, silenceMsMax)));
      isAsking = false;
      if (piece.done === true) {
        if (!request.complete) brokenOff();
        return;
      }
      bytes += piece.value.length;
      if (bytes > bytesMax) throw new ServiceError('too_large');
      const refusal = onBytes(piece.value.length);
      if (refusal !== null) throw refusal;
      yield piece.value;
    }
  } finally {
    // Thrown away, so that the caller gets to read the answer. Of one who is too slow nothing is awaited.
    if (!isAsking) {
      await pieces.return?.();
      request.resume();
    }
  }
}

async function within<Value>(promise: Promise<Value>, waitMs: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ServiceError('request_timeout')), waitMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

function brokenOff(cause?: unknown): never {
  throw malformed('The body broke off', cause);
}

/** What a form may have beside its file, in bytes. */
export const FORM_BYTES_MAX = 64 * 1024;

/** RFC 2046, section 5.1.1. */
const BOUNDARY_TEXT = "[0-9A-Za-z'()+_,./:=?-]{1,70}";
const FORM_TYPE = new RegExp(
  `^multipart/form-data\\s*;(?:.*;)?\\s*boundary=(?:"(${BOUNDARY_TEXT})"|(${BOUNDARY_TEXT}))\\s*(?:;|$)`,
  'i',
);

export interface FormRules {
  /** The only part, which is the file. */
  name: string;
  /** Why a part is refused, or `null`. Its type is `text/plain` if it names none (RFC 7578, section 4.4). */
  typeRefusal: (contentType: string) => ServiceError | null;
}

export function isForm(contentType: string): boolean {
  return /^multipart\/form-data\s*(?:;|$)/i.test(contentType);
}

/**
 * The file of a form (`multipart/form-data`, RFC 7578) while it comes. It ends when the whole form has come.
 *
 * @throws ServiceError `malformed_json` for no form, or one without a file in its first 64 KiB;
 *   `invalid_request` if the file is missing or not the only part; and what the body rejects with.
 */
export async function* fileOfForm(
  body: AsyncIterable<Buffer>,
  contentType: string,
  { name, typeRefusal }: FormRules,
): AsyncGenerator<Buffer> {
  const [, quoted, plain] = FORM_TYPE.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw malformed('Content-Type must name a boundary of 1 to 70 characters');
  const delimiter = `\r\n--${boundary}`;
  const pieces = body[Symbol.asyncIterator]();
  try {
    const form = new FormReader(pieces);
    await form.textUntil(delimiter);
    const headers = (await form.two()) === '--' ? '' : await form.textUntil('\r\n\r\n');
    const [, partName] =
      /^content-disposition:(?:"[^"\r\n]*"|[^"\r\n])*?;\s*name="?([^";\r\n]*)/im.exec(headers) ?? [];
    if (partName !== name) throw invalidField(`body.${name}`, 'is required');
    const [, type = 'text/plain'] = /^content-type:\s*([^;\s]+)/im.exec(headers) ?? [];
    const refusal = typeRefusal(type.toLowerCase());
    if (refusal !== null) throw refusal;
    yield* form.until(delimiter);
    if ((await form.two()) !== '--') throw invalidField('body', `must have no other part than ${name}`);
    while ((await pieces.next()).done !== true);
  } finally {
    await pieces.return?.();
  }
}

class FormReader {
  readonly #pieces: AsyncIterator<Buffer>;
  /** A form may begin with its first delimiter, which stands at the begin of a line. */
  #rest: Buffer = Buffer.from('\r\n');

  constructor(pieces: AsyncIterator<Buffer>) {
    this.#pieces = pieces;
  }

  /** All before the mark, which is passed over. */
  async *until(mark: string): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.#rest.indexOf(mark);
      // The mark may have come in part.
      const end = at === -1 ? Math.max(0, this.#rest.length - mark.length + 1) : at;
      const before = this.#rest.subarray(0, end);
      this.#rest = this.#rest.subarray(at === -1 ? end : end + mark.length);
      if (before.length > 0) yield before;
      if (at !== -1) return;
      await this.#readOn();
    }
  }

  async textUntil(mark: string): Promise<string> {
    let text = '';
    for await (const piece of this.until(mark)) {
      text += piece.toString('latin1');
      if (text.length > FORM_BYTES_MAX) throw malformed('The form has no file in its first 64 KiB');
    }
    return text;
  }

  /** The next two characters. */
  async two(): Promise<string> {
    while (this.#rest.length < 2) await this.#readOn();
    const two = this.#rest.toString('latin1', 0, 2);
    this.#rest = this.#rest.subarray(2);
    return two;
  }

  async #readOn(): Promise<void> {
    const next = await this.#pieces.next();
    if (next.done === true) throw malformed('Malformed multipart/form-data');
    this.#rest = Buffer.concat([this.#rest, next.value]);
  }
}

function malformed(detail: string, cause?: unknown): ServiceError {
  return new ServiceError('malformed_json', { detail, cause });
}
