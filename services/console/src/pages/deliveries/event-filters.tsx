import type { EventFilter, EventState, EventType } from '../../api/events.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { STATE_WORDS, TYPE_WORDS } from './event-words.ts';
import styles from './event-filters.module.css';

const ANY = 'any';

const STATES = [
  { id: ANY, label: 'Any state' },
  ...Object.entries(STATE_WORDS).map(([id, { text }]) => ({ id, label: text })),
];
const TYPES = [
  { id: ANY, label: 'Any type' },
  ...Object.entries(TYPE_WORDS).map(([id, label]) => ({ id, label })),
];

/** Which events are shown. */
export function EventFilters(props: { filter: EventFilter; onChange: (filter: EventFilter) => void }) {
  const { filter, onChange } = props;
  const { state, type } = filter;
  const change = (next: { state: string; type: string }): void =>
    onChange({
      ...(next.state !== ANY && { state: next.state as EventState }),
      ...(next.type !== ANY && { type: next.type as EventType }),
    });
  return (
    <div className={styles.filters} role="group" aria-label="Filter">
      <SelectField
        label="State"
        isLabelHidden
        options={STATES}
        value={state ?? ANY}
        onChange={(id) => change({ state: id, type: type ?? ANY })}
      />
      <SelectField
        label="Type"
        isLabelHidden
        options={TYPES}
        value={type ?? ANY}
        onChange={(id) => change({ state: state ?? ANY, type: id })}
      />
    </div>
  );
}
