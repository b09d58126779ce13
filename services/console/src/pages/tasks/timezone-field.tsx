import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import {
  Button,
  ComboBox,
  FieldError,
  Group,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
} from 'react-aria-components';
import { ownTimezone } from './schedule-words.ts';
import styles from './timezone-field.module.css';

/** Browsers list some zones only under a former name. These names are accepted, and found in the search. */
const NEWER_NAMES = [
  'America/Argentina/Buenos_Aires',
  'America/Indiana/Indianapolis',
  'America/Nuuk',
  'Asia/Ho_Chi_Minh',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Yangon',
  'Atlantic/Faroe',
  'Europe/Kyiv',
  'Pacific/Kanton',
];
const ZONES = [...Intl.supportedValuesOf('timeZone'), ...NEWER_NAMES].sort();

export interface TimezoneFieldProps {
  value: string;
  onChange: (zone: string) => void;
  error: string | undefined;
}

/** A choice of the zones that the browser knows, searched by typing. */
export function TimezoneField({ value, onChange, error }: TimezoneFieldProps) {
  // The zone of an existing task can stay, even if the browser does not list it.
  const [first] = useState(value);
  const zones = [...new Set([first, ownTimezone, 'UTC', ...ZONES])].map((id) => ({ id }));
  return (
    <ComboBox
      className={styles.field}
      defaultItems={zones}
      value={value}
      onChange={(zone) => zone !== null && onChange(String(zone))}
      isInvalid={error !== undefined}
      menuTrigger="focus"
    >
      <Label className={styles.label}>Time zone</Label>
      <Group className={styles.group}>
        <Input className={styles.input} />
        <Button className={styles.button} aria-label="Show time zones">
          <ChevronDown aria-hidden size={16} />
        </Button>
      </Group>
      <FieldError className={styles.error}>{error}</FieldError>
      <Popover className={styles.popover} offset={4}>
        <ListBox className={styles.list}>
          {({ id }: { id: string }) => (
            <ListBoxItem id={id} className={styles.option} textValue={id}>
              {id}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
