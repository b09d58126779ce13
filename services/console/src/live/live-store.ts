import type { LiveState } from './live-connection.ts';

let state: LiveState = 'connecting';
const listeners = new Set<() => void>();

/** The state of the page's one live connection, for `useSyncExternalStore`. */
export const liveStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): LiveState => state,
  set: (next: LiveState): void => {
    state = next;
    for (const listener of listeners) listener();
  },
};
