const TRIGGER_PATH = /^\/webhook\/([^/?]+)\/?(?:\?|$)/;

/** The trigger id in the URL, or `null` if the URL is not a trigger's. */
export function triggerIdOf(url: string): string | null {
  const token = TRIGGER_PATH.exec(url)?.[1];
  if (token === undefined) return null;
  if (!token.includes('%')) return token;
  try {
    return decodeURIComponent(token);
  } catch {
    // No valid percent-encoding, so no such trigger exists; it is looked up like any other.
    return token;
  }
}
