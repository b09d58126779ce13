import { FIRST_FRAME_BYTES_MAX } from './first-bytes.js';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** What is in a frame, text or binary, that is not larger than an auth frame may be; undefined if it is larger, or no JSON in UTF-8. */
export function smallFrame(data: Buffer): unknown {
  if (data.length > FIRST_FRAME_BYTES_MAX) return undefined;
  try {
    return JSON.parse(UTF8.decode(data));
  } catch {
    return undefined;
  }
}
