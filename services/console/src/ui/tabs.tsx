import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components';
import styles from './tabs.module.css';

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
      className="stack-3 narrowable"
      {...(selected !== undefined && { selectedKey: selected })}
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
