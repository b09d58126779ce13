import { fileTypeFromBuffer } from 'file-type';
import { ServiceError } from '@svc/domain';
import type { ErrorCode } from '@svc/domain';

export interface StoredType {
  contentType: string;
  extension: string;
}

/** By the name that the detection gives. An animated PNG is a PNG. */
export const IMAGE_TYPES: Readonly<Record<string, StoredType>> = {
  'image/png': { contentType: 'image/png', extension: 'png' },
  'image/apng': { contentType: 'image/png', extension: 'png' },
  'image/jpeg': { contentType: 'image/jpeg', extension: 'jpg' },
  'image/gif': { contentType: 'image/gif', extension: 'gif' },
  'image/webp': { contentType: 'image/webp', extension: 'webp' },
};

const MP4_AUDIO: StoredType = { contentType: 'audio/mp4', extension: 'm4a' };
const OGG: StoredType = { contentType: 'audio/ogg', extension: 'ogg' };
const WEBM: StoredType = { contentType: 'audio/webm', extension: 'webm' };

/** By the same. A recorder puts sound without pictures into MP4 or WebM, whose containers look like video. */
export const AUDIO_TYPES: Readonly<Record<string, StoredType>> = {
  'audio/x-m4a': MP4_AUDIO,
  'audio/mp4': MP4_AUDIO,
  'video/mp4': MP4_AUDIO,
  'audio/aac': { contentType: 'audio/aac', extension: 'aac' },
  'audio/mpeg': { contentType: 'audio/mpeg', extension: 'mp3' },
  'audio/ogg': OGG,
  'audio/ogg; codecs=opus': OGG,
  'audio/webm': WEBM,
  'video/webm': WEBM,
  'audio/wav': { contentType: 'audio/wav', extension: 'wav' },
};

/** Any other file: bytes that no browser interprets. */
export const FILE_TYPE: StoredType = { contentType: 'application/octet-stream', extension: 'bin' };

export const STORED_TYPES = [...Object.values(IMAGE_TYPES), ...Object.values(AUDIO_TYPES), FILE_TYPE];

/** Bytes that tell a file's type. */
export const HEAD_BYTES = 64 * 1024;

const PNG_BEGIN = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The type under which a file that begins so is stored; `null` for neither a picture nor a recording. */
export async function typeOfHead(head: Buffer): Promise<string | null> {
  const found = await detect(head);
  const types = { ...IMAGE_TYPES, ...AUDIO_TYPES };
  if (found !== undefined && Object.hasOwn(types, found)) return types[found]?.contentType ?? null;
  // Whether a PNG moves stands behind what programs have written before its picture, maybe behind the head.
  const goesOn = head.length >= HEAD_BYTES && PNG_BEGIN.equals(head.subarray(0, PNG_BEGIN.length));
  return found === undefined && goesOn ? 'image/png' : null;
}

/** Text has no mark, so its name tells. What a browser would run is not among these. */
const TEXT_TYPES: ReadonlyMap<string, string> = new Map([
  ['txt', 'text/plain'],
  ['log', 'text/plain'],
  ['csv', 'text/csv'],
  ['md', 'text/markdown'],
  ['json', 'application/json'],
]);

/** What people and agents are told that a file is. */
export async function kindOfFile(head: Buffer, name: string): Promise<string> {
  const found = await detect(head);
  if (found !== undefined) return found;
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return (head.includes(0) ? undefined : TEXT_TYPES.get(ending)) ?? FILE_TYPE.contentType;
}

/** Content that ends in its own header counts as unknown. */
async function detect(bytes: Buffer): Promise<string | undefined> {
  try {
    return (await fileTypeFromBuffer(bytes))?.mime;
  } catch {
    return undefined;
  }
}

/** No client would send a longer one. */
const DATA_URI_HEADER_LENGTH_MAX = 256;

/** Searched for: a match of the whole text, of some million characters, can exhaust the stack. */
const NOT_BASE64 = /[^A-Za-z0-9+/]/u;

export interface Base64Limits {
  bytesMax: number;
  tooLarge: ErrorCode;
  invalid: ErrorCode;
}

/** Characters for each byte, at most: four for three, and the ends of lines. */
const LINED_BASE64 = 1.5;

/**
 * With or without a data-URI prefix. Line ends are passed over (RFC 2045, section 6.8). Else strict: no
 * spaces, no URL-safe letters, with padding. Too large a file is refused before it is decoded.
 */
export function decodeBase64(text: string, limits: Base64Limits): Buffer {
  if (text.length > LINED_BASE64 * limits.bytesMax) throw new ServiceError(limits.tooLarge);
  const body = withoutDataUriPrefix(text)?.replaceAll(/[\r\n]+/g, '');
  if (body === undefined)
    throw new ServiceError(limits.invalid, { detail: 'A data URI must be marked ;base64' });
  if (decodedLength(body) > limits.bytesMax) throw new ServiceError(limits.tooLarge);
  const problem = problemOf(body);
  if (problem !== null) throw new ServiceError(limits.invalid, { detail: `Not valid base64: ${problem}` });
  return Buffer.from(body, 'base64');
}

function problemOf(body: string): string | null {
  if (body === '') return 'it is empty';
  const [wrong] = NOT_BASE64.exec(body.slice(0, body.length - paddingOf(body))) ?? [];
  if (wrong !== undefined) return `it has the character ${JSON.stringify(wrong)}`;
  return body.length % 4 === 0 ? null : 'its length, with padding, is no multiple of four';
}

function withoutDataUriPrefix(text: string): string | null {
  if (!/^data:/i.test(text)) return text;
  const header = text.slice(0, DATA_URI_HEADER_LENGTH_MAX);
  const comma = header.indexOf(',');
  if (comma < 0 || !/;base64$/i.test(header.slice(0, comma))) return null;
  return text.slice(comma + 1);
}

function decodedLength(body: string): number {
  return Math.floor((body.length * 3) / 4) - paddingOf(body);
}

function paddingOf(body: string): 0 | 1 | 2 {
  if (body.endsWith('==')) return 2;
  return body.endsWith('=') ? 1 : 0;
}
