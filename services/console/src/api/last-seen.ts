import { useSyncExternalStore } from 'react';

const KEY = 'last-seen';
const CONVERSATIONS_MAX = 500;

/** The moment up to which the person has seen each conversation in this browser. The service does not know it, so it is kept here. */
let seen: Record<string, string> = readStored();
const listeners = new Set<() => void>();

export function useLastSeen(): Record<string, string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => seen,
  );
}

export function markSeen(conversationId: string, at: string): void {
  if ((seen[conversationId] ?? '') >= at) return;
  const newestFirst = Object.entries({ ...seen, [conversationId]: at }).sort(([, a], [, b]) =>
    a < b ? 1 : -1,
  );
  seen = Object.fromEntries(newestFirst.slice(0, CONVERSATIONS_MAX));
  localStorage.setItem(KEY, JSON.stringify(seen));
  for (const listener of listeners) listener();
}

function readStored(): Record<string, string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, string>) : {};
  } catch {
    return {};
  }
}
