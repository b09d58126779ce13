import { fileTypeFromBuffer } from 'file-type';
import { AUDIO_TYPES, FILE_TYPE, IMAGE_TYPES } from './content-types.js';

/** What is looked at of a file to know its type, in bytes. */
export const HEAD_BYTES = 64 * 1024;

const PNG_BEGIN = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The content type under which a file that begins like this is stored; `null` if it is neither a picture nor a recording. */
export async function typeOfHead(head: Buffer): Promise<string | null> {
  const found = await detect(head);
  const types = { ...IMAGE_TYPES, ...AUDIO_TYPES };
  if (found !== undefined && Object.hasOwn(types, found)) return types[found]?.contentType ?? null;
  // Whether a PNG moves stands behind all that programs have written before its picture, which may be longer than the head.
  const goesOn = head.length >= HEAD_BYTES && PNG_BEGIN.equals(head.subarray(0, PNG_BEGIN.length));
  return found === undefined && goesOn ? 'image/png' : null;
}

/** Text has no mark, so its kind is what its name says. What a browser would run is not among them. */
const TEXT_TYPES: ReadonlyMap<string, string> = new Map([
  ['txt', 'text/plain'],
  ['log', 'text/plain'],
  ['csv', 'text/csv'],
  ['md', 'text/markdown'],
  ['json', 'application/json'],
]);

/** What people and agents are told that a file is: what its first bytes say, or, of text, its name. */
export async function kindOfFile(head: Buffer, name: string): Promise<string> {
  const found = await detect(head);
  if (found !== undefined) return found;
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return (head.includes(0) ? undefined : TEXT_TYPES.get(ending)) ?? FILE_TYPE.contentType;
}

/** Content that ends in the middle of its own header counts as unknown. */
async function detect(bytes: Buffer): Promise<string | undefined> {
  try {
    return (await fileTypeFromBuffer(bytes))?.mime;
  } catch {
    return undefined;
  }
}
