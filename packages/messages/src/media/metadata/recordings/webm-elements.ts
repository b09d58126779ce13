import { blank } from './recording-parts.js';

/** An element of EBML (RFC 8794). */
export interface Element {
  id: number;
  at: number;
  content: number;
  /** Not behind the end of what was read. */
  end: number;
  /** Its length was written down. */
  isSized: boolean;
}

const [VOID, SIZE_BITS] = [0xec, 0x80];
/** A length of one byte says up to this. */
const SHORT_BYTES_MAX = 126;
/** The id of `Void` and a length of eight bytes. */
const LONG_HEAD_BYTES = 9;
const ID_BYTES_MAX = 4;

/** `null` if no element begins here. */
export function elementAt(bytes: Buffer, at: number, to: number): Element | null {
  const first = bytes[at] ?? 0;
  const idBytes = Math.clz32(first) - 23;
  const sizeAt = at + idBytes;
  if (idBytes > ID_BYTES_MAX || sizeAt >= to) return null;
  const sizeFirst = bytes[sizeAt] ?? 0;
  const sizeBytes = Math.clz32(sizeFirst) - 23;
  const content = sizeAt + sizeBytes;
  if (sizeFirst === 0 || content > to) return null;
  let size = sizeFirst & (0xff >> sizeBytes);
  // All bits set say that the length is not known.
  let isSized = size !== 0xff >> sizeBytes;
  for (let index = sizeAt + 1; index < content; index += 1) {
    const byte = bytes[index] ?? 0;
    isSized ||= byte !== 0xff;
    size = size * 256 + byte;
  }
  const end = isSized ? Math.min(content + size, to) : to;
  return { id: bytes.readUIntBE(at, idBytes), at, content, end, isSized };
}

/** The unsigned number that an element holds. */
export function numberIn(bytes: Buffer, { content, end }: Element): number {
  let value = 0;
  for (let at = content; at < end; at += 1) value = value * 256 + (bytes[at] ?? 0);
  return value;
}

/** Puts a `Void` of the same length in the place of an element, however the length is written. */
export function makeVoid(bytes: Buffer, { at, end }: Element): void {
  const length = end - at;
  bytes[at] = VOID;
  if (length - 2 <= SHORT_BYTES_MAX) {
    bytes[at + 1] = SIZE_BITS | (length - 2);
    blank(bytes, at + 2, end);
    return;
  }
  bytes[at + 1] = 0x01;
  bytes[at + 2] = 0;
  bytes.writeUIntBE(length - LONG_HEAD_BYTES, at + 3, 6);
  blank(bytes, at + LONG_HEAD_BYTES, end);
}
