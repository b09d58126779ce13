const KEY = 'reloaded-for';

/**
 * Loads the console anew for a part that is missing, once: what is still missing after it is not healed by another time. A browser
 * that remembers nothing is not reloaded, because it would be for ever.
 */
export function reloadOnce(part: string): void {
  const parts = reloadedFor();
  if (parts.includes(part) || !remember([...parts, part])) return;
  window.location.reload();
}

/** A part that came may be missing another time. */
export function partCame(part: string): void {
  const parts = reloadedFor();
  if (parts.includes(part)) remember(parts.filter((other) => other !== part));
}

function reloadedFor(): string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((part) => typeof part === 'string') : [];
  } catch {
    return [];
  }
}

function remember(parts: readonly string[]): boolean {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(parts));
    return true;
  } catch {
    return false;
  }
}
