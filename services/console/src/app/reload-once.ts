const KEY = 'reloaded-for';

/**
 * Reloads the console once if a part is missing. If the part is still missing then, another reload would not help. A browser that stores
 * nothing is not reloaded, because it would reload for ever.
 */
export function reloadOnce(part: string): void {
  const parts = reloadedFor();
  if (parts.includes(part) || !remember([...parts, part])) return;
  window.location.reload();
}

/** The part has loaded, so the next time that it is missing may reload again. */
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
