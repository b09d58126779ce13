import { AgentError, asError } from '../errors.js';
import { bytesUpTo } from '../http/bounded-bytes.js';

/** A file that a person has sent. */
export interface ReceivedFile {
  /** Its name, without a path. Images have none. */
  readonly name: string | undefined;
  /** What its first bytes say, such as `application/pdf`; of images `image/*`, of recordings `audio/*`. */
  readonly contentType: string;
  /** Its size in bytes, if the service has told it. */
  readonly byteLength: number | undefined;
  /** A link that needs no authentication, and ends after some days. */
  readonly url: string;
  /**
   * Downloads it, within two minutes.
   *
   * @param options.bytesMax how many bytes it may have. Default 25 MiB.
   * @param options.signal ends the download.
   * @throws {AgentError} `too_much` if it has more, `unavailable` if it cannot be had, as when its link has ended. The reason of the signal if that aborts.
   */
  bytes(options?: { bytesMax?: number; signal?: AbortSignal }): Promise<Uint8Array>;
  /**
   * Downloads it, as UTF-8. What is no UTF-8 becomes U+FFFD.
   *
   * @param options as for {@link bytes}.
   * @throws as {@link bytes}.
   */
  text(options?: { bytesMax?: number; signal?: AbortSignal }): Promise<string>;
}

const BYTES_MAX = 25 * 1024 * 1024;
const DOWNLOAD_MS_MAX = 120_000;

export function receivedFile(file: {
  url: string;
  contentType: string;
  name?: string;
  byteLength?: number;
}): ReceivedFile {
  const bytes = (options = {}) => download(file.url, options);
  return {
    ...{ name: file.name, contentType: file.contentType, byteLength: file.byteLength, url: file.url, bytes },
    text: async (options) => new TextDecoder().decode(await bytes(options)),
  };
}

async function download(
  url: string,
  { bytesMax = BYTES_MAX, signal }: { bytesMax?: number; signal?: AbortSignal },
): Promise<Uint8Array> {
  const signals = [AbortSignal.timeout(DOWNLOAD_MS_MAX), ...(signal === undefined ? [] : [signal])];
  let bytes: Uint8Array | null;
  try {
    const response = await fetch(url, { signal: AbortSignal.any(signals) });
    if (!response.ok)
      throw new AgentError(
        'unavailable',
        `The file could not be had (${response.status}). Links end: read the conversation again for a fresh one.`,
      );
    bytes = await bytesUpTo(bytesMax, response.body as AsyncIterable<Uint8Array> | null);
  } catch (thrown) {
    signal?.throwIfAborted();
    if (thrown instanceof AgentError) throw thrown;
    const { message } = asError(thrown);
    throw new AgentError('unavailable', `The file could not be had (${message}).`, { cause: thrown });
  }
  if (bytes === null) throw new AgentError('too_much', `The file is larger than ${bytesMax} bytes.`);
  return bytes;
}
