import { useEffect, useId } from 'react';
import type { ReactNode } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components';
import { classNames } from './class-names.ts';
import { OutsideText } from './outside-text.tsx';
import styles from './page.module.css';
import { visibleText } from './visible-text.ts';

interface PageProps {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  /** `narrow` for forms and text. Default the width of a list. */
  width?: 'narrow' | 'normal';
}

export function Page({ title, children, width = 'normal', ...head }: PageProps) {
  useDocumentTitle(title);
  return (
    <div className={styles.scroll}>
      <div className={classNames(styles.page, width === 'narrow' && styles.narrow)}>
        <Head {...head}>
          <OutsideText as="h1" text={title} />
        </Head>
        {children}
      </div>
    </div>
  );
}

export function Section({ title, children, ...head }: Omit<PageProps, 'width'>) {
  const titleId = useId();
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <Head {...head}>
        <h2 id={titleId}>{title}</h2>
      </Head>
      {children}
    </section>
  );
}

function Head({ description, actions, children }: Omit<PageProps, 'title' | 'width'>) {
  return (
    <header className="flex wraps top spread gap-3">
      <div className="stack gap-2px narrowable">
        {children}
        {description !== undefined && <p className="muted small">{description}</p>}
      </div>
      {actions !== undefined && <div className="actions">{actions}</div>}
    </header>
  );
}

export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${visibleText(title)} · Agents`;
  }, [title]);
}

interface TabsProps {
  label: string;
  items: readonly { id: string; label: string; content: ReactNode }[];
  selected?: string;
  onSelect?: (id: string) => void;
}

/** Contents with an address of their own are links in a navigation instead. */
export function Tabs({ label, items, selected, onSelect }: TabsProps) {
  return (
    <AriaTabs
      className="stack gap-3 narrowable"
      selectedKey={selected}
      onSelectionChange={(key) => onSelect?.(String(key))}
    >
      <TabList aria-label={label} className={styles.list}>
        {items.map((item) => (
          <Tab key={item.id} id={item.id} className={styles.tab}>
            {item.label}
          </Tab>
        ))}
      </TabList>
      {items.map((item) => (
        <TabPanel key={item.id} id={item.id} className="narrowable">
          {item.content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
