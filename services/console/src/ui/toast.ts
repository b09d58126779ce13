import type { ReactNode } from 'react';

export interface Toast {
  id: number;
  tone: 'good' | 'bad' | 'neutral';
  text: ReactNode;
}

const SHOWN_MS = 5_000;
const SHOWN_MAX = 3;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows a short text for a few seconds. If a person must not miss it, use a notice in the page. */
export function toast({ tone = 'neutral', text }: { tone?: Toast['tone']; text: ReactNode }): void {
  lastId += 1;
  const id = lastId;
  change([...toasts, { id, tone, text }].slice(-SHOWN_MAX));
  setTimeout(() => dismissToast(id), SHOWN_MS);
}

export function dismissToast(id: number): void {
  change(toasts.filter((item) => item.id !== id));
}

/** For `useSyncExternalStore`. */
export const toastStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): readonly Toast[] => toasts,
};

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
