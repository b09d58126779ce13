/** Where someone wanted to go before they had to sign in: a path of this page, or nowhere. `//host` and `/\host` would lead away. */
export function nextPath(next: unknown): string | undefined {
  return typeof next === 'string' && /^\/(?![/\\])/.test(next) ? next : undefined;
}
