import { codeOf } from '../kept-parts.js';
import { blank } from './recording-parts.js';
import type { RecordingParts } from './recording-parts.js';

const HEAD_BYTES = 12;
const CHUNK_HEAD_BYTES = 8;
/** As a recorder writes it that does not know yet how long the sound will be. */
const UNKNOWN_BYTES = 0xffffffff;

/** How the sound is written, and the sound. */
const NEEDED = new Set(['fmt ', 'fact', 'data', 'ds64'].map(codeOf));
const [DATA, FILLER] = [codeOf('data'), codeOf('JUNK')];

/** A WAV (RIFF) in which all chunks but those of the sound have become filler, in the same places, without what cannot be read behind them. */
export function strippedWav(bytes: Buffer, parts: RecordingParts): Buffer {
  let at = HEAD_BYTES;
  while (at + CHUNK_HEAD_BYTES <= bytes.length) {
    parts.begin();
    const content = at + CHUNK_HEAD_BYTES;
    const [type, length] = [bytes.readUInt32BE(at), bytes.readUInt32LE(at + 4)];
    if (
      type === DATA &&
      (length === UNKNOWN_BYTES || (length === 0 && !hasChunksUpToEnd(bytes, content, parts)))
    ) {
      // The recorder did not come to write the length. All that follows is played.
      return bytes;
    }
    const end = Math.min(content + length, bytes.length);
    if (!NEEDED.has(type)) {
      bytes.writeUInt32BE(FILLER, at);
      bytes.writeUInt32LE(end - content, at + 4);
      blank(bytes, content, end);
    }
    // Content of odd length is filled up.
    if (length % 2 === 1 && end < bytes.length) bytes[end] = 0;
    at = content + length + (length % 2);
  }
  return bytes.subarray(0, Math.min(at, bytes.length));
}

function hasChunksUpToEnd(bytes: Buffer, from: number, parts: RecordingParts): boolean {
  let at = from;
  while (at + CHUNK_HEAD_BYTES <= bytes.length) {
    parts.begin();
    const length = bytes.readUInt32LE(at + 4);
    at += CHUNK_HEAD_BYTES + length + (length % 2);
  }
  return at === bytes.length;
}
