import type { ReactNode } from 'react';
import { Contained } from './contained.tsx';

interface ItemListProps<Item> {
  /** Nothing is shown until they are there. */
  items: readonly Item[] | undefined;
  idOf: (item: Item) => string;
  /** Draws a list item. */
  children: (item: Item) => ReactNode;
  /** Stands in place of an empty list. */
  none?: ReactNode;
  label?: string;
  className?: string | undefined;
}

export function ItemList<Item>({ items, idOf, children, none, label, className }: ItemListProps<Item>) {
  if (items === undefined) return null;
  if (items.length === 0) return none;
  return (
    <ul className={className} aria-label={label}>
      {items.map((item) => (
        <Contained key={idOf(item)}>{children(item)}</Contained>
      ))}
    </ul>
  );
}
