import { blank } from './recording-parts.js';
import type { RecordingParts } from './recording-parts.js';
import { emptyCodecPrivate } from './vorbis-comment.js';
import { elementAt, makeVoid, numberIn } from './webm-elements.js';
import type { Element } from './webm-elements.js';

const [SEEK, SEEK_ID, TRACK, TRACK_NUMBER, TRACK_TYPE] = [0x4dbb, 0x53ab, 0xae, 0xd7, 0x83];
const [SIMPLE_BLOCK, BLOCK, CODEC_PRIVATE] = [0xa3, 0xa1, 0x63a2];
const [MUXING_APP, WRITING_APP] = [0x4d80, 0x5741];
const [CUES, CLUSTER, TRACKS, INFO, SEEK_HEAD] = [0x1c53bb6b, 0x1f43b675, 0x1654ae6b, 0x1549a966, 0x114d9b74];

/** What holds other elements: the head, the segment, its parts, and a group of blocks (RFC 9559, section 5.1). */
const ENTERED = new Set([0x1a45dfa3, 0x18538067, SEEK_HEAD, INFO, TRACKS, CLUSTER, 0xa0]);
const NEEDED = new Set([
  // Of the head: versions, lengths and the kind of file.
  ...[0x4286, 0x42f7, 0x42f2, 0x42f3, 0x4282, 0x4287, 0x4285],
  // TimestampScale and Duration.
  ...[0x2ad7b1, 0x4489, CUES],
  // Of a track: its numbers and flags, CodecID, delays, Language, Video, Audio and ContentEncodings.
  ...[
    TRACK_NUMBER,
    0x73c5,
    TRACK_TYPE,
    0xb9,
    0x88,
    0x55aa,
    0x9c,
    0x6de7,
    0x6df8,
    0x23e383,
    0x234e7a,
    0x23314f,
  ],
  ...[0x55ee, 0x86, 0x56aa, 0x56bb, 0x22b59c, 0xe0, 0xe1, 0x6d80],
  // Of a cluster and a group of blocks: times, sizes, references and DiscardPadding.
  ...[0xe7, 0xa7, 0xab, 0x9b, 0xfb, 0xfa, 0x75a2],
]);

/** Parts of the segment that a table of contents may lead to. */
const LED_TO = [CUES, CLUSTER, TRACKS, INFO, SEEK_HEAD];
/** Video, audio and both. Subtitles and other text may tell where somebody was. */
const TRACK_TYPES = [1, 2, 3];

/**
 * A WebM in which all that is not needed to play it has become `Void`, in the same places, without what cannot be read behind it. Since an element has the same
 * id wherever it may stand, those that hold others are entered one after the other.
 */
export function strippedWebm(bytes: Buffer, parts: RecordingParts): Buffer {
  const droppedTracks = new Set<number>();
  for (let at = 0; at < bytes.length;) {
    parts.begin();
    const element = elementAt(bytes, at, bytes.length);
    if (element === null) return bytes.subarray(0, at);
    const { id, content, end, isSized } = element;
    if (ENTERED.has(id) || (id === TRACK && isSized && isPlayed(bytes, element, { parts, droppedTracks }))) {
      at = content;
      continue;
    }
    // Where an element ends that is of unknown length is known only if it is entered.
    if (!isSized) return bytes.subarray(0, at);
    if (id === MUXING_APP || id === WRITING_APP) {
      // These must be there.
      blank(bytes, content, end);
    } else if (id === CODEC_PRIVATE) {
      emptyCodecPrivate(bytes, content, end);
    } else if (
      !NEEDED.has(id) &&
      !isBlock(bytes, element, droppedTracks) &&
      !leadsToNeeded(bytes, element, parts)
    ) {
      makeVoid(bytes, element);
    }
    at = end;
  }
  return bytes;
}

/** Whether a track is heard or seen. Remembers the number of one that is not. */
function isPlayed(
  bytes: Buffer,
  track: Element,
  { parts, droppedTracks }: { parts: RecordingParts; droppedTracks: Set<number> },
): boolean {
  const type = childOf(bytes, track, TRACK_TYPE, parts);
  if (type !== null && TRACK_TYPES.includes(numberIn(bytes, type))) return true;
  const number = childOf(bytes, track, TRACK_NUMBER, parts);
  if (number !== null) droppedTracks.add(numberIn(bytes, number));
  return false;
}

/** Blocks begin with the number of their track, written like a length. */
function isBlock(bytes: Buffer, { id, content, end }: Element, droppedTracks: Set<number>): boolean {
  if (id !== SIMPLE_BLOCK && id !== BLOCK) return false;
  if (droppedTracks.size === 0) return true;
  const numberBytes = Math.clz32(bytes[content] ?? 0) - 23;
  if (numberBytes > 4 || content + numberBytes > end) return false;
  return !droppedTracks.has(bytes.readUIntBE(content, numberBytes) - 2 ** (7 * numberBytes));
}

function leadsToNeeded(bytes: Buffer, element: Element, parts: RecordingParts): boolean {
  if (element.id !== SEEK) return false;
  const target = childOf(bytes, element, SEEK_ID, parts);
  return target !== null && LED_TO.includes(numberIn(bytes, target));
}

function childOf(
  bytes: Buffer,
  { content, end }: Element,
  id: number,
  parts: RecordingParts,
): Element | null {
  for (let at = content; at < end;) {
    parts.begin();
    const child = elementAt(bytes, at, end);
    if (child === null || child.id === id) return child;
    at = child.end;
  }
  return null;
}
