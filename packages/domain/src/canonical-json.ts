export interface CanonicalForm {
  /** The JSON text of RFC 8785: members sorted, no white space, numbers and strings in one spelling. */
  text: string;
  /** Whether the text says exactly what the caller wrote: false if a number lies beyond 2^53 or a string holds a lone surrogate. */
  isExact: boolean;
  /** The value is nested deeper than allowed; the text is not complete then. */
  isTooDeep: boolean;
}

/**
 * Writes a value that came out of `JSON.parse` in the canonical form of RFC 8785 (JSON Canonicalization Scheme).
 *
 * RFC 8785 writes numbers and strings as ECMAScript serialises them (sections 3.2.2.2 and 3.2.2.3), so `JSON.stringify` writes each of them
 * here. This function adds the order of members (section 3.2.3).
 *
 * @param depthMax how deep objects and lists may be nested; the value itself counts as 1.
 */
export function canonicalForm(value: unknown, depthMax: number): CanonicalForm {
  const form: CanonicalForm = { text: '', isExact: true, isTooDeep: false };
  form.text = write(value, depthMax, form);
  return form;
}

function write(value: unknown, depthLeft: number, form: CanonicalForm): string {
  if (typeof value === 'string') return writeString(value, form);
  if (typeof value === 'number') return writeNumber(value, form);
  if (typeof value !== 'object' || value === null) return String(value);
  if (depthLeft === 0) {
    form.isTooDeep = true;
    return '';
  }
  return Array.isArray(value)
    ? writeList(value, depthLeft, form)
    : writeObject(value as Record<string, unknown>, depthLeft, form);
}

function writeList(list: readonly unknown[], depthLeft: number, form: CanonicalForm): string {
  let text = '[';
  for (let index = 0; index < list.length; index += 1) {
    if (index > 0) text += ',';
    text += write(list[index], depthLeft - 1, form);
  }
  return text + ']';
}

function writeObject(object: Record<string, unknown>, depthLeft: number, form: CanonicalForm): string {
  let text = '{';
  // Without a comparer, names are compared by UTF-16 code units, as section 3.2.3 asks.
  for (const name of Object.keys(object).sort()) {
    if (text.length > 1) text += ',';
    text += `${writeString(name, form)}:${write(object[name], depthLeft - 1, form)}`;
  }
  return text + '}';
}

const LONE_SURROGATE = /\p{Surrogate}/u;

function writeString(value: string, form: CanonicalForm): string {
  if (LONE_SURROGATE.test(value)) form.isExact = false;
  return JSON.stringify(value);
}

function writeNumber(value: number, form: CanonicalForm): string {
  // Beyond 2^53 a double stands for several integers, and `JSON.parse` has rounded to it, or to infinity.
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) form.isExact = false;
  return JSON.stringify(value);
}
