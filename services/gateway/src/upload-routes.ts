import { createHash } from 'node:crypto';
import {
  AUDIO_BYTES_MAX,
  cleanFileName,
  FILE_BYTES_MAX,
  idempotencyKeyOf,
  invalidField,
  ServiceError,
} from '@svc/domain';
import type { MediaLinks } from '@svc/domain';
import {
  apiKeyScopeOf,
  fileOfForm,
  FORM_BYTES_MAX,
  isForm,
  refuseOtherMethods,
  sendWritten,
} from '@svc/http-contract';
import type { BodyShare } from '@svc/http-contract';
import { HEAD_BYTES } from '@svc/messages';
import type { ReceivedUpload, SentUpload, UploadReceiver } from '@svc/messages';
import type {
  IdempotentAnswer,
  IdempotentCaller,
  IdempotentCalls,
  KeptAnswer,
  UploadOwner,
} from '@svc/store';
import { Router } from 'express';
import type { Request, Response } from 'express';
import type { ApiParts } from './app.js';
import { accountShares } from './app.js';

export interface UploadParts extends ApiParts {
  receiver: Pick<UploadReceiver, 'receive'>;
  mediaLinks: Pick<MediaLinks, 'forAgent' | 'forPerson'>;
}

interface Sender {
  operation: 'uploadAgentMedia' | 'uploadMedia';
  owner: UploadOwner;
  caller: IdempotentCaller;
  shares: readonly BodyShare[];
  count: (bytes: number) => Promise<void>;
  link: (url: string) => string;
}

/** `POST /api/agent/media` and `POST /api/client/media`: the body is the file, or a form with it. */
export function uploadRoutes(parts: UploadParts): Router {
  const { agentGuard, userGuard, rateLimits, mediaLinks } = parts;
  const router = Router({ caseSensitive: true });

  router.post('/api/agent/media', async (request, response) => {
    const address = request.ip ?? '';
    const call = { headers: request.headers, address, operationId: 'uploadAgentMedia' as const };
    const { agentId, ownerId } = (await agentGuard.authenticate(call)).agent;
    await receive(parts, request, response, {
      ...{ operation: 'uploadAgentMedia', owner: { agentId }, caller: { agentId, userId: ownerId } },
      shares: accountShares({ userId: ownerId, address }),
      count: (bytes) => rateLimits.countAgentBytes(agentId, bytes),
      link: (url) => mediaLinks.forAgent(url),
    });
  });

  router.post('/api/client/media', async (request, response) => {
    const address = request.ip ?? '';
    const { userId } = await userGuard(request, address, apiKeyScopeOf('uploadMedia'));
    await receive(parts, request, response, {
      ...{ operation: 'uploadMedia', owner: { userId }, caller: { agentId: null, userId } },
      shares: accountShares({ userId, address }),
      count: (bytes) => rateLimits.countUserBytes(userId, bytes),
      link: (url) => mediaLinks.forPerson(url),
    });
  });

  router.all(['/api/agent/media', '/api/client/media'], refuseOtherMethods(['POST']));
  return router;
}

async function receive(
  { bodies, receiver, store }: UploadParts,
  request: Request,
  response: Response,
  { operation, owner, caller, shares, count, link }: Sender,
): Promise<void> {
  const key = idempotencyKeyOf(request.headers);
  const type = request.headers['content-type'] ?? '';
  const besideBytesMax = isForm(type) ? FORM_BYTES_MAX : 0;
  const announced = announcedBytes(request, besideBytesMax);
  const fileName = fileNameOf(request);
  assertPossible(request, fileName);
  const rules = {
    ...{ bytesMax: largest(fileName) + besideBytesMax, bufferedMax: HEAD_BYTES + besideBytesMax, shares },
  };
  const answerOf = (received: ReceivedUpload): KeptAnswer => {
    const { mediaId: media_id, contentType: content_type, byteLength: byte_length, url } = received;
    return { status: 201, text: JSON.stringify({ media_id, content_type, byte_length, url: link(url) }) };
  };
  const answer = await bodies.pass(request, response, rules, async (body) => {
    // A file that is refused in the end counts too.
    const passed = looked(body, (piece) => count(piece.length));
    const part = fileName === null ? FILE_PART : NAMED_PART;
    const bytes = isForm(type) ? fileOfForm(passed, type, part) : passed;
    const receiveFile = (sent: Pick<SentUpload, 'bytes' | 'once'>): Promise<ReceivedUpload> =>
      receiver.receive({ owner, announced, fileName, ...sent });
    if (key === undefined) return { ...answerOf(await receiveFile({ bytes })), isReplayed: false };
    const keyed = { caller, key, asked: { operation, name: request.query['name'] ?? null }, bytes };
    return uploadOnce(store.idempotentCalls, keyed, { receive: receiveFile, answerOf });
  });
  sendWritten(response, answer);
}

