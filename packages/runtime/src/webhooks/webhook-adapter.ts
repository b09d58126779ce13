import type { AxiosAdapter, RawAxiosResponseHeaders } from 'axios';
import type { Dispatcher } from 'undici';

/** How much of an answer's body is read, for the attempt log, in bytes. */
const BODY_BYTES_MAX = 2 * 1024;

const BODY_MS_MAX = 2_000;

/** No status has come within the request's `timeout`. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/**
 * Posts over undici, in a third of the time that Node's own client takes. `data` is the beginning of the
 * body, or as much as has come when it stalls or breaks off; it is not unpacked. Redirects are not followed.
 *
 * @param underWay has for each request without a status what ends it.
 */
export function webhookAdapter(dispatcher: Dispatcher, underWay: Set<() => void>): AxiosAdapter {
  return (config) =>
    new Promise((resolve, reject) => {
      const { origin, pathname, search } = new URL(config.url ?? '');
      const chunks: Buffer[] = [];
      let bytes = 0;
      let status = 0;
      let statusText = '';
      let headers: RawAxiosResponseHeaders = {};
      let isOver = false;
      let abort = (): void => {};
      const fail = (error: Error): void => {
        isOver = true;
        clearTimeout(timer);
        underWay.delete(stop);
        reject(error);
        abort();
      };
      const stop = (): void => fail(new Error('Stopped'));
      let timer = setTimeout(() => fail(new NoAnswerError()), config.timeout);
      underWay.add(stop);
      const give = (): void => {
        clearTimeout(timer);
        const data = keptText(Buffer.concat(chunks).subarray(0, BODY_BYTES_MAX));
        resolve({ data, status, statusText, headers, config });
      };
      dispatcher.dispatch(
        {
          ...{ origin, path: pathname + search, method: 'POST', body: config.data as Buffer },
          headers: config.headers.toJSON() as Record<string, string>,
        },
        {
          onRequestStart(controller) {
            abort = () => controller.abort(new Error('Over'));
            // The connection was made too late.
            if (isOver) abort();
          },
          onResponseStart(_controller, code, answered, text = '') {
            if (code < 200) return;
            clearTimeout(timer);
            underWay.delete(stop);
            timer = setTimeout(abort, BODY_MS_MAX);
            status = code;
            statusText = text;
            headers = answered;
          },
          onResponseData(_controller, chunk) {
            chunks.push(chunk);
            bytes += chunk.length;
            if (bytes > BODY_BYTES_MAX) abort();
          },
          onResponseEnd: give,
          // Once there is a status, it holds, whatever becomes of the body.
          onResponseError: (_controller, error) => (status > 0 ? give() : fail(error)),
        },
      );
    });
}

/** PostgreSQL's text holds every character but NUL. */
function keptText(bytes: Buffer): string {
  return bytes.toString('utf8').replaceAll('\u0000', '\uFFFD');
}
