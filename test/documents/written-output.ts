/** Fields whose number depends on what the whole installation has done: a page can only show an example. */
const NUMBERED_BY_INSTALLATION: ReadonlySet<string> = new Set(['receipt']);

/**
 * What was written, if it does not fit a block of output; else `null`. `…` in a text stands for anything,
 * such as an id. JSON is compared as values, with just these fields; the installation's numbers may be any.
 */
export function misfitOf(expected: string, written: string, language: string): string | null {
  if (language !== 'json') return fits(expected.trim(), written.trim()) ? null : written;
  return isSameShape(JSON.parse(expected), JSON.parse(written)) ? null : written;
}

function isSameShape(expected: unknown, value: unknown): boolean {
  if (typeof expected === 'string') return typeof value === 'string' && fits(expected, value);
  if (typeof expected !== 'object' || expected === null) return expected === value;
  if (typeof value !== 'object' || value === null || Array.isArray(expected) !== Array.isArray(value))
    return false;
  const fields = Object.entries(expected);
  const values = new Map(Object.entries(value));
  return (
    fields.length === values.size &&
    fields.every(([name, each]) => {
      const found = values.get(name);
      return NUMBERED_BY_INSTALLATION.has(name) ? typeof found === typeof each : isSameShape(each, found);
    })
  );
}

function fits(expected: string, text: string): boolean {
  const parts = expected.split('…').map(literalPattern);
  return new RegExp(`^${parts.join('[^]*?')}$`).test(text);
}

/** The source of a regular expression that only this text fits. */
export function literalPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