/** A part that names no type is text, and its content decides. */
const FILE_PART = {
  name: 'file',
  typeRefusal: (type: string) => (type === 'text/plain' ? null : typeRefusal(type)),
};

/** Any kind of file. */
const NAMED_PART = { name: 'file', typeRefusal: () => null };

const NAME_LENGTH_MAX = 1_000;

/** `null` for a picture or a recording. */
function fileNameOf({ query }: Request): string | null {
  const { name } = query;
  if (name === undefined) return null;
  if (typeof name !== 'string' || name === '' || name.length > NAME_LENGTH_MAX) {
    throw invalidField('query.name', `must be a text of 1 to ${NAME_LENGTH_MAX} characters`);
  }
  return cleanFileName(name);
}

const largest = (fileName: string | null): number => (fileName === null ? AUDIO_BYTES_MAX : FILE_BYTES_MAX);

/** What the body's length says of the file's. */
function announcedBytes({ headers }: Request, besideBytesMax: number): SentUpload['announced'] {
  const announced = headers['content-length'];
  if (announced === undefined) return null;
  const bytesMax = Number(announced);
  return { bytesMin: Math.max(0, bytesMax - besideBytesMax), bytesMax };
}

/** Before any of the body is read. In the end the content decides. */
function assertPossible({ headers }: Request, fileName: string | null): void {
  const type = headers['content-type'] ?? '';
  const refusal = isForm(type) || fileName !== null ? null : typeRefusal(type);
  if (refusal !== null) throw refusal;
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new ServiceError('unsupported_media_type', { detail: 'Body must not be compressed' });
  }
}

function typeRefusal(type: string): ServiceError | null {
  if (/^(?:image|audio|video)\/|^application\/octet-stream/i.test(type)) return null;
  return new ServiceError('unsupported_media_type', { detail: 'The body must be an image or an audio file' });
}

async function* looked(
  bytes: AsyncIterable<Buffer>,
  look: (piece: Buffer) => unknown,
): AsyncGenerator<Buffer> {
  for await (const piece of bytes) {
    await look(piece);
    yield piece;
  }
}

interface KeyedUpload {
  caller: IdempotentCaller;
  key: string;
  asked: Record<string, unknown>;
  bytes: AsyncIterable<Buffer>;
}

/** `once` decides whether the file is finished. */
type ReceiveFile = (sent: Required<Pick<SentUpload, 'bytes' | 'once'>>) => Promise<unknown>;

/**
 * Takes the same file under the same key once. It is known when all of it has come, so the repetition of a
 * file that is there is thrown away. Of files that come at one instant, one is finished.
 */
async function uploadOnce(
  calls: Pick<IdempotentCalls, 'isKept' | 'once'>,
  { caller, key, asked, bytes }: KeyedUpload,
  { receive, answerOf }: { receive: ReceiveFile; answerOf: (file: ReceivedUpload) => KeptAnswer },
): Promise<IdempotentAnswer> {
  const hash = createHash('sha256').update(JSON.stringify(asked)).update('\n');
  const done = (work: () => Promise<KeptAnswer>): Promise<IdempotentAnswer> =>
    calls.once({ caller, key, fingerprint: hash.digest() }, work);
  const hashed = looked(bytes, (piece) => hash.update(piece));
  if (await calls.isKept({ caller, key })) {
    for await (const piece of hashed) void piece;
    return done(() => Promise.reject(new ServiceError('unavailable', { retryAfterSeconds: 1 })));
  }
  let answer: IdempotentAnswer | undefined;
  const once: NonNullable<SentUpload['once']> = async (finish) => {
    answer = await done(async () => answerOf(await finish()));
    return !answer.isReplayed;
  };
  await receive({ bytes: hashed, once });
  if (answer === undefined) throw new Error('A file was received and not finished');
  return answer;
}
