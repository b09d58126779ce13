import { randomBytes } from 'node:crypto';
import { ServiceError } from './errors.js';

export interface JsonBounds {
  /** How deep objects and lists may be nested; the outermost counts as 1. Default 64. */
  depthMax?: number;
  /** Values, with those in lists and objects; an empty list or object counts twice. Default 10,000. */
  valuesMax?: number;
  /** Names of members. Default 5,000. */
  keysMax?: number;
}

/** Strings of so many bytes are built one by one. Of all fields only files are so long. */
const LONG_STRING_BYTES_MIN = 256 * 1024;
/** The longest string, in bytes: a recording in base64, and some more. */
const STRING_BYTES_MAX = 15 * 1024 * 1024;
/** Everything beside long strings, in bytes. */
const REST_BYTES_MAX = 1024 * 1024;
/** Bytes that are looked at in one tick of the event loop: a millisecond or two. */
const TICK_BYTES = 1024 * 1024;

/**
 * Parses JSON in UTF-8 as `JSON.parse` does, with a byte order mark or without, and holds no other call up,
 * whatever is in the body: it counts depth, values and names first, and builds long strings one at a time.
 *
 * @throws ServiceError `malformed_json`; `invalid_request` if nested too deep; `too_large` for too many
 *   values or names, a string over 15 MiB, or if everything beside the strings over 256 KiB is over 1 MiB.
 */
export async function parseBoundedJson(body: Buffer, bounds: JsonBounds = {}): Promise<unknown> {
  const steps = parseInSteps(withoutByteOrderMark(body), bounds);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function* parseInSteps(body: Buffer, bounds: JsonBounds): Generator<undefined, unknown> {
  const scan = new Scan(body, bounds);
  for (scan.run(); !scan.isDone; scan.run()) yield;
  const { longStrings } = scan;
  if (longStrings.length === 0) return parse(decoded(body));
  // It cannot be guessed, so no string of the body is taken for one of these.
  const mark = `\0${randomBytes(12).toString('hex')} `;
  const value = parse(withoutLongStrings(body, longStrings, mark));
  const built = new Map<string, string>();
  for (const [index, span] of longStrings.entries()) {
    yield;
    built.set(mark + index, buildString(body, span));
  }
  return filledIn(value, built);
}

/** Where a string stands, with its quotation marks. */
interface Span {
  start: number;
  end: number;
  /** It has neither escapes nor characters beyond ASCII. */
  isPlain: boolean;
}

/** Control characters are below it, which no string may hold (RFC 8259, section 7). */
const SPACE = 0x20;
const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** What may stand outside strings beside the above: white space, and what numbers and names are made of. */
const PLAIN = new Uint8Array(256);
for (const byte of Buffer.from(' \t\n\r0123456789+-.eEtrufalsn')) PLAIN[byte] = 1;

/** Goes over the bytes once. It may count wrongly what is no JSON, which the parser refuses later. */
class Scan {
  readonly longStrings: Span[] = [];
  readonly #body: Buffer;
  readonly #bounds: Required<JsonBounds>;
  #at = 0;
  /** Where the string began in which the scan is, or -1. */
  #stringStart = -1;
  #isPlain = true;
  #depth = 0;
  #values = 1;
  #keys = 0;
  #longBytes = 0;

  constructor(body: Buffer, { depthMax = 64, valuesMax = 10_000, keysMax = 5_000 }: JsonBounds) {
    this.#body = body;
    this.#bounds = { depthMax, valuesMax, keysMax };
  }

  get isDone(): boolean {
    return this.#at >= this.#body.length;
  }

  run(): void {
    const end = Math.min(this.#body.length, this.#at + TICK_BYTES);
    while (this.#at < end) {
      if (this.#stringStart >= 0) this.#passString(end);
      else this.#passRest(end);
      if (this.#values > this.#bounds.valuesMax || this.#keys > this.#bounds.keysMax)
        throw new ServiceError('too_large', { detail: 'Body has too many values' });
    }
    if (this.isDone && this.#body.length - this.#longBytes > REST_BYTES_MAX)
      throw new ServiceError('too_large');
  }

  #passRest(end: number): void {
    const body = this.#body;
    while (this.#at < end) {
      const byte = body[this.#at] as number;
      this.#at += 1;
      if (PLAIN[byte] === 1) continue;
      if (byte === QUOTE) {
        this.#stringStart = this.#at - 1;
        this.#isPlain = true;
        return;
      }
      if (byte === COMMA) this.#values += 1;
      else if (byte === COLON) this.#keys += 1;
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.#open();
      else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.#depth -= 1;
      else throw new ServiceError('malformed_json');
    }
  }

  #open(): void {
    const { depthMax } = this.#bounds;
    this.#values += 1;
    this.#depth += 1;
    if (this.#depth <= depthMax) return;
    const message = `must not be nested deeper than ${depthMax} levels`;
    throw new ServiceError('invalid_request', { fields: [{ path: 'body', message }] });
  }

  /** Up to the end of a string. A local variable: of all bytes most stand in strings. */
  #passString(end: number): void {
    const body = this.#body;
    let at = this.#at;
    while (at < end) {
      const byte = body[at] as number;
      if (byte < SPACE) throw new ServiceError('malformed_json');
      if (byte === BACKSLASH || byte > 0x7f) this.#isPlain = false;
      at += byte === BACKSLASH ? 2 : 1;
      if (byte === QUOTE) {
        this.#endString({ start: this.#stringStart, end: at, isPlain: this.#isPlain });
        break;
      }
    }
    this.#at = at;
  }

  #endString(span: Span): void {
    this.#stringStart = -1;
    const bytes = span.end - span.start;
    if (bytes < LONG_STRING_BYTES_MIN) return;
    if (bytes > STRING_BYTES_MAX) throw new ServiceError('too_large');
    this.longStrings.push(span);
    this.#longBytes += bytes;
  }
}

function withoutLongStrings(body: Buffer, spans: readonly Span[], mark: string): string {
  let text = '';
  let from = 0;
  for (const [index, { start, end }] of spans.entries()) {
    text += decoded(body.subarray(from, start)) + JSON.stringify(mark + index);
    from = end;
  }
  return text + decoded(body.subarray(from));
}

/** A file in base64 needs no parser: copying its bytes is a tenth of the work. */
function buildString(body: Buffer, { start, end, isPlain }: Span): string {
  if (isPlain) return body.toString('latin1', start + 1, end - 1);
  return parse(decoded(body.subarray(start, end))) as string;
}

/** A name is never so long in any call, and keeps its mark. */
function filledIn(value: unknown, built: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return built.get(value) ?? value;
  if (typeof value !== 'object' || value === null) return value;
  const members = value as Record<string, unknown>;
  for (const [name, member] of Object.entries(members)) {
    const filled = filledIn(member, built);
    if (filled !== member) members[name] = filled;
  }
  return value;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decoded(bytes: Buffer): string {
  try {
    return UTF8.decode(bytes);
  } catch (cause) {
    throw new ServiceError('malformed_json', { cause });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ServiceError('malformed_json', { cause });
  }
}

/** A reader may pass over a byte order mark (RFC 8259, section 8.1). */
export function withoutByteOrderMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}
