import { PartsTogether } from './recording-parts.js';
import type { RecordingParts } from './recording-parts.js';
import { endOfSound, tagLength } from './tags.js';

/** By layer 1, 2 and 3, in kbit/s (ISO 11172-3, section 2.4.2.3; ISO 13818-3 for the lower sampling rates). */
const BITRATES = [
  [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
];
const LOWER_BITRATES = [
  [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
];
const SAMPLING_RATES = [44_100, 48_000, 32_000];

const ADTS_HEAD_BYTES = 7;
const ADTS_RATES = 13;

/**
 * MP3 or AAC with nothing but its frames: without ID3, APE and Lyrics3 tags, wherever they stand, and without anything else that no decoder plays.
 */
export function strippedFrames(file: Buffer, parts: RecordingParts): Buffer {
  const kept = new PartsTogether(file);
  const bytes = file.subarray(0, endOfSound(file, 0, parts));
  let isExpected = true;
  for (let at = 0; at < bytes.length;) {
    parts.begin();
    const tag = tagLength(bytes, at);
    const length = tag > 0 ? tag : frameLength(bytes, at);
    if (tag === 0 && length > 0 && (isExpected || isFollowed(bytes, at, length))) {
      kept.keep(at, Math.min(at + length, bytes.length));
    } else if (tag === 0) {
      isExpected = false;
      at = nextSync(bytes, at + 1);
      continue;
    }
    isExpected = true;
    at += length;
  }
  return kept.finish();
}

/** Anything may look like the head of a frame. Behind what cannot be read, a frame counts only if another of its kind follows, or the end. */
function isFollowed(bytes: Buffer, at: number, length: number): boolean {
  const next = at + length;
  return next === bytes.length || (frameLength(bytes, next) > 0 && kindOf(bytes, next) === kindOf(bytes, at));
}

/** What all frames of a recording have in common: version, layer and sampling rate. */
function kindOf(bytes: Buffer, at: number): number {
  return ((bytes[at + 1] ?? 0) & 0xfe) * 256 + ((bytes[at + 2] ?? 0) & 0x0c);
}

function nextSync(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at += 1) {
    if (bytes[at] === 0xff || bytes[at] === 0x49 || bytes[at] === 0x41) return at;
  }
  return bytes.length;
}

/** The length of the frame that begins here, with its head; 0 if none does. */
function frameLength(bytes: Buffer, at: number): number {
  const second = bytes[at + 1] ?? 0;
  if (bytes[at] !== 0xff || second < 0xe0) return 0;
  return (second & 0xf6) === 0xf0 ? adtsLength(bytes, at) : mpegLength(second, bytes[at + 2] ?? 0);
}

/** ISO 13818-7, section 6.2. */
function adtsLength(bytes: Buffer, at: number): number {
  if ((((bytes[at + 2] ?? 0) >> 2) & 0x0f) >= ADTS_RATES) return 0;
  const [high = 0, middle = 0, low = 0] = [bytes[at + 3], bytes[at + 4], bytes[at + 5]];
  const length = ((high & 0x03) << 11) | (middle << 3) | (low >> 5);
  return length < ADTS_HEAD_BYTES ? 0 : length;
}

function mpegLength(second: number, third: number): number {
  // 0 is version 2.5, 2 is version 2 and 3 is version 1; 1 is none. Layer 1 is written as 3, layer 3 as 1.
  const version = (second >> 3) & 0x03;
  const layer = 4 - ((second >> 1) & 0x03);
  const fullRate = SAMPLING_RATES[(third >> 2) & 0x03];
  if (version === 1 || layer === 4 || fullRate === undefined) return 0;
  const isLower = version !== 3;
  const bitrate = (isLower ? LOWER_BITRATES : BITRATES)[layer - 1]?.[third >> 4] ?? 0;
  if (bitrate === 0) return 0;
  const rate = version === 3 ? fullRate : version === 2 ? fullRate / 2 : fullRate / 4;
  const padding = (third >> 1) & 0x01;
  if (layer === 1) return (Math.floor((12_000 * bitrate) / rate) + padding) * 4;
  return Math.floor(((layer === 3 && isLower ? 72_000 : 144_000) * bitrate) / rate) + padding;
}
