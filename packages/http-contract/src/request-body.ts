import type { IncomingMessage } from 'node:http';
import { ServiceError } from '@svc/domain';

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;\s*charset="?utf-8"?\s*)?$/i;

export interface BodyRules {
  bytesMax: number;
  /** Whether the body counts as JSON whatever its content type says. */
  anyContentType: boolean;
  /** Called with the count of each piece that arrives. Returns why the body is refused, or `null`. */
  onBytes?: (count: number) => ServiceError | null;
}

/** Whether a request has a body, as its headers say (RFC 9112, section 6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
  const announced = headers['content-length'];
  return announced === undefined ? headers['transfer-encoding'] !== undefined : Number(announced) !== 0;
}

/**
 * The bytes of a request's body; undefined if it has none. Type and announced length are checked before any of it is read.
 *
 * @throws ServiceError `unsupported_media_type`, `too_large`; `malformed_json` if the caller breaks off.
 */
export async function readBody(request: IncomingMessage, rules: BodyRules): Promise<Buffer | undefined> {
  const { headers } = request;
  if (!hasBody(request)) return undefined;
  if (Number(headers['content-length'] ?? 0) > rules.bytesMax) throw new ServiceError('too_large');
  // Once unpacked, a compressed body could be far larger than its limit.
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new ServiceError('unsupported_media_type', { detail: 'Body must not be compressed' });
  }
  if (!rules.anyContentType && !JSON_TYPE.test(headers['content-type'] ?? '')) {
    throw new ServiceError('unsupported_media_type');
  }
  const body = await collect(request, rules);
  return body.length === 0 ? undefined : body;
}

/** Reads with listeners. An iteration would destroy the socket when the body is refused, and the answer with it. */
function collect(request: IncomingMessage, { bytesMax, onBytes }: BodyRules): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > bytesMax) return refuse(new ServiceError('too_large'));
      const refusal = onBytes?.(chunk.length) ?? null;
      if (refusal !== null) return refuse(refusal);
      chunks.push(chunk);
    };
    const refuse = (error: ServiceError): void => {
      finish();
      // What was collected is let go, and the rest is read and thrown away, so that the caller gets to read the answer.
      chunks.length = 0;
      request.resume();
      reject(error);
    };
    const onEnd = (): void => {
      finish();
      resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, bytes));
    };
    const onBroken = (cause?: unknown): void => {
      finish();
      reject(new ServiceError('malformed_json', { detail: 'The body broke off', cause }));
    };
    const finish = (): void => {
      request.off('data', onData).off('end', onEnd).off('close', onBroken);
    };
    request.on('data', onData).on('end', onEnd).on('close', onBroken);
    // This listener stays: a broken connection may emit an error after the body was refused, and nobody else would catch it.
    request.on('error', onBroken);
  });
}
