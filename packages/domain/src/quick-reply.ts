import { invalidField, storableText, storableTextNotBlank } from './storable-text.js';

export const QUICK_REPLIES_MAX = 8;

/** Length of a button's text, in characters. */
export const QUICK_REPLY_TEXT_LENGTH_MAX = 80;

export const QUICK_REPLY_VALUE_BYTES_MAX = 255;

export interface QuickReply {
  text: string;
  /** What its agent gets beside the text; `null` if it has given none. */
  value: string | null;
}

/** In a form that the store can hold; `null` for none. Throws `invalid_request`. */
export function quickReplies(given: readonly { text: string; value?: string }[]): QuickReply[] | null {
  if (given.length > QUICK_REPLIES_MAX)
    throw invalidField('body.quick_replies', `must NOT have more than ${QUICK_REPLIES_MAX} items`);
  if (given.length === 0) return null;
  return given.map(({ text, value }, index) => {
    const path = `body.quick_replies.${index}`;
    if ([...text].length > QUICK_REPLY_TEXT_LENGTH_MAX)
      throw invalidField(`${path}.text`, `must NOT have more than ${QUICK_REPLY_TEXT_LENGTH_MAX} characters`);
    return {
      text: storableTextNotBlank(text, `${path}.text`),
      value: value === undefined ? null : storableValue(value, `${path}.value`),
    };
  });
}

function storableValue(value: string, path: string): string {
  const stored = storableText(value, path);
  if (Buffer.byteLength(stored) > QUICK_REPLY_VALUE_BYTES_MAX)
    throw invalidField(path, `must NOT have more than ${QUICK_REPLY_VALUE_BYTES_MAX} bytes`);
  return stored;
}
