const NAME_BYTES_MAX = 255;
const NAMELESS = 'file';

/** Controls, line ends, and what changes the direction of text: a name must not look like another. */
const HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffd]/gu;

/** No path, nothing hidden, and 255 bytes at most, with its ending if that is short. */
export function cleanFileName(name: string): string {
  const last =
    name
      .replaceAll(/\p{Surrogate}/gu, '')
      .normalize('NFC')
      .split(/[/\\]/)
      .at(-1) ?? '';
  const visible = last.replaceAll(HIDDEN, '').trim();
  if (/^\.*$/.test(visible)) return NAMELESS;
  if (Buffer.byteLength(visible) <= NAME_BYTES_MAX) return visible;
  const ending = /.\.[0-9A-Za-z]{1,16}$/.exec(visible)?.[0].slice(1) ?? '';
  let begin = '';
  for (const character of visible) {
    if (Buffer.byteLength(begin + character + ending) > NAME_BYTES_MAX) break;
    begin += character;
  }
  return begin + ending;
}

/** The header `Content-Disposition` of a download (RFC 6266): a name for old clients, and the whole one. */
export function attachmentHeader(name: string): string {
  const plain = name.replaceAll(/[^ -~]|["\\%]/gu, '_');
  const whole = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}

/** A file of a message that is neither shown as a picture nor played, as messages and events have it. */
export interface MessageFile {
  /** Stored without a signature. */
  url: string;
  /** Clean: see `cleanFileName`. */
  name: string;
  /** What its first bytes say; of text, what its name says. It is served as bytes all the same. */
  content_type: string;
  byte_length: number;
}
