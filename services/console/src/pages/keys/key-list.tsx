import { useQuery } from '@tanstack/react-query';
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { ConfirmButton, DialogButton } from '../../ui/dialog.tsx';
import { Waiting } from '../../ui/feedback.tsx';
import { ItemList, Row, RowNote } from '../../ui/lists.tsx';
import { OutsideText, said } from '../../ui/outside-text.tsx';
import { Section } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './keys.module.css';
import { NewKeyDialog } from './new-key-dialog.tsx';
import type { KeyScope, NewKeyDialogProps } from './new-key-dialog.tsx';

interface ListedKey {
  key_id: string;
  name: string;
  state: 'active' | 'expired' | 'revoked';
  expires_at: string | null;
  last_used_at: string | null;
  online?: boolean;
}

interface KeySectionProps<Key extends ListedKey, Scope extends string, Made> extends Pick<
  NewKeyDialogProps<Scope, Made>,
  'mayLastForever' | 'namePlaceholder' | 'make' | 'shown'
> {
  title: string;
  description: string;
  query: UseQueryOptions<Key[], Error, Key[]> & { queryKey: QueryKey };
  none: string;
  /** All that a key of this kind can have. */
  scopes: readonly KeyScope<Scope>[];
  /** Those that a new key can have. */
  offered?: readonly KeyScope<Scope>[];
  revoke: (keyId: string) => Promise<void>;
}

/** The keys of an account or of an agent, and how to make one. */
export function KeySection<Key extends ListedKey & { scopes: Scope[] }, Scope extends string, Made>(
  props: KeySectionProps<Key, Scope, Made>,
) {
  const { title, description, query: options, none, scopes, offered = scopes, revoke, ...dialog } = props;
  const query = useQuery(options);
  const stale = [options.queryKey];
  const ended = query.data?.filter((key) => key.state !== 'active') ?? [];
  const facts = (key: Key): ReactNode => (
    <KeyFacts
      shown={key}
      scopes={key.scopes.map((scope) => scopes.find(({ id }) => id === scope)?.name ?? scope).join(', ')}
    />
  );
  return (
    <Section
      {...{ title, description }}
      actions={
        <DialogButton
          dialog={(onClose) => <NewKeyDialog {...dialog} {...{ stale, onClose }} scopes={offered} />}
        >
          New key
        </DialogButton>
      }
    >
      <Waiting query={query} />
      <ItemList
        label="Active keys"
        items={query.data?.filter((key) => key.state === 'active')}
        idOf={({ key_id: id }) => id}
        none={<p className="muted small">{none}</p>}
      >
        {(key) => (
          <Row
            action={
              <ConfirmButton
                button={{
                  size: 'small',
                  'aria-label': `Revoke ${visibleText(key.name)}`,
                  children: 'Revoke',
                }}
                title={said`Revoke ${key.name}?`}
                action="Revoke key"
                onConfirm={() => revoke(key.key_id)}
                done={said`The key “${key.name}” is revoked.`}
                stale={stale}
              >
                <p>Programs that use it are disconnected and refused. This cannot be undone.</p>
              </ConfirmButton>
            }
          >
            {facts(key)}
          </Row>
        )}
      </ItemList>
      {ended.length > 0 && (
        <details className={styles.ended}>
          <summary className="muted small">Expired and revoked keys ({ended.length})</summary>
          <ItemList label="Expired and revoked keys" items={ended} idOf={({ key_id: id }) => id}>
            {(key) => <Row>{facts(key)}</Row>}
          </ItemList>
        </details>
      )}
    </Section>
  );
}

function KeyFacts({ shown, scopes }: { shown: ListedKey; scopes: string }) {
  const { last_used_at: used, expires_at: end } = shown;
  return (
    <>
      <div className="line">
        <OutsideText as="strong" text={shown.name} />
        {shown.online === true && <Badge tone="good">Connected</Badge>}
        {shown.state === 'expired' && <Badge tone="warn">Expired</Badge>}
        {shown.state === 'revoked' && <Badge tone="bad">Revoked</Badge>}
      </div>
      <RowNote>{scopes}</RowNote>
      <RowNote>
        {used === null ? 'Never used' : said`Last used ${<RelativeTime at={used} />}`}
        {shown.state === 'active' && end !== null && said` · expires ${<RelativeTime at={end} />}`}
      </RowNote>
    </>
  );
}
