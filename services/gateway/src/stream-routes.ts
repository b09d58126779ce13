import { idempotencyKeyOf, invalidField, parseBoundedJson, ServiceError } from '@svc/domain';
import { refuseOtherMethods } from '@svc/http-contract';
import type { WrittenAnswer } from '@svc/http-contract';
import { answerOfStream } from '@svc/messages';
import type { MessageStreams, RestOfMessage } from '@svc/messages';
import {
  fieldErrorsOf,
  validateMessageAbortFrame,
  validateMessageDeltaFrame,
  validateMessageEndFrame,
} from '@svc/proto-events';
import type { MessageAbortFrame, MessageDeltaFrame, MessageEndFrame, Validate } from '@svc/proto-events';
import { answerEarly } from '@svc/runtime';
import type { AgentIdentity } from '@svc/store';
import { Router } from 'express';
import type { Request, Response } from 'express';
import type { ApiParts } from './app.js';
import { accountShares, streamBodies } from './app.js';

export interface StreamParts extends Pick<ApiParts, 'agentGuard' | 'rateLimits'> {
  streams: Pick<MessageStreams, 'begin'>;
}

const PATH = '/api/agent/messages/stream';
const NDJSON_TYPE = /^application\/(?:x-ndjson|ndjson|jsonl)\s*(?:;\s*charset="?utf-8"?\s*)?$/i;
const CONVERSATION_ID = /^conv_[0-9A-Za-z]{1,64}$/;

/** 64 KiB of text in lines of a few characters. */
const BODY_BYTES_MAX = 2 * 1024 * 1024;
/** The text, and one line. */
const BUFFERED_BYTES_MAX = 128 * 1024;
/** An agent may think for so long between two lines. */
const SILENCE_MS_MAX = 60_000;
/** Between looks whether the caller's credentials are still valid. */
const LOOK_EVERY_MS = 10_000;

/** `POST /api/agent/messages/stream`: each line is a piece of a message, which consoles see at once. */
export function streamRoutes(parts: StreamParts): Router {
  const bodies = streamBodies();
  const router = Router({ caseSensitive: true });
  router.post(PATH, async (request, response) => {
    const address = request.ip ?? '';
    const call = { headers: request.headers, address, operationId: 'streamAgentMessage' as const };
    const { agent } = await parts.agentGuard.authenticate(call);
    const conversationId = conversationOf(request);
    assertPossible(request);
    const key = idempotencyKeyOf(request.headers);
    const shares = accountShares({ userId: agent.ownerId, address });
    const rules = {
      ...{ bytesMax: BODY_BYTES_MAX, bufferedMax: BUFFERED_BYTES_MAX, silenceMsMax: SILENCE_MS_MAX, shares },
    };
    const answer = await bodies.pass(request, response, rules, (body) =>
      take(parts, { agent, request, conversationId, key }, body),
    );
    send(request, response, answer);
  });
  router.all(PATH, refuseOtherMethods(['POST']));
  return router;
}

interface CallWithMessage {
  agent: AgentIdentity;
  request: Request;
  conversationId: string | undefined;
  key: string | undefined;
}

type StreamAnswer = WrittenAnswer & { isReplayed: boolean };

/** If the call breaks off or is refused, so does the message. */
function take(parts: StreamParts, call: CallWithMessage, body: AsyncIterable<Buffer>): Promise<StreamAnswer> {
  return new Promise((resolve, reject) => {
    // The body is read on for a moment after a cut, since its reader waits for its next piece.
    write(parts, call, { body, onCut: reject }).then(resolve, reject);
  });
}

async function write(
  parts: StreamParts,
  call: CallWithMessage,
  { body, onCut }: { body: AsyncIterable<Buffer>; onCut: (reason: ServiceError) => void },
): Promise<StreamAnswer> {
  const { agent, request, conversationId, key } = call;
  const { agentId, ownerId, kind } = agent;
  const message = await parts.streams.begin({ agentId, ownerId, kind, conversationId, key, onCut });
  try {
    for await (const line of streamLines(counted(parts, call, body))) {
      if (message.isOver) break;
      if (line.type === 'message_delta') {
        message.append(line.text);
      } else if (line.type === 'message_end') {
        await parts.agentGuard.assertStillAuthenticated(request.headers);
        const { isReplayed, ...accepted } = await message.end(restOf(line));
        return { status: 200, text: answerOfStream(accepted), isReplayed };
      } else {
        message.abort();
        return { status: 200, text: JSON.stringify({ status: 'aborted' }), isReplayed: false };
      }
    }
    throw new ServiceError('malformed_json', { detail: 'The body ended without message_end' });
  } finally {
    message.cut();
  }
}

