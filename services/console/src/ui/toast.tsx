import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { Listeners } from '../live/listeners.ts';
import { classNames } from './class-names.ts';
import { IconButton } from './button.tsx';
import styles from './toast-region.module.css';

export function ToastRegion() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read);
  return (
    <div className={styles.region} role="status" aria-live="polite">
      {toasts.map(({ id, tone, text }) => (
        <div key={id} className={classNames(styles.toast, styles[tone])}>
          <span>{text}</span>
          <IconButton label="Dismiss" icon={<X size={16} />} onPress={() => dismissToast(id)} />
        </div>
      ))}
    </div>
  );
}

interface Toast {
  id: number;
  tone: 'good' | 'bad' | 'neutral';
  text: ReactNode;
}

const SHOWN_MS = 5_000;
const SHOWN_MAX = 3;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Listeners();

/** Shows a short text for a few seconds. If a person must not miss it, use a notice in the page. */
export function toast({ tone = 'neutral', text }: { tone?: Toast['tone']; text: ReactNode }): void {
  lastId += 1;
  const id = lastId;
  change([...toasts, { id, tone, text }].slice(-SHOWN_MAX));
  setTimeout(() => dismissToast(id), SHOWN_MS);
}

function dismissToast(id: number): void {
  change(toasts.filter((item) => item.id !== id));
}

const toastStore = {
  subscribe: listeners.subscribe,
  read: (): readonly Toast[] => toasts,
};

function change(next: readonly Toast[]): void {
  toasts = next;
  listeners.tell();
}
