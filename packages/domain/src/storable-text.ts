import { ServiceError } from './errors.js';

/**
 * Half a surrogate pair becomes U+FFFD, since UTF-8 has no form for it. Throws `invalid_request`, which names
 * the path, such as `body.text`, for U+0000, which PostgreSQL cannot store. Other control characters stay.
 */
export function storableText(text: string, path: string): string {
  if (text.includes('\0')) throw invalidField(path, 'must not contain the character U+0000');
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}

/** As {@link storableText}, and refuses text that is empty or blank. */
export function storableTextNotBlank(text: string, path: string): string {
  if (text.trim() === '') throw invalidField(path, 'must not be blank');
  return storableText(text, path);
}

/** As {@link storableTextNotBlank}, on one line: white space and controls in a row become one space. */
export function storableLine(text: string, path: string): string {
  const line = storableText(text, path).replace(/[\s\p{Cc}]+/gu, ' ');
  return storableTextNotBlank(line, path).trim();
}

/** Controls but tabs and line feeds, formats, joiners, fillers, blanks of scripts, other line ends. */
export const HIDDEN_CHARACTERS =
  /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u{16FE4}\u2800\u{13441}\u{13442}\u{1D159}]/gu;

/** As {@link storableText}, for what people approve as they see it (Unicode UAX 9, UTS 39). */
export function visibleText(text: string, path: string): string {
  const stored = storableText(text, path);
  const [hidden] = stored.match(HIDDEN_CHARACTERS) ?? [];
  if (hidden === undefined) return stored;
  const code = hidden.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  throw invalidField(path, `must not contain the invisible character U+${code}`);
}

export function invalidField(path: string, message: string): ServiceError {
  return new ServiceError('invalid_request', { fields: [{ path, message }] });
}
