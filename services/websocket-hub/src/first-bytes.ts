import type { Duplex } from 'node:stream';

/** Size of an agent's first frame, in bytes: an auth frame and nothing else. */
export const FIRST_FRAME_BYTES_MAX = 4 * 1024;

/** A frame's header: 2 bytes, 8 of length and 4 of mask (RFC 6455, section 5.2). */
const FRAME_HEADER_BYTES_MAX = 14;

/**
 * Calls `onTooMany` once, as soon as a socket's stream has brought more than one first frame of the largest size, whatever it is made of.
 * So the frame of an unauthenticated connection is refused while it arrives, and not when all of it is buffered and parsed. ws has one size for all frames of a
 * socket, and it needs the size of a message with an image.
 *
 * @returns how to stop counting.
 */
export function countFirstBytes(stream: Duplex, onTooMany: () => void): () => void {
  let bytes = 0;
  const stop = (): void => void stream.off('data', count);
  function count(chunk: Buffer): void {
    bytes += chunk.length;
    if (bytes <= FIRST_FRAME_BYTES_MAX + FRAME_HEADER_BYTES_MAX) return;
    stop();
    onTooMany();
  }
  stream.on('data', count);
  return stop;
}

/**
 * Ends a stream when what was written to it has left. Everything that it still brings is thrown away, so that ws does not collect the rest
 * of a frame of a refused connection.
 */
export function endUnread(stream: Duplex): void {
  stream.removeAllListeners('data');
  stream.resume();
  stream.end();
}

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
