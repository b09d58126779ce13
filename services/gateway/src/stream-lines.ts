import { invalidField, parseBoundedJson, ServiceError } from '@svc/domain';
import {
  fieldErrorsOf,
  validateMessageAbortFrame,
  validateMessageDeltaFrame,
  validateMessageEndFrame,
} from '@svc/proto-events';
import type { MessageAbortFrame, MessageDeltaFrame, MessageEndFrame, Validate } from '@svc/proto-events';

export type StreamLine = MessageDeltaFrame | MessageEndFrame | MessageAbortFrame;

/** A line of 8,192 characters, all of them escaped, and some more. */
const LINE_BYTES_MAX = 64 * 1024;
const LINE_BREAK = 0x0a;

const LINES: Record<string, Validate<StreamLine> | undefined> = {
  message_delta: validateMessageDeltaFrame,
  message_end: validateMessageEndFrame,
  message_abort: validateMessageAbortFrame,
};

/**
 * The lines of a message that comes in pieces: frames of an agent's socket without `ref`, as the body of one call names one message. Blank lines
 * are passed over.
 *
 * @throws ServiceError `malformed_json` for a line that is no JSON, `invalid_request` for one that is no such frame, `too_large` for one beyond 64 KiB; and
 *   what the body rejects with.
 */
export async function* streamLines(body: AsyncIterable<Buffer>): AsyncGenerator<StreamLine> {
  let number = 0;
  for await (const line of linesOf(body)) {
    number += 1;
    if (line.every(isSpace)) continue;
    yield lineOf(await parseBoundedJson(line, { valuesMax: 200, keysMax: 100, depthMax: 8 }), number);
  }
}

function lineOf(value: unknown, number: number): StreamLine {
  const path = `body.${number}`;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidField(path, 'must be object');
  // Whatever the caller names it, it is this call's.
  const frame: Record<string, unknown> = { ...value, ref: '-' };
  const { type } = frame;
  const validate = typeof type === 'string' && Object.hasOwn(LINES, type) ? LINES[type] : undefined;
  if (validate === undefined)
    throw invalidField(`${path}.type`, 'must be message_delta, message_end or message_abort');
  const given: unknown = frame;
  if (validate(given)) return given;
  throw new ServiceError('invalid_request', {
    fields: fieldErrorsOf(validate).map((each) => ({ ...each, path: `${path}.${each.path}` })),
  });
}

async function* linesOf(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  for await (const piece of body) {
    let start = 0;
    for (let end = piece.indexOf(LINE_BREAK); end !== -1; end = piece.indexOf(LINE_BREAK, start)) {
      yield bounded(Buffer.concat([...rest, piece.subarray(start, end)]));
      [rest, restBytes, start] = [[], 0, end + 1];
    }
    if (start === piece.length) continue;
    rest.push(piece.subarray(start));
    restBytes += piece.length - start;
    if (restBytes > LINE_BYTES_MAX) throw lineTooLong();
  }
  if (restBytes > 0) yield bounded(Buffer.concat(rest));
}

function bounded(line: Buffer): Buffer {
  if (line.length > LINE_BYTES_MAX) throw lineTooLong();
  return line;
}

function lineTooLong(): ServiceError {
  return new ServiceError('too_large', { detail: 'A line is larger than 64 KiB' });
}

/** White space of JSON (RFC 8259, section 2). */
function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d;
}
