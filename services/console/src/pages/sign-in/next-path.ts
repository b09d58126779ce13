/** The path that a person wanted before signing in. `//host` and `/\host` would lead to another site. */
export function nextPath(next: unknown): string | undefined {
  return typeof next === 'string' && /^\/(?![/\\])/.test(next) ? next : undefined;
}

/** In the part of an address behind `#`, which browsers do not send; `undefined` if there is none. */
export function invitationIn(hash: string): string | undefined {
  return /^#?invitation=([0-9a-f]{64})$/.exec(hash)?.[1];
}
