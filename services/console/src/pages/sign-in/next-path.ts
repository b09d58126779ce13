/** The path that a person wanted before signing in: a path of this page, or none. `//host` and `/\host` would lead to another site. */
export function nextPath(next: unknown): string | undefined {
  return typeof next === 'string' && /^\/(?![/\\])/.test(next) ? next : undefined;
}
