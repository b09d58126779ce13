import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { cleanFileName, idempotencyKeyOf, ServiceError } from '@svc/domain';
import { viewOf, writtenJson } from '@svc/http-contract';
import type { AnswerBody, OperationHandlers } from '@svc/http-contract';
import type { ReceivedUpload, UploadReceiver } from '@svc/messages';
import type { AgentIdentity, IdempotentCaller, UploadOwner } from '@svc/store';
import type { ClientCaller } from '../user-guard.js';
import type { OperationParts } from './parts.js';

interface UploadParts extends Pick<OperationParts, 'store' | 'mediaLinks'> {
  receiver: Pick<UploadReceiver, 'receive' | 'discard'>;
}

export function agentUploads(parts: UploadParts) {
  return {
    uploadAgentMedia: ({ auth: { agentId, ownerId: userId }, query, headers, body }) =>
      receive(parts, {
        ...{ owner: { agentId }, caller: { agentId, userId }, name: query.name, headers, bytes: body },
        link: (url) => parts.mediaLinks.forAgent(url),
      }),
  } satisfies OperationHandlers<AgentIdentity>;
}

export function clientUploads(parts: UploadParts) {
  return {
    uploadMedia: ({ auth: { userId }, query, headers, body }) =>
      receive(parts, {
        ...{ owner: { userId }, caller: { agentId: null, userId }, name: query.name, headers, bytes: body },
        link: (url) => parts.mediaLinks.forPerson(url),
      }),
  } satisfies OperationHandlers<ClientCaller>;
}

interface SentFile {
  owner: UploadOwner;
  caller: IdempotentCaller;
  name: string | undefined;
  headers: IncomingHttpHeaders;
  bytes: AsyncIterable<Buffer>;
  link: (url: string) => string;
}

/**
 * Takes the same file under the same key once. It is known when all of it has come, so the repetition of a
 * file that is there is thrown away. Of files that come at one instant, one stays.
 */
async function receive(
  { store: { idempotentCalls: calls }, receiver }: UploadParts,
  { owner, caller, name, headers, bytes, link }: SentFile,
): Promise<AnswerBody<'uploadMedia'>> {
  if (/^multipart\//i.test(headers['content-type'] ?? ''))
    throw new ServiceError('unsupported_media_type', { detail: 'The body must be the file, and no form' });
  const length = headers['content-length'];
  const fileName = name === undefined ? null : cleanFileName(name);
  const receiveFile = (bytes: AsyncIterable<Buffer>): Promise<ReceivedUpload> =>
    receiver.receive({
      owner,
      announcedBytes: length === undefined ? null : Number(length),
      fileName,
      bytes,
    });
  const shown = (file: ReceivedUpload) => viewOf('ReceivedFile', { ...file, url: link(file.url) });
  const key = idempotencyKeyOf(headers);
  if (key === undefined) return shown(await receiveFile(bytes));

  const hash = createHash('sha256')
    .update(JSON.stringify(['upload', name ?? null]))
    .update('\n');
  const hashed = async function* () {
    for await (const piece of bytes) {
      hash.update(piece);
      yield piece;
    }
  };
  const isAnswered = await calls.isKept({ caller, key });
  const file = isAnswered ? await passedOver(hashed()) : await receiveFile(hashed());
  let mayBeKept = false;
  try {
    const { text, isReplayed } = await calls.once({ caller, key, fingerprint: hash.digest() }, async () => {
      // The answer has grown old meanwhile.
      if (file === null) throw new ServiceError('unavailable', { retryAfterSeconds: 1 });
      mayBeKept = true;
      return { status: 201, text: JSON.stringify(shown(file)) };
    });
    if (isReplayed && file !== null) await receiver.discard(file.mediaId);
    return writtenJson(text ?? '', isReplayed);
  } catch (error) {
    // An answer that may be kept names the file, which goes like one that no message has taken.
    if (!mayBeKept && file !== null) await receiver.discard(file.mediaId);
    throw error;
  }
}

async function passedOver(bytes: AsyncIterable<Buffer>): Promise<null> {
  for await (const piece of bytes) void piece;
  return null;
}
