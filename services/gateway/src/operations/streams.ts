import { idempotencyKeyOf, invalidField, parseBoundedJson, ServiceError } from '@svc/domain';
import { writtenJson } from '@svc/http-contract';
import type { AnswerBody, OperationHandlers, OperationInput } from '@svc/http-contract';
import { answerOfStream } from '@svc/messages';
import type { MessageStreams } from '@svc/messages';
import {
  fieldErrorsOf,
  validateMessageAbortFrame,
  validateMessageDeltaFrame,
  validateMessageEndFrame,
} from '@svc/proto-events';
import type { MessageAbortFrame, MessageDeltaFrame, MessageEndFrame, Validate } from '@svc/proto-events';
import type { AgentCaller } from '../agent-guard.js';

interface StreamParts {
  streams: Pick<MessageStreams, 'begin'>;
}

type Answer = AnswerBody<'streamAgentMessage'>;

/** Between looks whether the caller's credentials are still valid. */
const LOOK_EVERY_MS = 10_000;

/** Each line is a piece of a message, which consoles see at once. */
export function agentStreams({ streams }: StreamParts) {
  return {
    /** If the call breaks off or is refused, so does the message. */
    streamAgentMessage: (call) =>
      new Promise<Answer>((resolve, reject) => {
        // The body is read on for a moment after a cut, since its reader waits for its next piece.
        write(streams, call, reject).then(resolve, reject);
      }),
  } satisfies OperationHandlers<AgentCaller>;
}

async function write(
  streams: StreamParts['streams'],
  { auth, query, headers, body }: OperationInput<'streamAgentMessage', AgentCaller>,
  onCut: (reason: ServiceError) => void,
): Promise<Answer> {
  const { agentId, ownerId, kind } = auth;
  const opening = { conversationId: query.conversation_id, key: idempotencyKeyOf(headers) };
  const message = await streams.begin({ agentId, ownerId, kind, ...opening, onCut });
  try {
    for await (const line of streamLines(whileAuthenticated(auth, body))) {
      if (message.isOver) break;
      if (line.type === 'message_delta') {
        message.append(line.text);
      } else if (line.type === 'message_end') {
        await auth.assertStillAuthenticated();
        const ended = await message.end({
          mediaIds: line.media_ids,
          reportTitle: line.report_title,
          reportDescription: line.report_description,
          taskRunId: line.task_run_id,
          quickReplies: line.quick_replies,
        });
        return writtenJson(answerOfStream(ended), ended.isReplayed);
      } else {
        message.abort();
        return { status: 'aborted' };
      }
    }
    throw new ServiceError('malformed_json', { detail: 'The body ended without message_end' });
  } finally {
    message.cut();
  }
}

/** An agent whose secret or key has ended is not listened to for long. */
async function* whileAuthenticated(auth: AgentCaller, body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let lookedAtMs = performance.now();
  for await (const piece of body) {
    if (performance.now() - lookedAtMs >= LOOK_EVERY_MS) {
      await auth.assertStillAuthenticated();
      lookedAtMs = performance.now();
    }
    yield piece;
  }
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