/** An agent whose secret or key has ended is not listened to for long. */
async function* counted(
  { rateLimits, agentGuard }: StreamParts,
  { agent, request }: CallWithMessage,
  body: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  let lookedAtMs = performance.now();
  for await (const piece of body) {
    await rateLimits.countAgentBytes(agent.agentId, piece.length);
    if (performance.now() - lookedAtMs >= LOOK_EVERY_MS) {
      await agentGuard.assertStillAuthenticated(request.headers);
      lookedAtMs = performance.now();
    }
    yield piece;
  }
}

function restOf(line: MessageEndFrame): RestOfMessage {
  return {
    mediaIds: line.media_ids,
    reportTitle: line.report_title,
    reportDescription: line.report_description,
    taskRunId: line.task_run_id,
    quickReplies: line.quick_replies,
  };
}

function conversationOf({ query }: Request): string | undefined {
  const { conversation_id: conversationId } = query;
  if (conversationId === undefined) return undefined;
  if (typeof conversationId !== 'string' || !CONVERSATION_ID.test(conversationId))
    throw invalidField('query.conversation_id', 'must be the id of a conversation');
  return conversationId;
}

function assertPossible({ headers }: Request): void {
  if (!NDJSON_TYPE.test(headers['content-type'] ?? ''))
    throw new ServiceError('unsupported_media_type', { detail: 'Body must be application/x-ndjson' });
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new ServiceError('unsupported_media_type', { detail: 'Body must not be compressed' });
  if (Number(headers['content-length'] ?? 0) > BODY_BYTES_MAX) throw new ServiceError('too_large');
}

function send(request: Request, response: Response, { status, text, isReplayed }: StreamAnswer): void {
  const body = text ?? '';
  response.statusCode = status;
  response.setHeader('Cache-Control', 'no-store');
  if (isReplayed) response.setHeader('Idempotent-Replayed', 'true');
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('Content-Length', Buffer.byteLength(body));
  answerEarly(request, response, body);
}

type StreamLine = MessageDeltaFrame | MessageEndFrame | MessageAbortFrame;

/** 8,192 escaped characters, and some more. */
const LINE_BYTES_MAX = 64 * 1024;
const LINE_BREAK = 0x0a;
/** RFC 8259, section 2. */
const SPACE = /^[ \t\r]*$/;

const LINES: Record<string, Validate<StreamLine> | undefined> = {
  message_delta: validateMessageDeltaFrame,
  message_end: validateMessageEndFrame,
  message_abort: validateMessageAbortFrame,
};

/** Frames without `ref`. Throws `malformed_json`, `invalid_request`, and `too_large` beyond 64 KiB. */
export async function* streamLines(body: AsyncIterable<Buffer>): AsyncGenerator<StreamLine> {
  let number = 0;
  for await (const line of linesOf(body)) {
    number += 1;
    if (SPACE.test(line.toString('latin1'))) continue;
    yield lineOf(parseBoundedJson(line, { valuesMax: 200, keysMax: 100, depthMax: 8 }), number);
  }
}

function lineOf(value: unknown, number: number): StreamLine {
  const path = `body.${number}`;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidField(path, 'must be object');
  // Whatever `ref` the caller gives, the message is this call's.
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
  let line: Buffer[] = [];
  let lineBytes = 0;
  for await (const piece of body) {
    for (let start = 0, end = 0; end !== -1; start = end + 1) {
      end = piece.indexOf(LINE_BREAK, start);
      const part = piece.subarray(start, end === -1 ? undefined : end);
      line.push(part);
      lineBytes += part.length;
      if (lineBytes > LINE_BYTES_MAX)
        throw new ServiceError('too_large', { detail: 'A line is larger than 64 KiB' });
      if (end === -1) continue;
      yield Buffer.concat(line);
      [line, lineBytes] = [[], 0];
    }
  }
  yield Buffer.concat(line);
}
