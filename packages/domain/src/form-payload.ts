import { ServiceError } from './errors.js';
import { PAYLOAD_BYTES_MAX } from './payload-hash.js';

const FIELDS_MAX = 1_000;

/**
 * The fields of a body in `application/x-www-form-urlencoded` as the JSON text of an object: each a string, and a list of those that have one name. A field with the name
 * `payload` stands there as the JSON that it holds, as GitHub sends it, if it holds JSON.
 *
 * @throws ServiceError `too_large` for more than 1,000 fields, or more than 1 MiB of JSON.
 */
export function formPayload(body: Buffer): Buffer {
  const text = body.toString('utf8');
  if (text.split('&', FIELDS_MAX + 1).length > FIELDS_MAX) throw new ServiceError('too_large');
  const fields = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const json = name === 'payload' && isJson(value) ? value : JSON.stringify(value);
    fields.set(name, [...(fields.get(name) ?? []), json]);
  }
  const members = Array.from(fields, ([name, values]) => {
    const [first, ...others] = values;
    return `${JSON.stringify(name)}:${others.length === 0 ? first : `[${values.join(',')}]`}`;
  });
  const json = Buffer.from(`{${members.join(',')}}`);
  if (json.length > PAYLOAD_BYTES_MAX) throw new ServiceError('too_large');
  return json;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
