import { ServiceError } from '@svc/domain';
import { codeOf, standsAt } from '../kept-parts.js';
import { oggChecksum } from './ogg-checksum.js';
import { PartsTogether } from './recording-parts.js';
import type { RecordingParts } from './recording-parts.js';
import { emptyComment, emptyFlacBlock } from './vorbis-comment.js';
import type { CommentShape } from './vorbis-comment.js';

const [PAGE_HEAD_BYTES, MARK] = [27, codeOf('OggS')];
const BEGINS_STREAM = 0x02;
/** A recording has one stream, or some that follow each other. */
const STREAMS_MAX = 256;

/** The codecs of sound, by the beginning of their first packet. The second packet is a comment; FLAC has a row of blocks instead. */
const CODECS: { name: string; comment: CommentShape | 'blocks' }[] = [
  { name: 'OpusHead', comment: { nameBytes: 8, isFramed: false } },
  { name: '\x01vorbis', comment: { nameBytes: 7, isFramed: true } },
  { name: 'Speex   ', comment: { nameBytes: 0, isFramed: false } },
  { name: '\x7fFLAC', comment: 'blocks' },
];

/** One stream of packets while its pages are gone through. */
interface OggStream {
  comment: CommentShape | 'blocks';
  /** The first packet is 0. */
  packet: number;
  /** How many bytes of the packet earlier pages had. */
  offset: number;
  /** The sound has begun: there are no comments any more. */
  isSound: boolean;
  /** A block of FLAC that began on an earlier page is emptied. */
  isEmptied: boolean;
}

/**
 * An Ogg (RFC 3533) with nothing but its streams of sound, whose comments are empty. Pages of other streams go, and so does what stands between pages.
 */
export function strippedOgg(bytes: Buffer, parts: RecordingParts): Buffer {
  const kept = new PartsTogether(bytes);
  const streams = new Map<number, OggStream | null>();
  for (let at = nextPage(bytes, 0); at + PAGE_HEAD_BYTES <= bytes.length;) {
    parts.begin();
    const page = pageAt(bytes, at);
    const serial = bytes.readUInt32LE(at + 14);
    if (((bytes[at + 5] ?? 0) & BEGINS_STREAM) !== 0) {
      streams.set(serial, newStream(bytes, page.body));
      if (streams.size > STREAMS_MAX) {
        throw new ServiceError('invalid_audio', { detail: 'Recording has too many streams' });
      }
    }
    const stream = streams.get(serial) ?? null;
    if (stream !== null) {
      if (!stream.isSound && emptyHeaders(bytes, at, { stream, parts })) {
        bytes.writeUInt32LE(0, at + 22);
        bytes.writeUInt32LE(oggChecksum(bytes, at, page.end), at + 22);
      }
      kept.keep(at, page.end);
    }
    at = nextPage(bytes, page.end);
  }
  return kept.finish();
}

function nextPage(bytes: Buffer, from: number): number {
  if (from + 4 <= bytes.length && bytes.readUInt32BE(from) === MARK) return from;
  const found = bytes.indexOf('OggS', from, 'latin1');
  return found === -1 ? bytes.length : found;
}

function pageAt(bytes: Buffer, at: number): { body: number; end: number } {
  const body = at + PAGE_HEAD_BYTES + (bytes[at + 26] ?? 0);
  let end = body;
  for (let lacing = at + PAGE_HEAD_BYTES; lacing < body; lacing += 1) end += bytes[lacing] ?? 0;
  return { body, end: Math.min(end, bytes.length) };
}

function newStream(bytes: Buffer, body: number): OggStream | null {
  const codec = CODECS.find(({ name }) => standsAt(bytes, body, name));
  if (codec === undefined) return null;
  return { comment: codec.comment, packet: 0, offset: 0, isSound: false, isEmptied: false };
}

/** Empties the comments of a page; says whether it has any. */
function emptyHeaders(
  bytes: Buffer,
  at: number,
  { stream, parts }: { stream: OggStream; parts: RecordingParts },
): boolean {
  let { body: from } = pageAt(bytes, at);
  const lacings = at + PAGE_HEAD_BYTES + (bytes[at + 26] ?? 0);
  let isChanged = false;
  let length = 0;
  for (let lacing = at + PAGE_HEAD_BYTES; lacing < lacings && !stream.isSound; lacing += 1) {
    const part = bytes[lacing] ?? 0;
    length += part;
    // A packet ends with a part that is not full, and a page may end in the middle of a packet.
    const ends = part < 255;
    if (!ends && lacing + 1 < lacings) continue;
    parts.begin();
    const to = Math.min(from + length, bytes.length);
    if (stream.packet > 0) isChanged = emptyPiece(bytes, stream, { from, to }) || isChanged;
    stream.offset = ends ? 0 : stream.offset + length;
    if (ends) stream.packet += 1;
    if (ends && stream.comment !== 'blocks' && stream.packet > 1) stream.isSound = true;
    [from, length] = [to, 0];
  }
  return isChanged;
}

function emptyPiece(bytes: Buffer, stream: OggStream, { from, to }: { from: number; to: number }): boolean {
  const { comment, offset } = stream;
  if (comment !== 'blocks') {
    emptyComment(bytes, comment, { from, to, offset });
    return true;
  }
  const first = bytes[from] ?? 0;
  if (offset > 0) {
    if (stream.isEmptied) bytes.fill(0, from, to);
    return stream.isEmptied;
  }
  // The type 127 is none, so a byte of 255 begins a frame.
  if (first === 0xff) {
    stream.isSound = true;
    return false;
  }
  stream.isEmptied = emptyFlacBlock(bytes, from, to);
  return stream.isEmptied;
}
