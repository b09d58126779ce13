import { request as httpRequest } from 'node:http';
import type { Agent } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AxiosAdapter, RawAxiosResponseHeaders } from 'axios';

/** How much of an answer's body is read, for the attempt log, in bytes. */
const BODY_BYTES_MAX = 2 * 1024;

const BODY_MS_MAX = 2_000;

/** No status has come within the request's `timeout`. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/**
 * `data` is the beginning of the body, or as much as has come when it stalls or breaks off. Axios's own
 * adapter gives a stream, follows redirects and unpacks, and takes three times the time.
 */
export const webhookAdapter: AxiosAdapter = (config) => {
  const { headers, timeout } = config;
  const url = new URL(config.url ?? '');
  const isSecure = url.protocol === 'https:';
  const agent = (isSecure ? config.httpsAgent : config.httpAgent) as Agent;
  const body = config.data as Buffer;
  return new Promise((resolve, reject) => {
    const request = (isSecure ? httpsRequest : httpRequest)(url, {
      method: 'POST',
      agent,
      headers: { ...headers.toJSON(), 'Content-Length': body.length },
    });
    let hasAnswered = false;
    // Once there is a status, it holds, whatever becomes of the body.
    const fail = (error: Error): void => {
      clearTimeout(deadline);
      if (!hasAnswered) reject(Object.assign(error, { request }));
    };
    const deadline = setTimeout(() => {
      fail(new NoAnswerError());
      request.destroy();
    }, timeout);
    request.on('error', fail);
    // A protocol that was not asked for ends the connection without an error.
    request.once('close', () => fail(new Error('The connection ended without an answer')));
    request.once('response', (answer) => {
      hasAnswered = true;
      clearTimeout(deadline);
      const chunks: Buffer[] = [];
      let bytes = 0;
      const late = setTimeout(() => answer.destroy(), BODY_MS_MAX);
      answer.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes > BODY_BYTES_MAX) answer.destroy();
      });
      answer.on('error', () => {});
      answer.once('close', () => {
        clearTimeout(late);
        const data = keptText(Buffer.concat(chunks).subarray(0, BODY_BYTES_MAX));
        const { statusCode: status = 0, statusMessage: statusText = '' } = answer;
        const answered = answer.headers as RawAxiosResponseHeaders;
        resolve({ data, status, statusText, headers: answered, config, request });
      });
    });
    request.end(body);
  });
};

/** PostgreSQL's text holds every character but NUL. */
function keptText(bytes: Buffer): string {
  return bytes.toString('utf8').replaceAll('\u0000', '\uFFFD');
}
