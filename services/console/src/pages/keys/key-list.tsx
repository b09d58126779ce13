import type { QueryKey } from '@tanstack/react-query';
import { Badge } from '../../ui/badge.tsx';
import { ConfirmButton } from '../../ui/dialog.tsx';
import { ItemList, Row, RowNote } from '../../ui/lists.tsx';
import { OutsideText, said } from '../../ui/outside-text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './keys.module.css';

interface ListedKey {
  key_id: string;
  name: string;
  state: 'active' | 'expired' | 'revoked';
  expires_at: string | null;
  last_used_at: string | null;
  online?: boolean;
}

interface KeyListProps<Key extends ListedKey> {
  keys: readonly Key[] | undefined;
  none: string;
  scopesOf: (key: Key) => string;
  revoke: (key: Key) => Promise<void>;
  stale: readonly QueryKey[];
}

export function KeyList<Key extends ListedKey>(props: KeyListProps<Key>) {
  const { keys, none, scopesOf, revoke, stale } = props;
  const active = keys?.filter((key) => key.state === 'active');
  const ended = keys?.filter((key) => key.state !== 'active') ?? [];
  return (
    <>
      <ItemList
        label="Active keys"
        items={active}
        idOf={({ key_id: id }) => id}
        none={<p className="muted small">{none}</p>}
      >
        {(key) => <ActiveKey shown={key} scopes={scopesOf(key)} revoke={() => revoke(key)} stale={stale} />}
      </ItemList>
      {ended.length > 0 && (
        <details className={styles.ended}>
          <summary className="muted small">Expired and revoked keys ({ended.length})</summary>
          <ItemList label="Expired and revoked keys" items={ended} idOf={({ key_id: id }) => id}>
            {(key) => (
              <Row>
                <KeyFacts shown={key} scopes={scopesOf(key)} />
              </Row>
            )}
          </ItemList>
        </details>
      )}
    </>
  );
}

interface KeyProps {
  shown: ListedKey;
  scopes: string;
}

interface Revocation {
  revoke: () => Promise<void>;
  stale: readonly QueryKey[];
}

function ActiveKey({ shown, scopes, revoke, stale }: KeyProps & Revocation) {
  return (
    <Row
      action={
        <ConfirmButton
          button={{ size: 'small', 'aria-label': `Revoke ${visibleText(shown.name)}`, children: 'Revoke' }}
          title={said`Revoke ${shown.name}?`}
          action="Revoke key"
          onConfirm={revoke}
          done={said`The key “${shown.name}” is revoked.`}
          stale={stale}
        >
          <p>Programs that use it are disconnected and refused. This cannot be undone.</p>
        </ConfirmButton>
      }
    >
      <KeyFacts shown={shown} scopes={scopes} />
    </Row>
  );
}

function KeyFacts({ shown, scopes }: KeyProps) {
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
        {shown.last_used_at === null ? (
          'Never used'
        ) : (
          <>
            Last used <RelativeTime at={shown.last_used_at} />
          </>
        )}
        {shown.state === 'active' && shown.expires_at !== null && (
          <>
            {' · '}expires <RelativeTime at={shown.expires_at} />
          </>
        )}
      </RowNote>
    </>
  );
}
