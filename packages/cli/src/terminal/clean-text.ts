import { stripVTControlCharacters } from 'node:util';
import { HIDDEN_CHARACTERS } from '@svc/domain';

/** Control characters but tab and newline. To terminals U+009B (C1) is the beginning of an order. */
const CONTROLS = /(?![\t\n])\p{Cc}/gu;
/** They make a terminal show characters in another order than they are in (Unicode, UAX #9). */
const REORDERING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** What nobody would see in a title; joiners and the choice of an emoji's form belong to ordinary text. */
const HIDDEN = new RegExp(`(?![\\p{Cs}\\u200c\\u200d\\ufe0e\\ufe0f])${HIDDEN_CHARACTERS.source}`, 'gu');

/** Without escape sequences and control characters; other characters that are not seen become `\u{202e}`. */
export function cleanText(text: string): string {
  return stripVTControlCharacters(text.replaceAll('\r\n', '\n'))
    .replace(CONTROLS, '')
    .replace(HIDDEN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
    .replace(/\p{Surrogate}/gu, '\ufffd');
}

export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim();
}

/** JSON that says the same, but holds no character that a terminal could take for an order. */
export function terminalSafeJson(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, null, indent);
  return text.replace(new RegExp(`${CONTROLS.source}|${REORDERING.source}`, 'gu'), escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
