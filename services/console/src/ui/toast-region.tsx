import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { IconButton } from './icon-button.tsx';
import { classNames } from './class-names.ts';
import { dismissToast, toastStore } from './toast.ts';
import styles from './toast-region.module.css';

/** Where toasts appear; mounted once. */
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
