import { useMutation } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import type { ApiKeyScope } from '../../api/account.ts';
import { fieldError } from '../../api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/feedback.tsx';
import { CheckboxField, Field, SelectField, useInput } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import styles from './keys.module.css';

const NEVER = { id: 'never', label: 'Never' } as const;

type End = KeyEnd | typeof NEVER.id;

interface KeyDraft<Scope> {
  name: string;
  scopes: Scope[];
  /** `null` for a key that does not end. */
  expiresInSeconds: number | null;
}

/** What a key may do. */
export interface KeyScope<Scope> {
  id: Scope;
  name: string;
  hint: string;
}

export interface NewKeyDialogProps<Scope extends string, Made> {
  scopes: readonly KeyScope<Scope>[];
  mayLastForever: boolean;
  namePlaceholder: string;
  make: (draft: KeyDraft<Scope>) => Promise<Made>;
  stale: readonly QueryKey[];
  shown: (made: Made) => ReactNode;
  isOpen: boolean;
  onClose: () => void;
}

export function NewKeyDialog<Scope extends string, Made>(props: NewKeyDialogProps<Scope, Made>) {
  const { scopes: choices, mayLastForever, isOpen, onClose } = props;
  const formId = useId();
  const name = useInput('');
  const [scopes, setScopes] = useState<readonly Scope[]>([]);
  const end = useInput<End>('90');
  const making = useMutation({
    mutationFn: () =>
      props.make({
        name: name.value.trim(),
        scopes: [...scopes],
        expiresInSeconds: end.value === 'never' ? null : secondsUntil(end.value),
      }),
    meta: { stale: props.stale },
  });
  const isMissing = name.value.trim() === '' || scopes.length === 0;
  const made = making.data;
  const refusal = fieldError(making.error, 'name');
  const close = (): void => {
    onClose();
    making.reset();
    name.onChange('');
    setScopes([]);
    end.onChange('90');
  };
  // One dialog for both, so that the focus returns to where it came from.
  return (
    <Dialog
      title="New key"
      isOpen={isOpen}
      // Nor while it is being made: the key would be lost.
      isDismissable={made === undefined && !making.isPending}
      onClose={close}
      actions={
        made === undefined ? (
          <>
            <Button isDisabled={making.isPending} onPress={close}>
              Cancel
            </Button>
            <Button
              variant="primary"
              type="submit"
              form={formId}
              isPending={making.isPending}
              isDisabled={isMissing}
            >
              Create key
            </Button>
          </>
        ) : (
          <Button variant="primary" onPress={close}>
            I have saved it
          </Button>
        )
      }
    >
      {made === undefined ? (
        <Form id={formId} onSubmit={() => !isMissing && !making.isPending && making.mutate()}>
          <Field
            label="Name"
            placeholder={props.namePlaceholder}
            hint="To tell your keys apart."
            isRequired
            autoFocus
            maxLength={100}
            error={refusal}
            {...name}
          />
          <ScopeChoices choices={choices} value={scopes} onChange={setScopes} />
          <SelectField label="Expires" options={mayLastForever ? [...KEY_ENDS, NEVER] : KEY_ENDS} {...end} />
          {refusal === undefined && <ErrorNotice error={making.error} />}
        </Form>
      ) : (
        // What had the focus is gone, and screen readers begin to read here.
        <div ref={focusOn} tabIndex={-1} className="unoutlined">
          {props.shown(made)}
        </div>
      )}
    </Dialog>
  );
}

interface ScopeChoicesProps<Scope> {
  choices: readonly KeyScope<Scope>[];
  value: readonly Scope[];
  onChange: (scopes: Scope[]) => void;
}

export function ScopeChoices<Scope extends string>(props: ScopeChoicesProps<Scope>) {
  const { choices, value, onChange } = props;
  return (
    <fieldset className={styles.choices}>
      <legend>It may</legend>
      {choices.map(({ id, name, hint }) => (
        <CheckboxField
          key={id}
          isSelected={value.includes(id)}
          onChange={(isOn) => onChange(isOn ? [...value, id] : value.filter((other) => other !== id))}
        >
          {name}: {hint}
        </CheckboxField>
      ))}
    </fieldset>
  );
}

function focusOn(element: HTMLElement | null): void {
  element?.focus();
}

const DAY_SECONDS = 86_400;

export const KEY_ENDS = [
  { id: '1', label: 'After a day' },
  { id: '30', label: 'After 30 days' },
  { id: '90', label: 'After 90 days' },
  { id: '365', label: 'After a year' },
] as const;

type KeyEnd = (typeof KEY_ENDS)[number]['id'];

export function secondsUntil(end: KeyEnd): number {
  return Number(end) * DAY_SECONDS;
}

/** The longest end that is no later than what was asked for, or else the first. */
export function endWithin(seconds: number): KeyEnd {
  return KEY_ENDS.findLast(({ id }) => secondsUntil(id) <= seconds)?.id ?? '1';
}

export const API_KEY_SCOPES: readonly KeyScope<ApiKeyScope>[] = [
  { id: 'read', name: 'Reading', hint: 'see everything in your account, and change nothing' },
  { id: 'write', name: 'Writing', hint: 'send messages, change agents and tasks, start and cancel runs' },
  { id: 'decisions', name: 'Decisions', hint: 'answer requests of your agents for you' },
  {
    id: 'agents',
    name: 'Agents',
    hint: 'create agents and new secrets of agents, which keep working after the key expires',
  },
];
