import { ApiError, refusalOf } from '../../api/api-error.ts';
import type { Schemas } from '../../api/client.ts';
import { Store } from '../../live/listeners.ts';

/** How far a file has come. `share` is the part that was sent, from 0 to 1. */
export type UploadState =
  | { stage: 'waiting' }
  | { stage: 'sending'; share: number }
  | { stage: 'sent'; mediaId: string }
  | { stage: 'failed'; error: unknown }
  | { stage: 'cancelled' };

export class UploadCancelled extends Error {}

/** A file on its way to the service. What was sent once is not sent again, however often its message is. */
export class Upload {
  readonly #file: Blob;
  readonly #name: string | null;
  readonly #send: typeof uploadFile;
  readonly #state = new Store<UploadState>({ stage: 'waiting' });
  #work: Promise<string> | null = null;
  #abort = new AbortController();

  /** @param name what a file is called that is neither a picture nor a recording; else `null`. */
  constructor(file: Blob, name: string | null, send = uploadFile) {
    this.#file = file;
    this.#name = name;
    this.#send = send;
  }

  readonly subscribe = this.#state.subscribe;
  readonly read = this.#state.read;

  /** Resolves with the file's id. @throws ApiError, or {@link UploadCancelled}; another call begins anew. */
  start(): Promise<string> {
    this.#work ??= this.#sendInTurn();
    return this.#work;
  }

  cancel(): void {
    this.#abort.abort(new UploadCancelled());
  }

  /** The service does not have the file any more. */
  forget(): void {
    this.#work = null;
    this.#state.set({ stage: 'waiting' });
  }

  async #sendInTurn(): Promise<string> {
    const abort = new AbortController();
    this.#abort = abort;
    this.#state.set({ stage: 'waiting' });
    const onProgress = (share: number): void => this.#state.set({ stage: 'sending', share });
    try {
      const { signal } = abort;
      const sent = inTurn(() => this.#send(this.#file, { name: this.#name, signal, onProgress }));
      const { media_id: mediaId } = await Promise.race([sent, aborted(signal)]);
      this.#state.set({ stage: 'sent', mediaId });
      return mediaId;
    } catch (error) {
      this.#work = null;
      this.#state.set(error instanceof UploadCancelled ? { stage: 'cancelled' } : { stage: 'failed', error });
      throw error;
    }
  }
}

/** Rejects when the signal says so, also of a file that waits. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
}

let last: Promise<unknown> = Promise.resolve();

/** One after another: the service asks each file for a pace, which a slow connection may have for one alone. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const turn = last.then(work);
  last = turn.catch(() => {});
  return turn;
}

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
function uploadFile(file: Blob, { name, signal, onProgress }: UploadOptions): Promise<ReceivedFile> {
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
