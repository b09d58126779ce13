import { codeOf } from '../kept-parts.js';
import { blank } from './recording-parts.js';
import type { RecordingParts } from './recording-parts.js';

/** A box of ISO 14496-12, section 4.2. */
export interface Box {
  type: number;
  at: number;
  content: number;
  /** Not behind the end of what it is in. */
  end: number;
  /** It says that it ends there. */
  isWhole: boolean;
}

const BOX_HEAD_BYTES = 8;
const FREE = codeOf('free');

/** `null` if no box begins here. */
export function boxAt(bytes: Buffer, at: number, to: number): Box | null {
  if (at + BOX_HEAD_BYTES > to) return null;
  let size = bytes.readUInt32BE(at);
  let content = at + BOX_HEAD_BYTES;
  if (size === 1) {
    if (content + 8 > to) return null;
    size = Number(bytes.readBigUInt64BE(content));
    content += 8;
  } else if (size === 0) {
    // The last box may go on to the end.
    size = to - at;
  }
  if (at + size < content) return null;
  const end = Math.min(at + size, to);
  return { type: bytes.readUInt32BE(at + 4), at, content, end, isWhole: end === at + size };
}

/** Makes a box an empty one of the same length, so that everything else stays in its place. */
export function makeFree(bytes: Buffer, { at, content, end }: Box): void {
  bytes.writeUInt32BE(FREE, at + 4);
  blank(bytes, content, end);
}

/** The boxes in a box, up to one that cannot be read. */
export function* boxesIn(
  bytes: Buffer,
  { content, end }: Pick<Box, 'content' | 'end'>,
  parts: RecordingParts,
): Generator<Box> {
  for (let at = content; at < end;) {
    parts.begin();
    const box = boxAt(bytes, at, end);
    if (box === null) return;
    yield box;
    at = box.end;
  }
}

/** The first box that a path of types leads to. */
export function boxIn(bytes: Buffer, outer: Box, path: readonly string[], parts: RecordingParts): Box | null {
  const [name = '', ...rest] = path;
  const type = codeOf(name);
  // Without a generator, which would take longer than the boxes do.
  for (let at = outer.content; at < outer.end;) {
    parts.begin();
    const box = boxAt(bytes, at, outer.end);
    if (box === null) return null;
    if (box.type === type) return rest.length === 0 ? box : boxIn(bytes, box, rest, parts);
    at = box.end;
  }
  return null;
}
