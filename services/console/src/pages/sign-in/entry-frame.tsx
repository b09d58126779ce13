import type { ReactNode } from 'react';
import { useDocumentTitle } from '../../ui/page.tsx';
import styles from './entry-frame.module.css';

/** The frame of the sign-in pages: one card in the middle. */
export function EntryFrame({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  useDocumentTitle(title);
  return (
    <main className={styles.frame}>
      <div className={styles.card}>
        <img src="/icon.svg" alt="" width={44} height={44} />
        <h1>{title}</h1>
        <p className={styles.lead}>{lead}</p>
        {children}
      </div>
    </main>
  );
}
