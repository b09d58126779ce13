import type { IncomingMessage } from 'node:http';
import { ServiceError, invalidField } from '@svc/domain';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { Busboy } from '@fastify/busboy';
import type { BusboyFileStream, BusboyInstance } from '@fastify/busboy';

export interface StreamRules {
  bytesMax: number;
  /** Gets the count of each piece. Returns why the body is refused, or `null`. */
  onBytes: (count: number) => ServiceError | null;
  /** How long nothing of it may come, in milliseconds. Default: as long as its pace allows. */
  silenceMsMax?: number;
  /** Rejects as soon as the body as a whole is too slow. */
  tooSlow: Promise<never>;
}

/** Reads nothing ahead. Throws `too_large`, `request_timeout`, `malformed_json`, and what `onBytes` gives. */
export async function* streamedBody(
  request: IncomingMessage,
  { bytesMax, onBytes, silenceMsMax, tooSlow }: StreamRules,
): AsyncGenerator<Buffer> {
  // An iteration would destroy the socket when the body is refused, and the answer with it.
  const pieces = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  const pace = new Pace(tooSlow);
  let isAsking = false;
  try {
    for (let bytes = 0; ;) {
      isAsking = true;
      const next = pieces.next().catch(brokenOff);
      const piece = await pace.kept(silenceMsMax === undefined ? next : spoken(next, silenceMsMax));
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

/** If pieces were raced with the promise that a body is too slow, that would hold all of them. */
class Pace {
  #giveUp: (reason: Error) => void = () => {};
  #end: Error | null = null;

  constructor(tooSlow: Promise<never>) {
    tooSlow.catch((reason: Error) => {
      this.#end = reason;
      this.#giveUp(reason);
    });
  }

  kept<Value>(awaited: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.#giveUp = reject;
      if (this.#end !== null) reject(this.#end);
      awaited.then(resolve, reject);
    });
  }
}

async function spoken<Value>(promise: Promise<Value>, silenceMsMax: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const silent = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ServiceError('request_timeout')), silenceMsMax);
  });
  try {
    return await Promise.race([promise, silent]);
  } finally {
    clearTimeout(timer);
  }
}

function brokenOff(cause?: unknown): never {
  throw new ServiceError('malformed_json', { detail: 'The body broke off', cause });
}

/** What a form may have beside its file, in bytes. */
export const FORM_BYTES_MAX = 64 * 1024;

/** RFC 2046, section 5.1.1. A longer boundary would make the search for it slow. */
const BOUNDARY_TEXT = "[0-9A-Za-z'()+_,./:=?-]{1,70}";
const FORM_TYPE = new RegExp(
  `^multipart/form-data\\s*;(?:.*;)?\\s*boundary=(?:"(${BOUNDARY_TEXT})"|(${BOUNDARY_TEXT}))\\s*(?:;|$)`,
  'i',
);

const BUFFERED_BYTES_MAX = 64 * 1024;

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
  const parser = parserOf(contentType);
  let file: BusboyFileStream | null = null;
  const begun = new Promise<void>((resolve, reject) => {
    parser.once('file', (partName, stream, _fileName, _encoding, partType) => {
      file = stream;
      // The reader of the file hears of it. There may be none when the form breaks off.
      stream.on('error', () => {});
      const refusal = partName === name ? typeRefusal(partType) : invalidField(`body.${name}`, 'is required');
      if (refusal === null) resolve();
      else reject(refusal);
    });
  });
  parser.once('partsLimit', () =>
    parser.destroy(invalidField('body', `must have no other part than ${name}`)),
  );
  const rest = new Rest();
  const parsed = pipeline(
    withEarlyFile(body, () => file !== null),
    async function* (pieces: AsyncIterable<Buffer>) {
      yield* pieces;
      rest.hasCome();
    },
    parser,
  );
  parsed.catch((error: Error) => file?.destroy(error));
  try {
    await rest.holds(Promise.race([begun, parsed]));
    if (file === null) throw invalidField(`body.${name}`, 'is required');
    const pieces = (file as BusboyFileStream)[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    for (;;) {
      const piece = await rest.holds(pieces.next());
      if (piece.done === true) break;
      yield piece.value;
    }
    await rest.holds(parsed);
  } catch (error) {
    throw error instanceof ServiceError ? error : malformed('Malformed multipart/form-data', error);
  } finally {
    parser.destroy();
  }
}

function parserOf(contentType: string): BusboyInstance {
  const [, quoted, plain] = FORM_TYPE.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw malformed('Content-Type must name a boundary of 1 to 70 characters');
  const parser = new Busboy({
    // The parser reads other ways to write a boundary too.
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
    isPartAFile: () => true,
    fileHwm: BUFFERED_BYTES_MAX,
    limits: { parts: 1, headerPairs: 100, headerSize: FORM_BYTES_MAX },
  });
  // The parser may find a fault when no reader waits for it any more.
  parser.on('error', () => {});
  return parser;
}

async function* withEarlyFile(body: AsyncIterable<Buffer>, hasBegun: () => boolean): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const piece of body) {
    if (!hasBegun() && bytes > FORM_BYTES_MAX) throw malformed('The form has no file in its first 64 KiB');
    bytes += piece.length;
    yield piece;
  }
}

/** Ticks of the event loop in which the parser looks through all that it holds, and many more. */
const TICKS = 100;

/** In some forms that are none the parser loses its way, and neither ends nor fails when all has come. */
class Rest {
  #isOver = false;
  #giveUp: (() => void) | null = null;

  hasCome(): void {
    this.#isOver = true;
    void this.#look();
  }

  /** Rejects with `malformed_json` if the body has ended and does not hold what is awaited. */
  holds<Value>(awaited: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.#giveUp = () => reject(malformed('Malformed multipart/form-data'));
      awaited.then(resolve, reject);
      if (this.#isOver) void this.#look();
    });
  }

  async #look(): Promise<void> {
    const giveUp = this.#giveUp;
    for (let tick = 0; tick < TICKS && this.#giveUp === giveUp; tick += 1) await setImmediate();
    if (this.#giveUp === giveUp) giveUp?.();
  }
}

function malformed(detail: string, cause?: unknown): ServiceError {
  return new ServiceError('malformed_json', { detail, cause });
}
