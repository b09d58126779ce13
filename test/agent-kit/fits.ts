/** Whether a value has everything that is wanted of it; objects may have more. A text in slashes is a pattern, and null is also what is not there. */
export function fits(value: unknown, wanted: unknown): boolean {
  if (typeof wanted === 'string' && /^[/].+[/]$/.test(wanted))
    return typeof value === 'string' && new RegExp(wanted.slice(1, -1), 's').test(value);
  if (Array.isArray(wanted))
    return (
      Array.isArray(value) &&
      value.length === wanted.length &&
      wanted.every((each, index) => fits(value[index], each))
    );
  if (typeof wanted === 'object' && wanted !== null)
    return (
      typeof value === 'object' &&
      value !== null &&
      Object.entries(wanted).every(([name, each]) => fits((value as Record<string, unknown>)[name], each))
    );
  return (value ?? null) === wanted;
}
