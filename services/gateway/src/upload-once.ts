import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import { ServiceError } from '@svc/domain';
import type { SentUpload } from '@svc/messages';
import type { IdempotentAnswer, IdempotentCaller, IdempotentCalls, KeptAnswer } from '@svc/store';

export interface KeyedUpload {
  caller: IdempotentCaller;
  key: string;
  /** What is asked for beside the file. */
  asked: Record<string, unknown>;
  bytes: AsyncIterable<Buffer>;
}

/** Stores a file as long as nothing refuses it, and lets `once` decide whether it is finished. */
export type ReceiveFile = (sent: Required<Pick<SentUpload, 'bytes' | 'once'>>) => Promise<unknown>;

/**
 * Takes the same file under the same key once. What a file is, is known when all of it has come. The repetition of a file that is there is read and thrown
 * away, so that it needs no room. Of files that come at one instant, one is finished.
 *
 * @throws ServiceError as {@link IdempotentCalls.once}, and what `receive` throws.
 */
export async function uploadOnce(
  calls: Pick<IdempotentCalls, 'isKept' | 'once'>,
  { caller, key, asked, bytes }: KeyedUpload,
  { receive, answerOf }: { receive: ReceiveFile; answerOf: (file: ReceivedFile) => KeptAnswer },
): Promise<IdempotentAnswer> {
  const hash = createHash('sha256').update(JSON.stringify(asked)).update('\n');
  const done = (work: () => Promise<KeptAnswer>): Promise<IdempotentAnswer> =>
    calls.once({ caller, key, fingerprint: hash.digest() }, work);
  const hashed = passing(bytes, hash);
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

type ReceivedFile = Awaited<ReturnType<Parameters<NonNullable<SentUpload['once']>>[0]>>;

async function* passing(bytes: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const piece of bytes) {
    hash.update(piece);
    yield piece;
  }
}
