import type { AnswerBody } from '@svc/http-contract';
import { httpCall, succeeded } from './http-call.js';
import type { HttpAnswer, HttpCall } from './http-call.js';

/** How a file is sent. */
export interface SentFile {
  /** Without one, the file has to be a picture or a recording. */
  name?: string;
  type?: string;
  /** Default: its size is announced. */
  chunked?: boolean;
}

/** Somebody with credentials for one of the two APIs. */
export abstract class Caller {
  protected readonly baseUrl: string;
  /** The headers that prove who it is. */
  readonly credentials: Record<string, string>;
  readonly #mediaPath: string;

  protected constructor(baseUrl: string, credentials: Record<string, string>, mediaPath: string) {
    this.baseUrl = baseUrl;
    this.credentials = credentials;
    this.#mediaPath = mediaPath;
  }

  call(path: string, call: HttpCall = {}): Promise<HttpAnswer> {
    return httpCall(this.baseUrl + path, { ...call, headers: { ...this.credentials, ...call.headers } });
  }

  /** The body of a call that must succeed. */
  async succeed<T>(path: string, call?: HttpCall): Promise<T> {
    return succeeded<T>(`${call?.method ?? ''} ${path}`, await this.call(path, call));
  }

  /** Sends a file as it is, whatever comes of it. */
  upload(file: Buffer, { name, type = 'application/octet-stream', chunked = false }: SentFile = {}) {
    const query = name === undefined ? '' : `?name=${encodeURIComponent(name)}`;
    const call = { method: 'POST', body: file, headers: { 'content-type': type }, chunked };
    return this.call(this.#mediaPath + query, call);
  }

  /** Sends a file, which must be taken. */
  async uploaded(file: Buffer, kind?: SentFile): Promise<AnswerBody<'uploadMedia'>> {
    return succeeded('sending a file', await this.upload(file, kind));
  }
}
