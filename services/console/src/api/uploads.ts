import { ApiError, refusalOf } from './api-error.ts';
import type { Schemas } from './client.ts';

export type ReceivedFile = Schemas['ReceivedFile'];

/** The service waits 10 s for the next byte. If nothing has moved for much longer, the service is gone. */
const SILENCE_MS_MAX = 30_000;

/** What the service reads of a name. */
const NAME_LENGTH_MAX = 1_000;

export interface UploadOptions {
  /** For a file of any kind; `null` for a picture or a recording. */
  name: string | null;
  signal: AbortSignal;
  /** Gets the part that was sent, from 0 to 1. */
  onProgress: (share: number) => void;
}

/** `fetch` does not tell how much was sent. @throws ApiError, or the signal's reason if it was cancelled. */
export function uploadFile(file: Blob, { name, signal, onProgress }: UploadOptions): Promise<ReceivedFile> {
  signal.throwIfAborted();
  const request = new XMLHttpRequest();
  const done = new Promise<ReceivedFile>((resolve, reject) => {
    let silence: ReturnType<typeof setTimeout> | undefined;
    const watch = (): void => {
      clearTimeout(silence);
      silence = setTimeout(() => request.abort(), SILENCE_MS_MAX);
    };
    request.upload.onprogress = ({ loaded, total }) => {
      watch();
      if (total > 0) onProgress(loaded / total);
    };
    request.onload = () => {
      const answer = parsed(request.responseText);
      if (request.status === 201) resolve(answer as ReceivedFile);
      else reject(refusalOf(request.status, answer));
    };
    const onNoAnswer = (): void => reject(new ApiError({ status: 0, detail: 'No answer' }));
    request.onerror = onNoAnswer;
    request.onabort = () => (signal.aborted ? reject(signal.reason as Error) : onNoAnswer());
    request.onloadend = () => clearTimeout(silence);
    const query =
      name === null ? '' : `?${new URLSearchParams({ name: name.slice(-NAME_LENGTH_MAX) }).toString()}`;
    request.open('POST', `/api/client/media${query}`);
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('content-type', file.type || 'application/octet-stream');
    watch();
    request.send(file);
  });
  const abort = (): void => request.abort();
  signal.addEventListener('abort', abort);
  return done.finally(() => signal.removeEventListener('abort', abort));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A proxy before the service may refuse in words of its own.
    return null;
  }
}
